// Method: each alternative of a pattern is a function that returns where its match ends, or where it began
// when it does not match; a scanner tries them in the order of the pattern. Back-tracking is worked out by
// hand:
//
//   \s*[\r\n]+ | \s+(?!\S) | \s+
//       a run of spaces: up to its last newline; else all but its last character when something follows; else
//       all of it
//   [U]*[L]+ | [U]+[L]*
//       o200k; U and L share the caseless letters and the marks. The run of U, then of L. With no lower-case
//       letter after the U's, back to the last caseless one; with none, all the U's
//   [^\r\n\p{L}\p{N}]?
//       one character before the letters. A mark is both such a character and part of a word: it is tried as
//       the first, then as the second
//
// The patterns differ in what a character is; a view says so. `Stretch` ends where DeepSeek's first two
// splits (digits, CJK) cut, so its third pattern never sees past them and one pass does all three. Every scan
// is linear: no character is looked at more than a handful of times. tests/tokens/pretokenizer_test.cpp
// compares each scanner with a back-tracking matcher that interprets the patterns.
#include "tokens/pretokenizer.h"

#include <bit>
#include <cstring>
#include <vector>

#include "tokens/utf8.h"

namespace ssdetect {
namespace {

using unicode::Classes;

// As the models' files spell them.
// clang-format off
constexpr const char* cl100k_regex =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+)"
    R"(|\s+(?!\S)|\s+)";
constexpr const char* qwen_regex =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+)"
    R"(|\s+(?!\S)|\s+)";
constexpr const char* o200k_regex =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* deepseek_digits = R"(\p{N}{1,3})";
constexpr const char* deepseek_cjk = "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+";
constexpr const char* deepseek_words =
    R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^)" "\r\n"
    R"(\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[)" "\r\n" R"(]*|\s*[)" "\r\n" R"(]+|\s+(?!\S)|\s+)";
// clang-format on

constexpr Classes wordless = unicode::mark | unicode::punctuation | unicode::symbol | unicode::rest;
constexpr Classes before_word = unicode::blank | wordless;  // [^\r\n\p{L}\p{N}]
constexpr Classes upper_part = unicode::upper | unicode::other_letter | unicode::mark;
constexpr Classes lower_part = unicode::lower | unicode::other_letter | unicode::mark;
constexpr Classes inked = unicode::punctuation | unicode::symbol;
constexpr int most_digits = 3;  // \p{N}{1,3}

struct Character {
  Classes classes;  // 0 at the end of the text
  std::uint8_t size;
};

// The views decide about ASCII in line; the rest is a call away.
struct PlainText {
  const Classes* table;
  const char* end;

  bool is_ascii_at(const char* p) const { return p != end && static_cast<unsigned char>(*p) < 0x80; }
  Character ascii_at(const char* p) const { return {table[static_cast<unsigned char>(*p)], 1}; }
  Character at(const char* p) const { return is_ascii_at(p) ? ascii_at(p) : other_at(p); }

  [[gnu::noinline]] Character other_at(const char* p) const {
    if (p == end) return {0, 0};
    utf8::Decoded decoded = utf8::decode(p);
    return {table[decoded.code_point], decoded.size};
  }
};

// Kimi: a Han letter or mark is no part of a cased word.
struct HanApart : PlainText {
  Character at(const char* p) const { return is_ascii_at(p) ? ascii_at(p) : other_at(p); }

  [[gnu::noinline]] Character other_at(const char* p) const {
    Character c = PlainText::other_at(p);
    if (!(c.classes & unicode::han)) return c;
    if (c.classes & unicode::letter) return {unicode::han, c.size};
    if (c.classes & unicode::mark) return {unicode::han | unicode::rest, c.size};
    return c;
  }
};

// A character of deepseek_cjk.
bool is_cjk(char32_t c) { return (c >= 0x4E00 && c <= 0x9FA5) || (c >= 0x3040 && c <= 0x30FF); }

// DeepSeek: characters of one side of the CJK split, as far as the next digit.
struct Stretch : PlainText {
  bool cjk;

  Character at(const char* p) const {
    if (!is_ascii_at(p)) return other_at(p);
    Character c = ascii_at(p);
    return cjk || (c.classes & unicode::number) ? Character{0, 0} : c;
  }

  [[gnu::noinline]] Character other_at(const char* p) const {
    Character c = PlainText::other_at(p);
    bool other_side = c.size != 0 && is_cjk(utf8::decode(p).code_point) != cjk;
    return other_side || (c.classes & unicode::number) ? Character{0, 0} : c;
  }
};

template <class View>
const char* skip(const View& view, const char* p, Classes mask) {
  for (Character c = view.at(p); c.classes & mask; c = view.at(p)) p += c.size;
  return p;
}

