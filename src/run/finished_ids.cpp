// Among 3 million ids two share half of their keys with a chance of 3e-7. Thinning walks over all and then
// leaves a quarter of the room or more, so an id pays for it a few times at most. Tests:
// tests/run/finished_ids_test.cpp.

#include "run/finished_ids.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace ssdetect {

namespace {

constexpr std::size_t kPlaceBytes = 24;
constexpr float kFullest = 0.8f;
constexpr std::size_t kLeastPlaces = 64, kMostPlaces = std::size_t{1} << 22;
constexpr int kMostHalvings = 63;
constexpr std::size_t kRecent = 4;  // one in so many places is for the ids that are recent

}  // namespace

// One in two, four, eight ... of all ids, whatever they are.
bool FinishedIds::is_kept(std::uint64_t id, int halvings) {
  return halvings == 0 || (id * kGolden) >> (64 - halvings) == 0;
}

FinishedIds::FinishedIds(std::size_t memory) {
  const std::size_t places = std::clamp(std::bit_floor(memory / kPlaceBytes), kLeastPlaces, kMostPlaces);
  most_ = places * 3 / 4;
  numbers_.max_load_factor(kFullest);
}

void FinishedIds::add(const RequestKey& id, std::size_t number) {
  if (numbers_.size() >= most_) thin(number);
  numbers_[id.low] = static_cast<std::uint32_t>(number);
}

std::optional<std::size_t> FinishedIds::find(const RequestKey& id) const {
  const auto found = numbers_.find(id.low);
  return found == numbers_.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

std::size_t FinishedIds::bytes() const { return numbers_.bucket_count() * kPlaceBytes; }

// Those that have grown old since the last time are thinned like the older ones, and only then all of them
// more.
void FinishedIds::thin(std::size_t newest) {
  const std::size_t recent = newest - std::min(newest, most_ / kRecent);
  for (;; ++halvings_) {
    for (auto it = numbers_.begin(); it != numbers_.end();) {
      const bool stays = it->second >= recent || is_kept(it->first, halvings_);
      it = stays ? std::next(it) : numbers_.erase(it);
    }
    if (numbers_.size() <= most_ * 3 / 4 || halvings_ == kMostHalvings) return;
  }
}

}  // namespace ssdetect
