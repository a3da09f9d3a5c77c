// Method: the bytes of a class are the bits of a mask, and a run of ones is a size, with no loop. A word is
// one byte that may stand before letters, then letters. Without letters, the first bytes choose between a run
// of ink with the newlines behind it, of spaces, and of digits. The byte after the piece decides whether that
// is all there is to see: nothing beyond ASCII is (it may belong to the run), an apostrophe may begin a
// contraction, controls are ink to some patterns. A few dozen instructions a piece.
// tests/tokens/quick_pieces_test.cpp compares with the Pretokenizer.
#include "tokens/quick_pieces.h"

#include "tokens/unicode_classes.h"

namespace ssdetect {
namespace {

enum Kind : std::uint8_t {
  alien = 1,  // beyond ASCII
  letter = 2,
  digit = 4,
  newline = 8,
  blank = 16,
  apostrophe = 32,
  ink = 64,
  control = 128,
};

constexpr std::uint8_t ascii = 0xFF & ~alien;
constexpr std::uint8_t ends_run = ascii & ~control;

std::uint8_t kind_of(std::size_t byte) {
  if (byte >= 0x80) return alien;
  if (byte == '\'') return apostrophe;
  unicode::Classes classes = unicode::class_table()[byte];
  if (classes & unicode::letter) return letter;
  if (classes & unicode::number) return digit;
  if (classes & unicode::newline) return newline;
  if (classes & unicode::blank) return blank;
  return classes & (unicode::punctuation | unicode::symbol) ? ink : control;
}

// The bytes of the window from its beginning that have a bit each.
std::uint32_t run_size(std::uint32_t bits) { return static_cast<std::uint32_t>(std::countr_one(bits)); }

std::uint32_t newlines_of(const TextWindow& window) {
  return window.bits_within('\n', '\n') | window.bits_within('\r', '\r');
}

std::uint32_t inks_of(const TextWindow& window) {
  return window.bits_within('!', '~') & ~window.folded().bits_within('a', 'z') &
         ~window.bits_within('0', '9');
}

}  // namespace

QuickPieces::QuickPieces(Pattern pattern)
    : cased_(pattern == Pattern::o200k || pattern == Pattern::kimi),
      digits_end_text_(pattern == Pattern::deepseek),
      most_digits_(pattern == Pattern::qwen ? 1 : 3) {
  const bool begins_contraction = pattern == Pattern::cl100k || pattern == Pattern::qwen;
  const std::uint8_t ends_word = cased_ ? ascii & ~apostrophe : ascii;
  for (std::size_t byte = 0; byte < roles_.size(); ++byte) {
    Role& role = roles_[byte];
    role.kind = kind_of(byte);
    if (role.kind & (alien | digit | newline)) continue;
    role.before_letters = role.kind != letter;
    role.ends_word = role.kind == apostrophe && begins_contraction ? 0 : ends_word;
  }
}

std::size_t QuickPieces::size_without_letters(const TextWindow& window, const char* p) const {
  const std::uint8_t first = role_of(p[0]).kind;
  const std::uint8_t after_space = *p == ' ' ? role_of(p[1]).kind : 0;
  if ((first | after_space) & (ink | apostrophe)) return ink_size(window, p);
  if (first & (blank | newline)) return space_size(window, p);
  return first & digit ? digits_size(p) : 0;
}

//  ?[ink]+[\r\n]*; a slash behind it is not plain, as o200k takes those behind newlines.
std::size_t QuickPieces::ink_size(const TextWindow& window, const char* p) const {
  const std::uint32_t before_newlines = run_size(inks_of(window) | (*p == ' '));
  const std::uint32_t taken = (std::uint32_t{1} << before_newlines) - 1;
  const std::uint32_t size = run_size(newlines_of(window) | taken);
  if (size > longest || p[size] == '/') return 0;
  return role_of(p[size]).kind & ends_run ? size : 0;
}

// \s*[\r\n]+|\s+(?!\S)|\s+
std::size_t QuickPieces::space_size(const TextWindow& window, const char* p) const {
  const std::uint32_t run = run_size(window.bits_within('\t', '\r') | window.bits_within(' ', ' '));
  if (run > longest) return 0;
  const std::uint8_t end = role_of(p[run]).kind;
  if (!(end & ends_run)) return 0;
  const std::uint32_t newlines = newlines_of(window) & ((std::uint32_t{1} << run) - 1);
  if (newlines != 0) return static_cast<std::size_t>(std::bit_width(newlines));
  return run == 1 || (digits_end_text_ && end == digit) ? run : run - 1;
}

std::size_t QuickPieces::digits_size(const char* p) const {
  std::size_t size = 1;
  while (size < most_digits_ && role_of(p[size]).kind == digit) ++size;
  return role_of(p[size]).kind & ascii ? size : 0;
}

}  // namespace ssdetect
