// Against utf8proc over the whole text, and against examples of Unicode's annex 15.
#include "tokens/nfc.h"

#include <doctest/doctest.h>
#include <utf8proc.h>

#include <cstdlib>
#include <random>

#include "tokens/utf8.h"

using namespace ssdetect;

namespace {

std::string encoded(char32_t c) {
  utf8proc_uint8_t bytes[4];
  auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
  return {reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size)};
}

std::string by_utf8proc(const std::string& text) {
  utf8proc_uint8_t* out = nullptr;
  auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                           static_cast<utf8proc_ssize_t>(text.size()), &out,
                           static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  std::string result(reinterpret_cast<char*>(out), static_cast<std::size_t>(size));
  std::free(out);
  return result;
}

std::string ours(const std::string& text) {
  std::string scratch;
  return std::string(to_nfc(text, scratch));
}

}  // namespace

TEST_CASE("nfc: composes, reorders, and leaves alone") {
  CHECK(ours("e\u0301") == "\u00e9");
  CHECK(ours("x e\u0301 y") == "x \u00e9 y");
  CHECK(ours("\u212b") == "\u00c5");
  CHECK(ours("q\u0307\u0323") == "q\u0323\u0307");
  CHECK(ours("\u1100\u1161\u11a8") == "\uac01");
  CHECK(ours("\uac00\u11a8") == "\uac01");
  CHECK(ours("\u304b\u3099") == "\u304c");
  CHECK(ours("\u0301e") == "\u0301e");
  CHECK(ours("") == "");
  std::string text = "plain ASCII, “quotes”, 中文, naïve";
  std::string scratch;
  CHECK(to_nfc(text, scratch).data() == text.data());
}

TEST_CASE("nfc: the models' tokenizers do not know what came after Unicode 9") {
  CHECK(is_younger_than_models(0x1DF6));  // Unicode 10, combining class 232
  CHECK(ours("q\u0301\u1df8") == "q\u0301\u1df8");
  CHECK(ours("a\u1df8\u0323") == "a\u1df8\u0323");
  CHECK(!is_younger_than_models(0x1DF5));
  CHECK(!is_younger_than_models(0x0301));
}

TEST_CASE("nfc: inert characters neither change nor join, before or after anything") {
  std::size_t wrong = 0;
  for (char32_t c = 0; c < 0x20000; ++c) {
    if ((c >= 0xD800 && c <= 0xDFFF) || !is_nfc_inert(c) || is_younger_than_models(c)) continue;
    std::string text = encoded(c);
    wrong += by_utf8proc(text) != text;
    for (const char* before : {"e", "\u304b", "\u1100", "\uac00", "\u0301"}) {
      wrong += by_utf8proc(before + text) != before + text;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("nfc: equal to utf8proc on random texts") {
  std::mt19937 random(3);
  const std::u32string alphabet =
      U"aeoqAE "
      U"\u00e9\u00c5\u212b\u2126\u0301\u0308\u0323\u0327\u0345\u0338\u1100\u1161\u11a8\uac00\uac01\u304b"
      U"\u3099\u304c\u0958"
      U"\u0915\u093c\u1e9b\ufb1d\U0001d15e\U0001d165中’";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += encoded(alphabet[random() % alphabet.size()]);
    CAPTURE(text);
    CHECK(ours(text) == by_utf8proc(text));
  }
}

// utf8proc alone would take minutes.
TEST_CASE("nfc: two hundred thousand marks on one base") {
  std::string text = "a";
  for (int i = 0; i < 100'000; ++i) text += "\u0301\u0323";
  std::string result = ours(text);
  CHECK(result.size() == text.size());  // U+1EA1 is as long as a and U+0323
  CHECK(result.starts_with("\u1ea1\u0323\u0323"));
  CHECK(result.ends_with("\u0301\u0301"));
}
