// What of a foreign text may reach a terminal?
#include "report/printable.h"

#include <doctest/doctest.h>

#include <string>

using ssdetect::printable;
using ssdetect::printable_lines;

TEST_CASE("printable: letters of any script stand as they are") {
  for (const std::string text :
       {"", "runs/a b.jsonl", "Modèle 模型 \xF0\x9F\x9A\x80", "back\\slash 'quoted' ~"})
    CHECK(printable(text) == text);
}

TEST_CASE("printable: what could end the line or speak to the terminal is an escape") {
  CHECK(printable("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(printable("\x1b[2J\x07\x7f") == "\\x1b[2J\\x07\\x7f");
  CHECK(printable(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\xC2\x9B"
                  "31m\xC2\x85") == "\\u009b31m\\u0085");            // CSI and NEL in one character each
  CHECK(printable("\xE2\x80\xA8\xE2\x80\xA9") == "\\u2028\\u2029");  // separators of lines, paragraphs
  CHECK(printable("a\xE2\x80\xAE"
                  "b\xE2\x81\xA6"
                  "c\xD8\x9C\xE2\x80\x8F") == "a\\u202eb\\u2066c\\u061c\\u200f");  // override, isolate, marks
}

TEST_CASE("printable: every control is an escape, and no other character of Latin-1") {
  for (int c = 0; c < 256; ++c) {
    CAPTURE(c);
    const char two[] = {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F)), 0};
    const std::string text = c < 0x80 ? std::string(1, static_cast<char>(c)) : std::string(two);
    const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    CHECK((printable(text) != text) == is_control);
    CHECK(printable(printable(text)) == printable(text));
  }
}

TEST_CASE("printable: bytes that are no UTF-8 become U+FFFD") {
  CHECK(printable("a\xFF"
                  "b\x9B") ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
}

TEST_CASE("printable lines: indented lines stay, all else is escaped") {
  CHECK(printable_lines("the formats are:\n  one\n  two") == "the formats are:\n  one\n  two");
  CHECK(printable_lines("a\nb\x1b\n  c") == "a\\nb\\x1b\n  c");
}
