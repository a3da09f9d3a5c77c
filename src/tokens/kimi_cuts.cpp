// Method: walk the characters, counting those in a row of one class; a text too short for either cut is not
// walked. "Space" is Python's str.isspace: \s and the four separators U+001C to U+001F.
// tests/tokens/kimi_cuts_test.cpp
#include "tokens/kimi_cuts.h"

#include "tokens/unicode_classes.h"
#include "tokens/utf8.h"

namespace ssdetect {

namespace {

bool is_space(const unicode::Classes* table, char32_t c) {
  return (c >= 0x1C && c <= 0x1F) || (table[c] & unicode::space) != 0;
}

}  // namespace

std::string_view KimiCuts::next() {
  const unicode::Classes* table = unicode::class_table();
  std::size_t at = 0;
  std::size_t run = 0;
  bool in_spaces = false;
  if (text_.size() <= longest_run && text_.size() <= left_) at = text_.size();
  while (at < text_.size() && left_ > 0) {
    utf8::Decoded c = utf8::decode(text_.data() + at);
    bool space = is_space(table, c.code_point);
    run = space == in_spaces ? run + 1 : 1;
    if (run > longest_run) break;
    in_spaces = space;
    at += c.size;
    --left_;
  }
  if (left_ == 0) left_ = longest_part;
  std::string_view part = text_.substr(0, at);
  text_.remove_prefix(at);
  return part;
}

}  // namespace ssdetect
