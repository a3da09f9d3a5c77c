#include "input/lines.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace ssdetect;

namespace {

struct Copy {
  std::string text;
  std::uint64_t number;
  bool ends_with_newline;
  bool too_long;
  bool operator==(const Copy&) const = default;
};

std::vector<Copy> all_lines(std::string_view bytes, std::size_t most_at_once = SIZE_MAX,
                            std::size_t longest = kLongestLine) {
  const auto source = memory_source(bytes, most_at_once);
  BatchReader batches(*source, longest);
  LineBatch batch;
  std::vector<Copy> lines;
  std::uint64_t size = 0;
  while (batches.read(batch)) {
    size += batch.bytes();
    LinesOf of_batch(batch, lines.size() + 1, longest);
    while (const auto line = of_batch.next())
      lines.push_back({std::string(line->text), line->number, line->ends_with_newline, line->too_long});
  }
  CHECK(size == bytes.size());
  return lines;
}

}  // namespace

TEST_CASE("lines end with a newline, and a carriage return and a byte order mark are taken off") {
  const std::string bytes = "\xEF\xBB\xBFone\r\n\ntwo\nthree";
  const std::vector<Copy> expected = {
      {"one", 1, true, false}, {"", 2, true, false}, {"two", 3, true, false}, {"three", 4, false, false}};
  CHECK(all_lines(bytes) == expected);
  CHECK(all_lines(bytes, 1) == expected);
}

TEST_CASE("a byte order mark is one at the very start alone") {
  CHECK(all_lines("a\n\xEF\xBB\xBF"
                  "b\n")[1]
            .text ==
        "\xEF\xBB\xBF"
        "b");
}

TEST_CASE("nothing gives no line, a newline gives an empty one") {
  CHECK(all_lines("").empty());
  CHECK(all_lines("\n") == std::vector<Copy>{{"", 1, true, false}});
}

TEST_CASE("lines much longer than a block come whole, whatever the size of the pieces") {
  const std::string longer(3'000'000, 'x');
  const std::string bytes = "a\n" + longer + "\nb\n" + longer;
  for (const std::size_t piece : {std::size_t{7777}, std::size_t{1} << 18, SIZE_MAX}) {
    const auto lines = all_lines(bytes, piece);
    REQUIRE(lines.size() == 4);
    CHECK(lines[1].text == longer);
    CHECK(lines[2].text == "b");
    CHECK(lines[3].text == longer);
  }
}

TEST_CASE("a line past the limit is reported and passed over") {
  for (const std::size_t size : {std::size_t{11}, std::size_t{2'000'000}}) {
    const std::string bytes = "0123456789\n" + std::string(size, 'x') + "\nafter\n" + std::string(size, 'y');
    for (const std::size_t piece : {std::size_t{4096}, SIZE_MAX}) {
      const auto lines = all_lines(bytes, piece, 10);
      REQUIRE(lines.size() == 4);
      CHECK(lines[0] == Copy{"0123456789", 1, true, false});
      CHECK(lines[1] == Copy{"", 2, true, true});
      CHECK(lines[2] == Copy{"after", 3, true, false});
      CHECK(lines[3] == Copy{"", 4, false, true});
    }
  }
}