constexpr std::uint64_t each_byte(std::uint64_t value) { return value * 0x0101010101010101; }

// The high bit of each byte of `chunk` that is in first..last, both ASCII letters.
std::uint64_t bytes_within(std::uint64_t chunk, char first, char last) {
  std::uint64_t low_bits = chunk & each_byte(0x7F);
  std::uint64_t from_first = low_bits + each_byte(0x80 - static_cast<std::uint64_t>(first));
  std::uint64_t past_last = low_bits + each_byte(0x7F - static_cast<std::uint64_t>(last));
  return from_first & ~past_last & ~chunk & each_byte(0x80);
}

// Past the ASCII letters at `p`, eight at a time: most words end in the first eight, without a branch to
// mispredict. May stop early near the end of the text. With `fold`, capitals count as letters.
template <bool fold>
const char* skip_ascii_letters(const char* p, const char* end) {
  while (end - p >= 8) {
    std::uint64_t chunk;
    std::memcpy(&chunk, p, 8);
    std::uint64_t others = bytes_within(fold ? chunk | each_byte(0x20) : chunk, 'a', 'z') ^ each_byte(0x80);
    if (others != 0) return p + std::countr_zero(others) / 8;
    p += 8;
  }
  return p;
}

template <class View>
const char* skip_digits(const View& view, const char* p, int most) {
  Character c = view.at(p);
  for (int n = 0; n < most && (c.classes & unicode::number); ++n, c = view.at(p)) p += c.size;
  return p;
}

template <class View>
const char* skip_newlines_and_slashes(const View& view, const char* p) {
  while (view.at(p).size == 1 && (*p == '\r' || *p == '\n' || *p == '/')) ++p;
  return p;
}

// (?i:'s|'t|'re|'ve|'m|'ll|'d); the long s of U+017F folds to s.
const char* contraction_end(const char* p, const char* end) {
  if (end - p < 2 || *p != '\'') return p;
  char first = static_cast<char>(p[1] | 0x20);
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return p + 2;
  if (end - p < 3) return p;
  if (p[1] == '\xC5' && p[2] == '\xBF') return p + 3;
  char second = static_cast<char>(p[2] | 0x20);
  bool matches = (first == 'l' && second == 'l') || ((first == 'r' || first == 'v') && second == 'e');
  return matches ? p + 3 : p;
}

//  ?[mask]+, without the newlines that follow.
template <class View>
const char* ink_end(const View& view, const char* p, Classes mask) {
  const char* ink = p + (*p == ' ');
  const char* end = skip(view, ink, mask);
  return end == ink ? p : end;
}

template <class View>
const char* space_end(const View& view, const char* p) {
  const char* last = p;
  const char* at = p;
  const char* after_newline = nullptr;
  for (Character c = view.at(at); c.classes & unicode::space; c = view.at(at)) {
    last = at;
    at += c.size;
    if (c.classes & unicode::newline) after_newline = at;
  }
  if (after_newline != nullptr) return after_newline;
  bool something_follows = view.at(at).size != 0;
  return something_follows && last != p ? last : at;
}

// [^\r\n\p{L}\p{N}]?\p{L}+
const char* word_end(const PlainText& view, const char* p, Character first) {
  const char* letters = first.classes & before_word ? p + first.size : p;
  const char* end = skip(view, skip_ascii_letters<true>(letters, view.end), unicode::letter);
  return end == letters ? p : end;
}

struct CasedRun {
  const char* mixed_end;  // of [U]*[L]+; null when there is none
  const char* upper_end;  // of [U]*
};

template <class View>
CasedRun cased_run(const View& view, const char* p) {
  const char* after_caseless = nullptr;
  Character c = view.at(p);
  for (; c.classes & upper_part; c = view.at(p)) {
    p += c.size;
    if (c.classes & lower_part) after_caseless = p;
  }
  if (c.classes & lower_part) return {skip(view, skip_ascii_letters<false>(p, view.end), lower_part), p};
  return {after_caseless, p};
}

// [^\r\n\p{L}\p{N}]?[U]*[L]+ | [^\r\n\p{L}\p{N}]?[U]+[L]*
template <class View>
const char* cased_word_end(const View& view, const char* p, Character first) {
  const char* letters = first.classes & before_word ? p + first.size : p;
  CasedRun run = cased_run(view, letters);
  if (run.mixed_end != nullptr) return run.mixed_end;
  if (first.classes & unicode::mark) return cased_run(view, p).mixed_end;
  return run.upper_end == letters ? p : run.upper_end;
}

