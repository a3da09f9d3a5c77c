// Batches of lines, made into events by several threads: the same as line by line, wherever they break,
// whatever is wrong with some lines, and whatever happens to the source or the sink (SPEC 14).
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

constexpr unsigned kThreads[] = {1, 2, 3};

// Gives pieces of these sizes, over and over; has the next one ready if `ready` says so.
class Pieces final : public ByteSource {
 public:
  Pieces(std::string_view bytes, std::vector<std::size_t> sizes, bool ready)
      : left_(bytes), sizes_(std::move(sizes)), ready_(ready) {}

 protected:
  std::size_t read_some(std::span<char> out) override {
    const std::size_t size = sizes_[next_++ % sizes_.size()];
    const std::size_t count = left_.copy(out.data(), std::min(out.size(), size));
    left_.remove_prefix(count);
    return count;
  }
  bool is_ready() override { return ready_; }

 private:
  std::string_view left_;
  std::vector<std::size_t> sizes_;
  std::size_t next_ = 0;
  bool ready_;
};

Recorded record_on(unsigned threads, ByteSource& source) {
  TaskPool pool(threads);
  Recorded recorded;
  read_all({source, recorded, recorded.diagnostics, &pool}, kAll, "events");
  return recorded;
}

Recorded record_on(unsigned threads, std::string_view bytes) {
  return record_on(threads, *memory_source(bytes));
}

bool same(const Diagnostics& a, const Diagnostics& b) {
  const auto facts = [](const Diagnostics& d) {
    std::vector<std::pair<std::uint64_t, std::string>> places;
    for (const LinePlace& place : d.first_malformed) places.emplace_back(place.line, place.reason);
    return std::tuple(d.bytes, d.lines, d.malformed_lines, d.ignored_events, d.repaired_utf8,
                      d.invalid_counts, d.unknown_keys, d.torn_last_line, d.session_ended_missing, places);
  };
  return facts(a) == facts(b);
}

// The events of `log` on any number of threads; all the same.
Recorded agreed(std::string_view log) {
  Recorded first = record_on(1, log);
  CHECK(first.diagnostics.bytes == log.size());
  for (const unsigned threads : {2u, 3u}) {
    const Recorded other = record_on(threads, log);
    CHECK(other.events == first.events);
    CHECK(same(other.diagnostics, first.diagnostics));
  }
  return first;
}

std::string issue(int at, const std::string& text) {
  return R"({"event_type":"sample.issued","timestamp_ns":)" + std::to_string(at) + R"(,"sample_uuid":"u)" +
         std::to_string(at) + R"(","data":["PromptData",")" + text + "\"]}";
}

// Several batches of lines with texts of all lengths, some with escapes.
std::vector<std::string> many_lines(int count) {
  std::mt19937 random(5);
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i)
    lines.push_back(issue(i, std::string(random() % 300, 'x') + (i % 3 == 0 ? R"(\u00e9\\\n)" : "")));
  return lines;
}

std::string joined(const std::vector<std::string>& lines, const char* end = "\n") {
  std::string log;
  for (const std::string& line : lines) log += line + end;
  return log;
}

const std::string kEnd = "{\"event_type\":\"session.ended\",\"timestamp_ns\":9}\n";

}  // namespace

TEST_CASE("threads: broken at every byte, and in odd pieces, whether the next one is ready or not") {
  const std::string log = "\xEF\xBB\xBF" + issue(1, R"(a\"b)") + "\r\n\n" + issue(2, "\xFF") + "\nrubbish\n" +
                          issue(3, R"(\q)") + "\n" + kEnd + issue(4, "").substr(0, 60);
  const Recorded whole = agreed(log);
  CHECK(whole.events.size() == 3);
  CHECK(whole.diagnostics.malformed_lines == 3);
  CHECK(whole.diagnostics.torn_last_line);
  std::vector<std::vector<std::size_t>> sizes = {{1}, {2}, {3, 1}, {7, 64, 1}};
  for (std::size_t cut = 1; cut < log.size(); ++cut) sizes.push_back({cut, log.size()});
  for (const auto& pieces : sizes) {
    for (const unsigned threads : kThreads) {
      for (const bool ready : {false, true}) {
        Pieces source(log, pieces, ready);
        const Recorded recorded = record_on(threads, source);
        CHECK(recorded.events == whole.events);
        CHECK(same(recorded.diagnostics, whole.diagnostics));
      }
    }
  }
}

