// Added tokens: the texts are sorted, so those that share a beginning are neighbours. At a byte that starts
// one, the range of those that still match narrows byte by byte; the last one found complete is the longest.
// Real models' texts differ after a few bytes, so a false start costs little.
//
// Kimi's cuts: walk the characters, counting those in a row of one class; a text too short for either cut is
// not walked. "Space" is Python's str.isspace: \s and the four separators U+001C to U+001F.
// Tests: tests/tokens/early_cuts_test.cpp.
#include "tokens/early_cuts.h"

#include <algorithm>

#include "tokens/unicode_classes.h"
#include "tokens/utf8.h"

namespace ssdetect {
namespace {

bool is_space(const unicode::Classes* table, char32_t c) {
  return (c >= 0x1C && c <= 0x1F) || (table[c] & unicode::space) != 0;
}

}  // namespace

AddedTokens::AddedTokens(std::vector<std::string> texts) : texts_(std::move(texts)) {
  std::sort(texts_.begin(), texts_.end());
  for (const std::string& text : texts_) {
    bool& starts = starts_[static_cast<unsigned char>(text[0])];
    distinct_starts_ += starts ? 0 : 1;
    starts = true;
    only_start_ = text[0];
  }
}

std::string_view AddedTokens::find_in(std::string_view text) const {
  std::size_t at = next_candidate(text);
  while (at < text.size()) {
    if (std::size_t size = longest_at(text.substr(at))) return text.substr(at, size);
    at += 1 + next_candidate(text.substr(at + 1));
  }
  return text.substr(text.size());
}

std::size_t AddedTokens::next_candidate(std::string_view text) const {
  if (distinct_starts_ == 0) return text.size();
  if (distinct_starts_ == 1) return std::min(text.find(only_start_), text.size());
  auto starts = [this](char c) { return starts_[static_cast<unsigned char>(c)]; };
  return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), starts) - text.begin());
}

// The size of the longest token that `text` starts with, 0 for none.
std::size_t AddedTokens::longest_at(std::string_view text) const {
  std::size_t longest = 0;
  auto first = texts_.begin();
  auto last = texts_.end();
  for (std::size_t i = 0; first != last; ++i) {
    if (first->size() == i) {  // the shortest of a range comes first
      longest = i;
      if (++first == last) break;
    }
    if (i == text.size()) break;
    auto byte = [i](const std::string& s) { return static_cast<unsigned char>(s[i]); };
    auto wanted = static_cast<unsigned char>(text[i]);
    first = std::partition_point(first, last, [&](const std::string& s) { return byte(s) < wanted; });
    last = std::partition_point(first, last, [&](const std::string& s) { return byte(s) == wanted; });
  }
  return longest;
}

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
