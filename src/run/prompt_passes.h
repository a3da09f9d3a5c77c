// After how many requests does the dataset begin again?
//
// Datasets are issued without replacement, so the first repeated prompt marks the length of a pass. Fed one
// prompt after the other, in issue order; memory grows to 11 to 21 bytes a prompt of the first
// pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ssdetect {

class PromptPasses {
 public:
  void add(std::uint64_t prompt_hash);
  void add_unknown() { give_up(); }  // a request without a prompt
  void give_up();
  // nullopt: given up, no repeat, fewer than two whole passes, a new prompt after the first repeat (so no
  // fixed set is being cycled), or a "pass" of one.
  std::optional<std::uint64_t> length() const;
  bool is_looking() const { return looking_ && !repeated_; }  // no prompt has come twice yet
  std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

 private:
  bool contains(std::uint64_t hash) const { return slots_[slot_of(hash)] == hash; }
  std::size_t slot_of(std::uint64_t hash) const;  // where it is, or belongs
  void grow();

  std::vector<std::uint64_t> slots_;  // a power of two of them; 0: free
  std::size_t distinct_ = 0;          // prompts in the first pass
  std::size_t prompts_ = 0;
  bool repeated_ = false;
  bool looking_ = true;  // until it is known that there is no length
};

}  // namespace ssdetect