TEST_CASE("threads: what is wrong with a line is that line's alone") {
  struct Fault {
    std::string line;
    const char* reason;  // nullptr: the line counts
  };
  const Fault faults[] = {
      {issue(0, R"(\q)"), "not valid JSON: a string has an unknown escape at byte 88"},
      {issue(0, R"(\u12g4)"), "not valid JSON: a string has an unknown escape at byte 88"},
      {issue(0, "\xC3"), nullptr},
      {issue(0, "\x01"), "not valid JSON: a control character stands inside a string"},
      {issue(0, std::string(1, '\0')), "not valid JSON: a control character stands inside a string"},
      {std::string(1, '\0'), "not valid JSON: this is no value at byte 1"},
      {"{\"a\":\"", "not valid JSON: a string is not closed"},
      {"{\"a\":\\n}", "not valid JSON: this is no value at byte 6"},
      {"[\"a\",", "not valid JSON: it ends too early"},
      {"\"b\"]", "not valid JSON: something follows the end of the value at byte 4"},
  };
  for (const Fault& fault : faults) {
    CAPTURE(fault.line);
    auto lines = many_lines(6000);
    lines[3000] = fault.line;
    const Recorded recorded = agreed(joined(lines));
    CHECK(recorded.events.size() == (fault.reason ? 5999 : 6000));
    CHECK(recorded.diagnostics.malformed_lines == (fault.reason ? 1 : 0));
    if (!fault.reason) continue;
    CHECK(recorded.diagnostics.first_malformed[0].line == 3001);
    CHECK(recorded.reason() == fault.reason);
  }
}

TEST_CASE("threads: the first three of many malformed lines, in different batches") {
  auto lines = many_lines(9000);
  for (std::size_t i = 1500; i < lines.size(); i += 1000) lines[i] += "x";
  const Recorded recorded = agreed(joined(lines, "\r\n"));
  CHECK(recorded.events.size() == 8992);
  CHECK(recorded.diagnostics.malformed_lines == 8);
  REQUIRE(recorded.diagnostics.first_malformed.size() == 3);
  CHECK(recorded.diagnostics.first_malformed[2].line == 3501);
}

TEST_CASE("threads: long lines between short ones") {
  auto lines = many_lines(3000);
  for (const std::size_t at : {std::size_t{0}, std::size_t{1000}, std::size_t{1001}, std::size_t{2999}})
    lines[at] = issue(static_cast<int>(at), std::string(1'500'000 + at, 'y') + R"(\n)");
  const Recorded recorded = agreed(joined(lines));
  REQUIRE(recorded.events.size() == 3000);
  CHECK(recorded.events[1001].prompt_text.size() == 1'501'002);
  CHECK(recorded.events[1002].event.at == 1002);
}

TEST_CASE("threads: an error of the source reaches the caller") {
  class Failing final : public ByteSource {
   public:
    explicit Failing(std::string_view bytes) : bytes_(bytes) {}

   protected:
    std::size_t read_some(std::span<char> out) override {
      if (left_ == 0) throw Failure(ExitCode::unreadable, "the disk is gone");
      --left_;
      return bytes_.copy(out.data(), out.size());
    }

   private:
    std::string_view bytes_;
    int left_ = 5;
  };
  const std::string log = joined(many_lines(1000));
  for (const unsigned threads : kThreads) {
    Failing source(log);
    CHECK_THROWS_WITH_AS(record_on(threads, source), "the disk is gone", Failure);
  }
}

TEST_CASE("threads: an error of the sink reaches the caller, with batches under way") {
  struct Failing : EventSink {
    void on_event(const Event& event) override {
      if (event.at == 2000) throw std::runtime_error("enough");
    }
    void on_run(std::string_view) override {}
  };
  const std::string log = joined(many_lines(20'000));
  for (const unsigned threads : kThreads) {
    TaskPool pool(threads);
    Failing sink;
    Diagnostics diagnostics;
    const auto source = memory_source(log);
    CHECK_THROWS_WITH(read_all({*source, sink, diagnostics, &pool}, kAll, "events"), "enough");
  }
}

// As with tail -f: each line is written when the one before was seen.
TEST_CASE("threads: what a slow source gave is not kept waiting") {
  class Conversation final : public ByteSource {
   public:
    Conversation(const std::vector<std::string>& lines, const Recorded& seen) : lines_(lines), seen_(seen) {}

   protected:
    std::size_t read_some(std::span<char> out) override {
      CHECK(seen_.events.size() == next_);
      if (next_ == lines_.size()) return 0;
      return (lines_[next_++] + "\n").copy(out.data(), out.size());
    }
    bool is_ready() override { return false; }

   private:
    const std::vector<std::string>& lines_;
    const Recorded& seen_;
    std::size_t next_ = 0;
  };
  const auto lines = many_lines(50);
  for (const unsigned threads : kThreads) {
    TaskPool pool(threads);
    Recorded recorded;
    Conversation source(lines, recorded);
    read_all({source, recorded, recorded.diagnostics, &pool}, kAll, "events");
    CHECK(recorded.events.size() == 50);
  }
}
