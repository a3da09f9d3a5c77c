// Method: nearly all text is in NFC already. Characters that never change and never join to the one before
// them (`is_nfc_inert`) are skipped; a run of others, with the one character before it that they may join to,
// goes through utf8proc: decompose each, order the marks of each base by their combining class, compose. The
// ordering is done here because utf8proc's is quadratic in the marks on one base. tests/tokens/nfc_test.cpp
// compares with utf8proc over whole texts, and checks the inert characters one by one.
#include "tokens/nfc.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tokens/utf8.h"

namespace ssdetect {
namespace {

using CodePoints = std::vector<utf8proc_int32_t>;

struct Range {
  char32_t first, last;
};

// What Unicode 10 to 17 normalise, and the models' own tokenizers do not: their tables are those of
// Unicode 9. Found by comparing the NFC of npm `tokenizers` 0.23.2 with ICU's (Unicode 17), code point by
// code point.
// clang-format off
constexpr Range young[] = {
    {0x7FD, 0x7FD}, {0x897, 0x89F}, {0x8CA, 0x8D3}, {0x9FE, 0x9FE}, {0xC3C, 0xC3C}, {0xD3B, 0xD3C},
    {0xEBA, 0xEBA}, {0x1715, 0x1715}, {0x1ABF, 0x1ADD}, {0x1AE0, 0x1AEB}, {0x1DF6, 0x1DFA}, {0xA82C, 0xA82C},
    {0x105C9, 0x105C9}, {0x105D2, 0x105D2}, {0x105DA, 0x105DA}, {0x105E4, 0x105E4}, {0x10D24, 0x10D27},
    {0x10D69, 0x10D6D}, {0x10EAB, 0x10EAC}, {0x10EFA, 0x10EFB}, {0x10EFD, 0x10EFF}, {0x10F46, 0x10F50},
    {0x10F82, 0x10F85}, {0x11070, 0x11070}, {0x1133B, 0x1133B}, {0x11382, 0x11385}, {0x1138B, 0x1138B},
    {0x1138E, 0x1138E}, {0x11390, 0x11391}, {0x113B8, 0x113B8}, {0x113BB, 0x113BB}, {0x113C2, 0x113C2},
    {0x113C5, 0x113C5}, {0x113C7, 0x113C9}, {0x113CE, 0x113D0}, {0x1145E, 0x1145E}, {0x11839, 0x1183A},
    {0x11930, 0x11930}, {0x11935, 0x11935}, {0x11938, 0x11938}, {0x1193D, 0x1193E}, {0x11943, 0x11943},
    {0x119E0, 0x119E0}, {0x11A34, 0x11A34}, {0x11A47, 0x11A47}, {0x11A99, 0x11A99}, {0x11D42, 0x11D42},
    {0x11D44, 0x11D45}, {0x11D97, 0x11D97}, {0x11F41, 0x11F42}, {0x1611E, 0x16129}, {0x1612F, 0x1612F},
    {0x16D63, 0x16D63}, {0x16D67, 0x16D6A}, {0x16FF0, 0x16FF1}, {0x1E08F, 0x1E08F}, {0x1E130, 0x1E136},
    {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF}, {0x1E4EC, 0x1E4EF}, {0x1E5EE, 0x1E5EF}, {0x1E6E3, 0x1E6E3},
    {0x1E6E6, 0x1E6E6}, {0x1E6EE, 0x1E6EF}, {0x1E6F5, 0x1E6F5},
};
// clang-format on

constexpr auto composed = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);

CodePoints decompose(std::string_view text) {
  CodePoints points;
  std::array<utf8proc_int32_t, 32> parts;  // canonical decompositions have at most 4
  for (std::size_t at = 0; at < text.size();) {
    utf8::Decoded c = utf8::decode(text.data() + at);
    auto n = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c.code_point), parts.data(), parts.size(),
                                     composed, nullptr);
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

// The next run of characters that are not inert, with the inert one before it unless it is too young; empty,
// at the end, when there is none.
Run next_run(std::string_view text, std::size_t at) {
  std::size_t before = at;
  while (at < text.size()) {
    if (std::size_t ascii_end = utf8::skip_ascii(text, at); ascii_end > at) {
      before = ascii_end - 1;
      at = ascii_end;
      continue;
    }
    utf8::Decoded c = utf8::decode(text.data() + at);
    if (!is_nfc_inert(c.code_point)) break;
    before = is_younger_than_models(c.code_point) ? at + c.size : at;
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

bool is_younger_than_models(char32_t c) {
  auto after = std::upper_bound(std::begin(young), std::end(young), c,
                                [](char32_t x, Range r) { return x < r.first; });
  return after != std::begin(young) && c <= std::prev(after)->last;
}

bool is_nfc_inert(char32_t c) {
  return c < 0x300                          // Latin
         || (c >= 0x2010 && c <= 0x2027)    // dashes, quotation marks, bullets
         || (c >= 0x3041 && c <= 0x3096)    // hiragana
         || (c >= 0x30A1 && c <= 0x30FA)    // katakana
         || (c >= 0x4E00 && c <= 0x9FFF)    // Han
         || (c >= 0xAC00 && c <= 0xD7A3)    // Hangul syllables
         || (c >= 0xFF01 && c <= 0xFF60)    // full-width forms
         || (c >= 0x1F300 && c <= 0x1F6FF)  // emoji
         || is_younger_than_models(c);
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
