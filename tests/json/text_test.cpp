#include "json/text.h"

#include <doctest/doctest.h>

using namespace ssdetect;

TEST_CASE("what Python writes: bare numbers are there and have no value") {
  JsonText text;
  REQUIRE(text.parse(R"({"a":NaN,"b":-Infinity,"c":1})"));
  CHECK(text.root().member("a").is_something());
  CHECK_FALSE(text.root().member("a").number().has_value());
  CHECK_FALSE(text.root().member("b").number().has_value());
  CHECK(text.root().member("c").number() == 1);
  CHECK_FALSE(text.was_repaired());
}

// Unicode, tables 3-8 to 3-11 (tests/tokens/utf8_test.cpp has them all): the texts of a JSON file are
// repaired as those that are counted are.
TEST_CASE("bytes that are no UTF-8 become a replacement character for each maximal part") {
  const std::string r = "\xEF\xBF\xBD";
  const std::pair<std::string, std::string> texts[] = {{"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82"
                                                        "A",
                                                        r + r + r + r + r + r + r + r + "A"},
                                                       {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF"
                                                        "A",
                                                        r + r + r + r + r + r + r + r + "A"},
                                                       {"\xF4\x91\x92\x93\xFF"
                                                        "A\x80\xBF"
                                                        "B",
                                                        r + r + r + r + r + "A" + r + r + "B"},
                                                       {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF"
                                                        "A",
                                                        r + r + r + r + "A"}};
  for (const auto& [broken, repaired] : texts) {
    JsonText text;
    REQUIRE(text.parse("[\"" + broken + "\",\"\\u00e9\"]"));
    CHECK(text.was_repaired());
    CHECK(text.root().element(0).text() == repaired);
    CHECK(text.root().element(1).text() == "\xC3\xA9");
  }
}

TEST_CASE("what is no JSON has its fault in words, and the next text is not touched by it") {
  JsonText text;
  CHECK_FALSE(text.parse("[1"));
  CHECK(text.fault() == "it ends too early");
  CHECK_FALSE(text.parse(""));
  CHECK(text.fault() == "it is empty");
  CHECK_FALSE(text.parse("[\xFF"));
  CHECK(text.fault() == "this is no value at byte 2");
  CHECK(text.parse("[1]"));
  CHECK(text.fault().empty());
  CHECK_FALSE(text.was_repaired());
}

TEST_CASE("the line of a value") {
  JsonText text;
  REQUIRE(text.parse("\n[1,\n\n2, \"a\",\n{}]\n"));
  CHECK(text.line_of(text.root()) == 2);
  CHECK(text.line_of(text.root().element(0)) == 2);
  CHECK(text.line_of(text.root().element(1)) == 4);
  CHECK(text.line_of(text.root().element(2)) == 4);
  CHECK(text.line_of(text.root().element(3)) == 5);
}

TEST_CASE("the opening of a text, cut anywhere") {
  const std::string text = R"( {"a":{"x":1},"b\u0062":[{"y":"}\""}],"c" : "d"} )";
  const auto whole = scan_opening(text);
  CHECK(whole.first == '{');
  CHECK(whole.keys == std::vector<std::string>{"a", "bb", "c"});
  CHECK(whole.has("bb"));
  for (std::size_t size = 0; size < text.size(); ++size)
    CHECK(scan_opening(text.substr(0, size)).keys.size() <= 3);
  CHECK(scan_opening("\xEF\xBB\xBF [ {\"k\":1,\"l\":2}, {\"m\":3}]").keys ==
        std::vector<std::string>{"k", "l"});
  CHECK(scan_opening("plain text, \"a\": 1").keys.empty());
  CHECK(scan_opening("").first == 0);
}

TEST_CASE("some line has all the keys") {
  CHECK(some_line_has("rubbish\n{\"a\":1}\n{\"a\":1,\"b\":2}", {"a", "b"}));
  CHECK_FALSE(some_line_has("{\"a\":1}\n{\"b\":2}\n", {"a", "b"}));
  CHECK_FALSE(some_line_has("[{\"a\":1}]", {"a"}));
  CHECK_FALSE(some_line_has("", {}));
}
