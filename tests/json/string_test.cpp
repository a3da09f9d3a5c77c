// Expected texts: RFC 8259, section 7, by hand.
#include "json/string.h"

#include <doctest/doctest.h>

#include <array>

using namespace ssdetect;

namespace {

std::string decode(std::string_view quoted) {
  REQUIRE(escapes_are_valid(quoted));
  std::string text;
  append_decoded(quoted, text);
  return text;
}

}  // namespace

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

TEST_CASE("an escape at every place of a text is found, copied around and decoded") {
  for (std::size_t before = 0; before < 20; ++before) {
    for (std::size_t after = 0; after < 20; ++after) {
      const std::string plain(before, 'x'), rest(after, 'y');
      const std::string quoted = plain + R"(\u00e9)" + rest;
      CHECK(find_backslash(quoted) == before);
      CHECK(decode(quoted) == plain + "\xC3\xA9" + rest);
    }
  }
  CHECK(find_backslash("plain") == 5);
  CHECK(find_backslash(R"(a\n\n)", 2) == 3);
}

TEST_CASE("escapes that JSON does not know") {
  for (const char* bad :
       {R"(\q)", R"(\)", R"(\u)", R"(\u12)", R"(\u12g4)", R"(\U0041)", R"(\x41)", R"(a\\\)"})
    CHECK_FALSE(escapes_are_valid(bad));
  for (const char* good : {"", "plain", R"(\\)", R"(\u12aF)", R"(\/)"}) CHECK(escapes_are_valid(good));
}

TEST_CASE("a text in memory of the caller's: a view where there is nothing to decode") {
  std::array<char, 64> bytes;
  std::pmr::monotonic_buffer_resource memory(bytes.data(), bytes.size(), std::pmr::null_memory_resource());
  const std::string_view plain = "plain";
  CHECK(decoded(plain, memory).data() == plain.data());
  const auto text = decoded(R"(a\tb)", memory);
  CHECK(text == "a\tb");
  CHECK(text.data() == bytes.data());
}
