#include "progress.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace ssdetect;

namespace {

// Columns of a terminal, for letters of one column each.
std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_one_clean_line(const std::string& text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
}

}  // namespace

TEST_CASE("progress: a bar where the size is known, lines where not") {
  CHECK(progress_line("run.jsonl", 30e6, 120e6, 0, 2) ==
        "run.jsonl [#######                       ]  25 % 15 MB/s");
  CHECK(progress_line("run.jsonl", 120e6, 120e6, 0, 4) ==
        "run.jsonl [##############################] 100 % 30 MB/s");
  CHECK(progress_line("-", 30e6, 0, 5000, 2) == "- 5000 lines, 30 MB, 15 MB/s");
}

TEST_CASE("progress: a file that has grown is not above 100 %") {
  CHECK(progress_line("a", 20, 10, 0, 1) == "a [##############################] 100 % 0 MB/s");
}

TEST_CASE("progress: a long name keeps its end") {
  CHECK(progress_line("/a/very/long/path/to/runs/events.jsonl", 1, 0, 1, 1)
            .starts_with(".../to/runs/events.jsonl 1 l"));
}

TEST_CASE("progress: at most 79 columns of one line, whatever the name and the numbers") {
  const std::string umlaut = "\xC3\xA4";
  for (std::size_t length = 0; length < 80; ++length) {
    std::string accented;
    for (std::size_t i = 0; i < length; ++i) accented += umlaut;
    for (const std::string& name : {std::string(length, 'x'), accented, std::string(length, '\n'),
                                    std::string(length, '\x1B'), std::string(length, '\xFF')}) {
      for (const double size : {0.0, 1e18}) {
        for (const double bytes : {0.0, 1e9, 1e18}) {
          const std::string line = progress_line(name, bytes, size, bytes, 1e-6);
          CAPTURE(line);
          CHECK(columns(line) <= 79);
          CHECK(is_one_clean_line(line));
        }
      }
    }
  }
}

TEST_CASE("progress: a name is cut between letters") {
  std::string name = "x";
  for (int i = 0; i < 40; ++i) name += "\xC3\xA4";
  const std::string line = progress_line(name, 1, 10, 0, 1);
  CHECK(line.starts_with("...\xC3\xA4\xC3\xA4"));
  CHECK(progress_line("x" + name, 1, 10, 0, 1).starts_with("...\xC3\xA4"));
}
