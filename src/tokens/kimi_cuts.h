// Where does Kimi's own tokenizer cut a text before it looks at it?
//
// At every 400,000 characters, and inside such a part before the 25,001st character in a row of one class
// (space or not). An added token or a word across a cut falls apart, so the cuts change counts. Valid UTF-8;
// borrows the text.
#pragma once

#include <cstddef>
#include <string_view>

namespace ssdetect {

class KimiCuts {
 public:
  static constexpr std::size_t longest_part = 400'000;  // characters
  static constexpr std::size_t longest_run = 25'000;    // characters

  explicit KimiCuts(std::string_view text) : text_(text) {}

  // The next part; empty when there is none left.
  std::string_view next();

 private:
  std::string_view text_;
  std::size_t left_ = longest_part;  // characters before the next of the first kind of cut
};

}  // namespace ssdetect
