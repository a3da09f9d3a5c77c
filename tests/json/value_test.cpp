#include "json/value.h"

#include <doctest/doctest.h>

#include "failure.h"
#include "json/index.h"

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

}  // namespace

TEST_CASE("values are found by name and place") {
  Parsed p(R"( {"a" : [1, "x" , {"b":[[],{}]}, null ] , "c":12.5,"\u0061":true } )");
  CHECK(p.root.member("a").is_true());  // the last one, and its key is escaped
  CHECK(p.root.member("c").number() == 12.5);
  CHECK_FALSE(p.root.member("d").exists());
  CHECK_FALSE(p.root.member("c").member("x").exists());
  Parsed q(R"([1, "x" , {"b":[[],{}] } , null ])");
  CHECK(q.root.element(1).quoted() == "x");
  CHECK(q.root.element(1).text() == "x");
  CHECK(q.root.element(0).text().empty());
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

TEST_CASE("a key that comes twice: a pointer takes the last one, and keys may be escaped") {
  Parsed p(R"({"a":1,"b":{"x":2},"\u0062":{"x":3}})");
  CHECK(JsonPointer("/b/x").find(p.root).number() == 3);
}

TEST_CASE("blank is JSON's white space and nothing else") {
  CHECK(is_blank(""));
  CHECK(is_blank(" \t\r\n"));
  CHECK_FALSE(is_blank("\v"));
  CHECK_FALSE(is_blank(" x"));
}
