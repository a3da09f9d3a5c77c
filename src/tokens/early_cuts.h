// Where does a text fall apart before anybody looks for its words?
//
// At added tokens, each of which is one token wherever it stands; for Kimi, at cuts of its own as well.
// Results are parts of the text. Cannot fail.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ssdetect {

// Finds added tokens: leftmost first, the longest of those that start at one place. Immutable, shareable
// between threads.
class AddedTokens {
 public:
  explicit AddedTokens(std::vector<std::string> texts);

  // A part of `text`; empty, at its end, when there is none.
  std::string_view find_in(std::string_view text) const;

 private:
  std::size_t longest_at(std::string_view text) const;
  std::size_t next_candidate(std::string_view text) const;

  std::vector<std::string> texts_;  // sorted
  std::array<bool, 256> starts_{};  // a token starts with this byte
  char only_start_ = 0;             // when all start with the same byte
  std::size_t distinct_starts_ = 0;
};

// Kimi's own tokenizer cuts a text at every 400,000 characters, and inside such a part before the 25,001st
// character in a row of one class (space or not). An added token or a word across a cut falls apart, so the
// cuts change counts. Valid UTF-8; borrows the text.
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
