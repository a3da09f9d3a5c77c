// Method: nearly all text is in NFC already. Characters that never change and never join to the one before them
// (`is_nfc_inert`) are skipped; a run of others, with the one character before it that they may join to, goes through
// utf8proc: decompose each, order the marks of each base by their combining class, compose. The ordering is done here
// because utf8proc's is quadratic in the marks on one base. tests/tokens/nfc_test.cpp compares with utf8proc over
// whole texts, and checks the inert characters one by one.
#include "tokens/nfc.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tokens/utf8.h"

namespace ssdetect {
namespace {

using CodePoints = std::vector<utf8proc_int32_t>;

constexpr auto composed = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);

CodePoints decompose(std::string_view text) {
  CodePoints points;
  std::array<utf8proc_int32_t, 32> parts;  // canonical decompositions have at most 4
  for (std::size_t at = 0; at < text.size();) {
    utf8::Decoded c = utf8::decode(text.data() + at);
    auto n = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c.code_point), parts.data(), parts.size(), composed,
                                     nullptr);
    points.insert(points.end(), parts.begin(), parts.begin() + std::max<std::ptrdiff_t>(n, 0));
    at += c.size;
  }
  return points;
}

int combining_class(utf8proc_int32_t c) { return utf8proc_get_property(c)->combining_class; }

void order_marks(CodePoints& points) {
  auto is_mark = [](utf8proc_int32_t c) { return combining_class(c) != 0; };
  for (auto at = points.begin(); at != points.end();) {
    auto first = std::find_if(at, points.end(), is_mark);
    at = std::find_if_not(first, points.end(), is_mark);
    std::stable_sort(first, at, [](auto a, auto b) { return combining_class(a) < combining_class(b); });
  }
}

void append_nfc(std::string_view text, std::string& out) {
  CodePoints points = decompose(text);
  order_marks(points);
  auto n = utf8proc_normalize_utf32(points.data(), static_cast<utf8proc_ssize_t>(points.size()), composed);
  for (auto i = points.begin(); i != points.begin() + n; ++i) {
    std::array<utf8proc_uint8_t, 4> bytes;
    auto size = utf8proc_encode_char(*i, bytes.data());
    out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size));
  }
}

struct Run {
  std::size_t begin, end;
};

// The next run of characters that are not inert, with the inert one before it; empty, at the end, when there is none.
Run next_run(std::string_view text, std::size_t at) {
  std::size_t before = at;
  while (at < text.size()) {
    utf8::Decoded c = utf8::decode(text.data() + at);
    if (!is_nfc_inert(c.code_point)) break;
    before = at;
    at += c.size;
  }
  if (at == text.size()) return {at, at};
  while (at < text.size()) {
    utf8::Decoded c = utf8::decode(text.data() + at);
    if (is_nfc_inert(c.code_point)) break;
    at += c.size;
  }
  return {before, at};
}

}  // namespace

bool is_nfc_inert(char32_t c) {
  return c < 0x300                        // Latin
         || (c >= 0x2010 && c <= 0x2027)  // dashes, quotation marks, bullets
         || (c >= 0x3041 && c <= 0x3096)  // hiragana
         || (c >= 0x30A1 && c <= 0x30FA)  // katakana
         || (c >= 0x4E00 && c <= 0x9FFF)  // Han
         || (c >= 0xAC00 && c <= 0xD7A3)  // Hangul syllables
         || (c >= 0xFF01 && c <= 0xFF60)  // full-width forms
         || (c >= 0x1F300 && c <= 0x1F6FF);  // emoji
}

std::string_view to_nfc(std::string_view text, std::string& scratch) {
  if (next_run(text, 0).begin == text.size()) return text;
  scratch.clear();
  for (std::size_t at = 0; at < text.size();) {
    Run run = next_run(text, at);
    scratch += text.substr(at, run.begin - at);
    append_nfc(text.substr(run.begin, run.end - run.begin), scratch);
    at = run.end;
  }
  return scratch;
}

}  // namespace ssdetect
