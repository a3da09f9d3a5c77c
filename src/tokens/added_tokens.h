// Where is the next added token in a text?
//
// Leftmost first, the longest of those that start at one place. Immutable, shareable between threads. Cannot
// fail.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ssdetect {

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

}  // namespace ssdetect
