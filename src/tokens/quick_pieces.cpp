// Method: the piece is one byte that may stand before letters, then letters: a bit for each letter of the
// window, and the run of ones is the size, with no loop. The byte after it decides whether that is all there is
// to see: any of ASCII ends a word (other letters and marks may join it), save an apostrophe that may begin a
// contraction. With no letters, the first byte is a piece when what follows joins nothing: a digit, or, after
// ink, a blank. A few dozen instructions a piece. tests/tokens/quick_pieces_test.cpp compares with the
// Pretokenizer.
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

}  // namespace

QuickPieces::QuickPieces(Pattern pattern) : cased_(pattern == Pattern::o200k || pattern == Pattern::kimi) {
  const bool begins_contraction = pattern == Pattern::cl100k || pattern == Pattern::qwen;
  const std::uint8_t ends_word = cased_ ? ascii & ~apostrophe : ascii;
  for (std::size_t byte = 0; byte < roles_.size(); ++byte) {
    Role& role = roles_[byte];
    role.kind = kind_of(byte);
    if (role.kind & (alien | digit | newline)) continue;
    role.before_letters = role.kind != letter;
    role.ends[0] = role.kind == apostrophe && begins_contraction ? 0 : ends_word;
    if (role.kind == blank) role.ends[1] = digit;
    if (role.kind & (apostrophe | ink)) role.ends[1] = digit | blank;
  }
}

}  // namespace ssdetect
