#include "json/check.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "json/index.h"
#include "tests/json/implementations.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// As an exact-size heap copy, so that the sanitizers see a read past the end.
bool is_json(std::string_view text, BareNumbers bare = BareNumbers::refused) {
  const std::vector<char> exact(text.begin(), text.end());
  JsonIndex index;
  if (index.build({exact.data(), exact.size()}) != IndexFault::none) return false;
  JsonCheck check(index.tokens(), bare);
  return check.value() && check.only();
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

// The y_ and n_ cases of Nicolas Seriot's JSONTestSuite that are no duplicates of each other.
TEST_CASE("valid JSON is found valid") {
  const char* texts[] = {
      "[[]   ]", "[]", "[\"\"]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", " [1]",
      "[2] ", "[1,null,null,null,2]", "[123e65]", "[0e+1]", "[0e1]", "[ 4]",
      "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]", "[20e1]", "[-0]",
      "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]",
      "[123.456789]", "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", "{\"asd\":\"sdf\"}", "{\"a\":\"b\",\"a\":\"c\"}",
      "{}", "{\"\":0}", "{\"foo\\u0000bar\": 42}", "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }", "{\"a\":[]}",
      "{\n\"a\": \"b\"\n}", "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]",
      "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]", "[\"\\\"\"]", "[\"a/*b*/c/*d//e\"]",
      "[\"\\\\a\"]", "[\"\\\\n\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[ \"asd\"]", "[\"\\uDBFF\\uDFFF\"]",
      "[\"new\\u00A0line\"]", "[\"\xF4\x8F\xBF\xBF\"]", "[\"\xEF\xBF\xBF\"]", "[\"\\u0000\"]",
      "[\"\\u002c\"]", "[\"\xCF\x80\"]", "[\"\xF0\x9B\xBF\xBF\"]", "\" \"", "[\"\xE2\x80\xA8\"]",
      "[\"\\u0061\\u30af\\u30EA\\u30b9\"]", "[\"new\\u000Aline\"]", "[\"\x7F\"]", "[\"\\uA66D\"]",
      "[\"\\u005C\"]", "[\"\xE2\x8D\x82\xE3\x88\xB4\xE2\x8D\x82\"]", "[\"\\uDBFF\\uDFFE\"]", "[\"\\u200B\"]",
      "[\"a\x7Fz\"]", "false", "42", "-0.1", "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]", " [] ",
      // lone surrogates: the suite leaves them open; logs have them
      "[\"\\uD800\"]", "[\"\\uDADA\"]", "[\"\\uDd1ea\"]", "[\"\\uD800\\n\"]", "[\"\\ud800abc\"]",
      "[\"\\uDFAA\"]",
      "[0."
      "4e0066999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999"
      "9969999999006]",
      "[-1e+9999]", "[123123123123123123123123123123]"};
  on_every_implementation([&] {
    for (const char* text : texts) CHECK_MESSAGE(is_json(text), text);
  });
}

TEST_CASE("invalid JSON is found invalid") {
  const char* texts[] = {"[1 true]",
                         "[a\xE5]",
                         "[\"\": 1]",
                         "[\"\"],",
                         "[,1]",
                         "[1,,2]",
                         "[\"x\",,]",
                         "[\"x\"]]",
                         "[\"\",]",
                         "[\"x\"",
                         "[x",
                         "[3[4]]",
                         "[\xFF]",
                         "[1:2]",
                         "[,]",
                         "[-]",
                         "[   , \"\"]",
                         "[\"a\",\n4\n,1,",
                         "[1,]",
                         "[1,,]",
                         "[\"\x0Bz\"\\f]",
                         "[*]",
                         "[\"\"",
                         "[1,",
                         "[1,\n1\n,1",
                         "[{}",
                         "[fals]",
                         "[nul]",
                         "[tru]",
                         "[++1234]",
                         "[+1]",
                         "[+Inf]",
                         "[-01]",
                         "[-1.0.]",
                         "[-2.]",
                         "[-NaN]",
                         "[.-1]",
                         "[.2e-3]",
                         "[0.1.2]",
                         "[0.3e+]",
                         "[0.3e]",
                         "[0.e1]",
                         "[0E+]",
                         "[0E]",
                         "[0e+]",
                         "[0e]",
                         "[1.0e+]",
                         "[1.0e-]",
                         "[1.0e]",
                         "[1 000.0]",
                         "[1eE2]",
                         "[2.e+3]",
                         "[2.e-3]",
                         "[2.e3]",
                         "[9.e+]",
                         "[Inf]",
                         "[NaN]",
                         "[\xEF\xBC\x91]",
                         "[1+2]",
                         "[0x1]",
                         "[0x42]",
                         "[Infinity]",
                         "[0e+-1]",
                         "[-123.123foo]",
                         "[123\xE5]",
                         "[1e1\xE5]",
                         "[0\xE5]",
                         "[-Infinity]",
                         "[-foo]",
                         "[- 1]",
                         "[-012]",
                         "[-.123]",
                         "[-1x]",
                         "[1ea]",
                         "[1e\xE5]",
                         "[1.]",
                         "[.123]",
                         "[1.2a-3]",
                         "[1.8011670033376514H-308]",
                         "[012]",
                         "[\"x\", truth]",
                         "{[: \"x\"}\n",
                         "{\"x\", null}",
                         "{\"x\"::\"b\"}",
                         "{\xF0\x9F\x87\xA8\xF0\x9F\x87\xAD}",
                         "{\"a\":\"a\" 123}",
                         "{key: 'value'}",
                         "{\"\xB9\":\"0\",}",
                         "{\"a\" b}",
                         "{:\"b\"}",
                         "{\"a\" \"b\"}",
                         "{\"a\":",
                         "{\"a\"",
                         "{1:1}",
                         "{9999E9999:1}",
                         "{null:null,null:null}",
                         "{\"id\":0,,,,,}",
                         "{'a':0}",
                         "{\"id\":0,}",
                         "{\"a\":\"b\"}/**/",
                         "{\"a\":\"b\"}/**//",
                         "{\"a\":\"b\"}//",
                         "{\"a\":\"b\"}/",
                         "{\"a\":\"b\",,\"c\":\"d\"}",
                         "{a: \"b\"}",
                         "{\"a\":\"a",
                         "{ \"foo\" : \"bar\", \"a\" }",
                         "{\"a\":\"b\"}#",
                         " ",
                         "[\"\\uD800\\\"]",
                         "[\"\\uD800\\u\"]",
                         "[\"\\uD800\\u1\"]",
                         "[\"\\uD800\\u1x\"]",
                         "[\xC3\xA9]",
                         "[\"\\\x01\"]",
                         "[\"\\x00\"]",
                         "[\"\\\\\\\"]",
                         "[\"\\\t\"]",
                         "[\"\\\xF0\x9F\x8C\x80\"]",
                         "[\"\\\"]",
                         "[\"\\u00A\"]",
                         "[\"\\uD834\\uDd\"]",
                         "[\"\\a\"]",
                         "[\"\\uqqqq\"]",
                         "[\"\\\xE5\"]",
                         "[\\u0020\"asd\"]",
                         "[\\n]",
                         "\"",
                         "['single quote']",
                         "abc",
                         "[\"\\",
                         "[\"new\nline\"]",
                         "[\"\t\"]",
                         "\"\\UA66D\"",
                         "\"\"x",
                         "[\xE2\x81\xA0]",
                         "\xEF\xBB\xBF",
                         "<.>",
                         "[<null>]",
                         "[1]x",
                         "[1]]",
                         "[\"asd]",
                         "a\xC3\xA5",
                         "[True]",
                         "1]",
                         "{\"x\": true,",
                         "[][]",
                         "]",
                         "\xEF\xBB{}",
                         "\xE5",
                         "[",
                         "{}}",
                         "{\"\":",
                         "{\"a\":/*comment*/\"b\"}",
                         "{\"a\": true} \"x\"",
                         "['",
                         "[,",
                         "[{",
                         "[\"a",
                         "[\"a\"",
                         "{",
                         "{]",
                         "{,",
                         "{[",
                         "{\"a",
                         "{'a'",
                         "[\"\\{[\"\\{[\"\\{[\"\\{",
                         "\xE9",
                         "*",
                         "{\"a\":\"b\"}#{}",
                         "[\\u000A\"\"]",
                         "[1",
                         "[ false, nul",
                         "[ true, fals",
                         "[ false, tru",
                         "{\"asd\":\"asd\"",
                         "\xC3\xA5",
                         "[\xE2\x81\xA0]",
                         "[\f]",
                         "[1\f]",
                         "[\x1A]",
                         "\"a\"\"b\"",
                         "123\"a\"",
                         "[1\"a\"]",
                         "[\"a\"1]",
                         "[\"a\\\n\"]",
                         "[-\"]",
                         "[nulll]",
                         "[truefalse]",
                         "{\"a\"1}",
                         "[1]\xFF"};
  on_every_implementation([&] {
    for (const char* text : texts) CHECK_MESSAGE(!is_json(text), text);
  });
  CHECK_FALSE(is_json(""));
  CHECK_FALSE(is_json(std::string_view("123\0", 4)));
  CHECK_FALSE(is_json(std::string_view("[\"a\0b\"]", 7)));
  CHECK_FALSE(is_json(std::string_view("[\0]", 3)));
  CHECK_FALSE(is_json(std::string_view("\0", 1)));
}

TEST_CASE("Python's bare numbers only where they are accepted") {
  for (const char* text : {"[NaN]", "[Infinity]", "{\"a\":-Infinity}"}) {
    CHECK(is_json(text, BareNumbers::accepted));
    CHECK_FALSE(is_json(text));
  }
  CHECK_FALSE(is_json("[-NaN]", BareNumbers::accepted));
}

TEST_CASE("any prefix of a document is invalid") {
  const std::string text = R"({"a":[1,-2.5e3,true,null,"x\u00e9\n"],"b":{"c":"\"","d":[]}})";
  CHECK(is_json(text));
  for (std::size_t size = 0; size < text.size(); ++size) CHECK_MESSAGE(!is_json(text.substr(0, size)), size);
}

