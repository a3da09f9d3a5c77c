// Widths are powers of two, so merging pairs keeps every edge on an old one. Tests:
// tests/run/time_bins_test.cpp.

#include "run/time_bins.h"

#include <algorithm>
#include <limits>

namespace ssdetect {

void TimeBin::merge(const TimeBin& other) {
  issued += other.issued;
  ended += other.ended;
  started += other.started;
  with_input += other.with_input;
  finished += other.finished;
  input += other.input;
  spread += other.spread;
  recorded += other.recorded;
}

void TimeBins::merge_pairs() {
  width_ *= 2;
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const TimeBin bin = bins_[i];
    if (i % 2 == 0)
      bins_[i / 2] = bin;
    else
      bins_[i / 2].merge(bin);
  }
  bins_.resize((bins_.size() + 1) / 2);
}

// Puts empty bins in front, as many as int64 allows.
void TimeBins::begin_by(Nanos first) {
  auto bins = static_cast<Nanos>(
      (static_cast<std::uint64_t>(elapsed(first, origin_)) + static_cast<std::uint64_t>(width_) - 1) /
      static_cast<std::uint64_t>(width_));
  if (elapsed(std::numeric_limits<Nanos>::min(), origin_) / width_ < bins) --bins;
  bins_.insert(bins_.begin(), static_cast<std::size_t>(bins), TimeBin{});
  origin_ -= bins * width_;
}

void TimeBins::cover(Nanos first, Nanos last, std::size_t most) {
  if (empty()) origin_ = first;
  first = std::min(first, origin_);
  last = std::max(last, empty() ? first : edge(size()) - 1);
  const auto length = static_cast<std::uint64_t>(elapsed(first, last));
  while (length / static_cast<std::uint64_t>(width_) + 2 > most) merge_pairs();
  if (first < origin_) begin_by(first);
  bins_.resize(std::max(bins_.size(), bin_of(last) + 1));
}

Nanos TimeBins::edge(std::size_t bin) const {
  Nanos after, at;
  const bool too_far = __builtin_mul_overflow(static_cast<Nanos>(bin), width_, &after) ||
                       __builtin_add_overflow(origin_, after, &at);
  return too_far ? std::numeric_limits<Nanos>::max() : at;
}

std::size_t TimeBins::bin_of(Nanos when) const {
  return static_cast<std::size_t>(std::max<Nanos>(0, elapsed(origin_, when)) / width_);
}

TimeBin& TimeBins::at(Nanos when) { return bins_[std::min(bin_of(when), size() - 1)]; }

Nanos TimeBins::rounded(Nanos when) const {
  const std::size_t bin = bin_of(when);
  return bin < size() ? middle(bin) : when;
}

}  // namespace ssdetect
