// Expected values: the Unicode standard, section 3.9, tables 3-8 to 3-11 (U+FFFD for maximal subparts).
#include "tokens/utf8.h"

#include <doctest/doctest.h>

using namespace ssdetect::utf8;

namespace {

std::string repaired_copy(const std::string& text) {
  std::string scratch;
  return std::string(repaired(text, scratch));
}

[[gnu::noinline]] Decoded first_of(const std::string& text) { return decode(text.data()); }

const std::string R = "\xEF\xBF\xBD";

}  // namespace

TEST_CASE("utf8: decodes each length") {
  CHECK(first_of("A").code_point == U'A');
  CHECK(first_of("é").code_point == U'é');
  CHECK(first_of("中").code_point == U'中');
  CHECK(first_of("😀").code_point == U'😀');
  CHECK(first_of("😀").size == 4);
}

TEST_CASE("utf8: valid text is handed back as it is") {
  std::string scratch;
  std::string text = "plain, é, 中, 😀, \xEF\xBF\xBD";
  CHECK(repaired(text, scratch).data() == text.data());
}

TEST_CASE("utf8: one replacement for each maximal broken part") {
  CHECK(repaired_copy("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82"
                      "A") == R + R + R + R + R + R + R + R + "A");
  CHECK(repaired_copy("\xED\xA0\x80\xED\xBF\xBF\xED\xAF"
                      "A") == R + R + R + R + R + R + R + R + "A");
  CHECK(repaired_copy("\xF4\x91\x92\x93\xFF"
                      "A\x80\xBF"
                      "B") == R + R + R + R + R + "A" + R + R + "B");
  CHECK(repaired_copy("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF"
                      "A") == R + R + R + R + "A");
  CHECK(repaired_copy("a\xE4\xBD") == "a" + R);
  CHECK(repaired_copy("\xF0\x9F\x98") == R);
  CHECK(repaired_copy("\xC3(") == R + "(");
}

TEST_CASE("utf8: ASCII is skipped in eights") {
  CHECK(skip_ascii("abcdefghijklmnopqrst", 0) == 16);
  CHECK(skip_ascii("abcdefghé", 0) == 8);
  CHECK(skip_ascii("abcdefgé", 0) == 0);
  CHECK(skip_ascii("", 0) == 0);
}