TEST_CASE("depth is limited, not the stack") {
  CHECK(is_json(nested(JsonCheck::kDeepest)));
  CHECK_FALSE(is_json(nested(JsonCheck::kDeepest + 1)));
  const std::string deep = nested(100'000);
  JsonIndex index;
  REQUIRE(index.build(deep) == IndexFault::none);
  JsonCheck check(index.tokens());
  CHECK_FALSE(check.value());
  CHECK(check.fault() == "nested too deeply at byte 1025");
  CHECK_FALSE(is_json(std::string(100'000, '[')));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK_FALSE(is_json(objects));
}

TEST_CASE("faults say what and where") {
  const auto fault = [](std::string_view text) {
    JsonIndex index;
    if (const auto fault = index.build(text); fault != IndexFault::none) return std::string(in_words(fault));
    JsonCheck check(index.tokens());
    return check.value() && check.only() ? std::string() : check.fault();
  };
  CHECK(fault("{\"a\":1 \"b\":2}") == "a comma or } is missing at byte 8");
  CHECK(fault("[1 2]") == "a comma or ] is missing at byte 4");
  CHECK(fault("{\"a\" 1}") == "a colon is missing at byte 6");
  CHECK(fault("{a:1}") == "a key in quotes is missing at byte 2");
  CHECK(fault("[01]") == "this is no value at byte 2");
  CHECK(fault("[\"\\q\"]") == "a string has an unknown escape at byte 2");
  CHECK(fault("[1]2") == "something follows the end of the value at byte 4");
  CHECK(fault("[1") == "it ends too early");
  CHECK(fault("[\"abc") == "a string is not closed");
  CHECK(fault("[\"a\nb\"]") == "a control character stands inside a string");
}

// What the check relies on: simdjson starts a token at whatever stands behind a string, on every processor.
TEST_CASE("behind the end of a string there is white space and another token, or nothing") {
  on_every_implementation([] {
    for (std::size_t at = 0; at < 70; ++at) {  // across the borders of its blocks
      for (int byte = 0; byte < 0x80; ++byte) {
        const std::string start = std::string(at, ' ') + "[\"a\\\"\"";
        const char c = static_cast<char>(byte);
        const bool fine = c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
        CHECK(is_json(start + c + (c == ',' ? "\"b\"]" : "]")) == fine);
        CHECK(is_json(start + " " + c + (c == ',' ? "\"b\"]" : "]")) == fine);
      }
    }
  });
}

TEST_CASE("strings in a row: each bad escape and each missing comma is found") {
  const auto chunks = [](std::size_t at, const std::string& odd) {
    std::string text = "[";
    for (std::size_t i = 0; i < 40; ++i) text += (i == at ? odd : "\"chunk\",");
    return text + "\"\"]";
  };
  for (std::size_t at = 0; at < 40; ++at) {
    for (const char* good : {"\"\",", "\"\\n\",", "1,", "[\"a\",\"b\"],", "\"a\" , "})
      CHECK(is_json(chunks(at, good)));
    for (const char* bad : {"\"a\"", ",", "\"\\q\",", "\"a\":", "\"a\"x,", "\"a\",,", "\"a\"]", "a,"})
      CHECK_FALSE(is_json(chunks(at, bad)));
  }
}
