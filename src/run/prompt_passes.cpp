// An open-addressing table of the hashes of the first pass; a hash is its own address, being one already.
// Tests: tests/run/prompt_passes_test.cpp.

#include "run/prompt_passes.h"

#include <utility>

namespace ssdetect {

namespace {

constexpr std::size_t kFirstSlots = 1024;

}  // namespace

void PromptPasses::give_up() {
  looking_ = false;
  slots_ = std::vector<std::uint64_t>();
}

std::size_t PromptPasses::slot_of(std::uint64_t hash) const {
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = hash & last;
  while (slots_[slot] != 0 && slots_[slot] != hash) slot = (slot + 1) & last;
  return slot;
}

void PromptPasses::grow() {
  const auto old = std::exchange(slots_, {});
  slots_.resize(old.empty() ? kFirstSlots : 2 * old.size());
  for (const std::uint64_t hash : old)
    if (hash != 0) slots_[slot_of(hash)] = hash;
}

void PromptPasses::add(std::uint64_t hash) {
  if (!looking_) return;
  if (hash == 0) hash = 1;
  ++prompts_;
  if (4 * distinct_ >= 3 * slots_.size()) grow();
  const bool known = contains(hash);
  if (repeated_ && !known) return give_up();
  repeated_ = known;
  if (known) return;
  slots_[slot_of(hash)] = hash;
  ++distinct_;
}

std::optional<std::uint64_t> PromptPasses::length() const {
  if (!looking_ || !repeated_ || distinct_ < 2 || prompts_ < 2 * distinct_) return std::nullopt;
  return distinct_;
}

}  // namespace ssdetect