// cl100k_regex and qwen_regex, which differ in the number of digits.
template <int digits>
const char* scan_cl100k(const Classes* table, const char* p, const char* end) {
  PlainText view{table, end};
  if (const char* contraction = contraction_end(p, end); contraction != p) return contraction;
  Character first = view.at(p);
  if (first.classes & unicode::number) return skip_digits(view, p, digits);
  if (const char* word = word_end(view, p, first); word != p) return word;
  if (const char* ink = ink_end(view, p, wordless); ink != p) return skip(view, ink, unicode::newline);
  return space_end(view, p);
}

// o200k_regex
const char* scan_o200k(const Classes* table, const char* p, const char* end) {
  PlainText view{table, end};
  Character first = view.at(p);
  if (first.classes & unicode::number) return skip_digits(view, p, most_digits);
  if (const char* word = cased_word_end(view, p, first); word != p) return contraction_end(word, end);
  if (const char* ink = ink_end(view, p, wordless); ink != p) return skip_newlines_and_slashes(view, ink);
  return space_end(view, p);
}

// [\p{Han}]+|(o200k's words, with &&[^\p{Han}] in each class)|\p{N}{1,3}
// | ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
const char* scan_kimi(const Classes* table, const char* p, const char* end) {
  HanApart view{{table, end}};
  Character first = view.at(p);
  if (first.classes & unicode::han) return skip(view, p, unicode::han);
  if (first.classes & unicode::number) return skip_digits(view, p, most_digits);
  if (const char* word = cased_word_end(view, p, first); word != p) return contraction_end(word, end);
  if (const char* ink = ink_end(view, p, wordless); ink != p) return skip(view, ink, unicode::newline);
  return space_end(view, p);
}

bool is_ascii_letter(char c) { return static_cast<unsigned char>((c | 0x20) - 'a') < 26; }

// [!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+: a character of ASCII ink, then ASCII letters.
const char* ascii_word_end(const char* p, const char* end) {
  const char* at = p + 1;
  while (at != end && is_ascii_letter(*at)) ++at;
  return at == p + 1 ? p : at;
}

// [^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+
const char* marked_word_end(const Stretch& view, const char* p, Character first) {
  constexpr Classes word = unicode::letter | unicode::mark;
  const char* letters = first.classes & (unicode::blank | unicode::rest) ? p + first.size : p;
  const char* end = skip(view, skip_ascii_letters<true>(letters, view.end), word);
  return end == letters ? p : end;
}

// deepseek_words
const char* deepseek_match_end(const Stretch& view, const char* p, Character first) {
  if (first.size == 1 && (first.classes & inked)) {
    if (const char* word = ascii_word_end(p, view.end); word != p) return word;
  }
  if (const char* word = marked_word_end(view, p, first); word != p) return word;
  if (const char* ink = ink_end(view, p, inked); ink != p) return skip(view, ink, unicode::newline);
  return first.classes & unicode::space ? space_end(view, p) : p;
}

// What lies between two matches is a piece, too. Digits, the first split, match nothing of the third.
const char* scan_deepseek(const Classes* table, const char* p, const char* end) {
  PlainText text{table, end};
  if (text.at(p).classes & unicode::number) return skip_digits(text, p, most_digits);
  Stretch view{{text}, is_cjk(utf8::decode(p).code_point)};
  const char* at = p;
  for (Character c = view.at(at); c.size != 0; c = view.at(at)) {
    const char* match = deepseek_match_end(view, at, c);
    if (match != at) return at == p ? match : at;
    at += c.size;
  }
  return at;
}

struct KnownSplits {
  Pattern pattern;
  std::vector<std::string_view> regexes;
};

const std::vector<KnownSplits>& known_splits() {
  static const std::vector<KnownSplits> known = {
      {Pattern::cl100k, {cl100k_regex}},
      {Pattern::qwen, {qwen_regex}},
      {Pattern::o200k, {o200k_regex}},
      {Pattern::deepseek, {deepseek_digits, deepseek_cjk, deepseek_words}},
  };
  return known;
}

}  // namespace

Pretokenizer::Pretokenizer(Pattern pattern)
    : table_(unicode::class_table()), scan_(scan_cl100k<most_digits>) {
  if (pattern == Pattern::o200k) scan_ = scan_o200k;
  if (pattern == Pattern::kimi) scan_ = scan_kimi;
  if (pattern == Pattern::qwen) scan_ = scan_cl100k<1>;
  if (pattern == Pattern::deepseek) scan_ = scan_deepseek;
}

std::optional<Pattern> pattern_of_splits(const std::vector<std::string_view>& regexes) {
  for (const KnownSplits& known : known_splits()) {
    if (known.regexes == regexes) return known.pattern;
  }
  return std::nullopt;
}

}  // namespace ssdetect
