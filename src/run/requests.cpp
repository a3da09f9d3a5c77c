// Blocks of 48 kB: none moves as they grow, and little is lost between them. Requests that were kept through
// a compaction are few and found by binary search; all later ones stand at their distance from the first of
// them. Tests: tests/run/requests_test.cpp.

#include "run/requests.h"

#include <algorithm>

namespace ssdetect {

void Requests::push_back(const Request& request) {
  if (count_ == blocks_.size() * kBlock) blocks_.push_back(std::make_unique<Block>());
  at(count_++) = request;
}

std::size_t Requests::place_of(std::size_t number) const {
  if (number >= recent_) return old_.size() + (number - recent_);
  return static_cast<std::size_t>(std::lower_bound(old_.begin(), old_.end(), number) - old_.begin());
}

}  // namespace ssdetect
