#include "formats/json_value.h"

#include <doctest/doctest.h>

#include "failure.h"
#include "formats/json_index.h"
#include "formats/json_pointer.h"
#include "formats/json_scan.h"
#include "formats/json_string.h"

using namespace ssdetect;

namespace {

struct Parsed {
  explicit Parsed(std::string_view text) {
    REQUIRE(index.build(text) == IndexFault::none);
    root = JsonValue(index.tokens().text, index.tokens().at);
  }
  JsonIndex index;
  JsonValue root;
};

std::string decode(std::string_view quoted) {
  REQUIRE(escapes_are_valid(quoted));
  std::string text;
  append_decoded(quoted, text);
  return text;
}

}  // namespace

TEST_CASE("values are found by name and place") {
  Parsed p(R"( {"a" : [1, "x" , {"b":[[],{}]}, null ] , "c":12.5,"\u0061":true } )");
  CHECK(p.root.member("a").is_true());  // the last one, and its key is escaped
  CHECK(p.root.member("c").number() == 12.5);
  CHECK_FALSE(p.root.member("d").exists());
  CHECK_FALSE(p.root.member("c").member("x").exists());
  Parsed q(R"([1, "x" , {"b":[[],{}] } , null ])");
  CHECK(q.root.size() == 4);
  CHECK(q.root.element(1).quoted() == "x");
  CHECK(q.root.element(1).raw() == "\"x\"");
  CHECK(q.root.element(2).raw() == R"({"b":[[],{}] })");
  CHECK(q.root.element(3).is_null());
  CHECK_FALSE(q.root.element(4).exists());
}

TEST_CASE("numbers are what they say or nothing") {
  const auto integer = [](std::string_view text) { return Parsed(text).root.integer(); };
  const auto number = [](std::string_view text) { return Parsed(text).root.number(); };
  CHECK(integer("9223372036854775807") == INT64_MAX);
  CHECK(integer("-9223372036854775808") == INT64_MIN);
  CHECK(integer("-0") == 0);
  for (const char* text : {"9223372036854775808", "1.0", "1e3", "\"1\"", "true", "null", "[1]"})
    CHECK_FALSE(integer(text));
  CHECK(number("1e3") == 1000);
  CHECK(number("-0.5") == -0.5);
  for (const char* text : {"1e999", "\"1\"", "true", "null", "NaN", "Infinity", "-Infinity", "[1]"})
    CHECK_FALSE(number(text));
}

TEST_CASE("strings decode") {
  CHECK(decode("plain") == "plain");
  CHECK(decode(R"(a\"\\\/\b\f\n\r\tz)") == "a\"\\/\b\f\n\r\tz");
  CHECK(decode(R"(\u0041\u00e9\u20AC)") == "A\xC3\xA9\xE2\x82\xAC");
  CHECK(decode(R"(x\ud83d\ude00y)") == "x\xF0\x9F\x98\x80y");
  CHECK(decode(R"(\ud83d)") == "\xEF\xBF\xBD");
  CHECK(decode(R"(\ud83d\n)") == "\xEF\xBF\xBD\n");
  CHECK(decode(R"(\ude00\ud83d\ud83d\ude00)") == "\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x9F\x98\x80");
  CHECK(decode(R"(\u0000)") == std::string(1, '\0'));
  std::string scratch = "old";
  CHECK(decoded("view", scratch) == "view");
  CHECK(scratch == "old");
}

TEST_CASE("bytes that are no UTF-8 become replacement characters") {
  CHECK(with_repaired_utf8("a\xFF"
                           "b\xC3") ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
  CHECK(with_repaired_utf8("\xC3\xA9") == "\xC3\xA9");
  CHECK(with_repaired_utf8("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
  CHECK(with_repaired_utf8("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");                  // overlong
}

TEST_CASE("a JSON Pointer finds its value") {
  Parsed p(R"({"a":{"b/c":[10,{"~":7}]},"":5})");
  CHECK(JsonPointer("/a/b~1c/1/~0").find(p.root).number() == 7);
  CHECK(JsonPointer("/a/b~1c/0").find(p.root).number() == 10);
  CHECK(JsonPointer("/").find(p.root).number() == 5);
  for (const char* none : {"", "/x", "/a/b~1c/2", "/a/b~1c/-", "/a/x/y", "//b"})
    CHECK_FALSE(JsonPointer(none).find(p.root).exists());
  CHECK_THROWS_AS(JsonPointer("usage"), Failure);
  CHECK_THROWS_AS(JsonPointer("/a~2"), Failure);
  CHECK_THROWS_AS(JsonPointer("/a~"), Failure);
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
