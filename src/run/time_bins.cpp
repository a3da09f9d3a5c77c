// A moment's place is its distance from the lowest reading of the clock, in whole widths: a shift, and the
// place in bins of twice the width is half of it. Tests: tests/run/time_bins_test.cpp.

#include "run/time_bins.h"

#include <algorithm>
#include <limits>

namespace ssdetect {

namespace {

constexpr std::uint64_t kZero = std::uint64_t{1} << 63;  // the reading 0, from the lowest on

}  // namespace

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

std::uint64_t TimeBins::place_of(Nanos when) const {
  return (static_cast<std::uint64_t>(when) ^ kZero) >> shift_;
}

Nanos TimeBins::edge(std::size_t bin) const {
  const std::uint64_t place = front_ + bin;
  const bool is_past_the_clock = place < front_ || (shift_ > 0 && place >> (64 - shift_) > 0);
  return is_past_the_clock ? std::numeric_limits<Nanos>::max()
                           : static_cast<Nanos>((place << shift_) ^ kZero);
}

void TimeBins::merge_pairs() {
  ++shift_;
  if (empty()) return;
  const std::uint64_t front = front_ / 2;
  std::vector<TimeBin> wider(static_cast<std::size_t>((front_ + size() - 1) / 2 - front) + 1);
  for (std::size_t i = 0; i < size(); ++i) wider[(front_ + i) / 2 - front].merge(bins_[i]);
  bins_ = std::move(wider);
  front_ = front;
}

void TimeBins::cover(Nanos first, Nanos last, std::size_t most) {
  const auto begin = [&] { return empty() ? place_of(first) : std::min(front_, place_of(first)); };
  const auto back = [&] { return empty() ? place_of(last) : std::max(front_ + size() - 1, place_of(last)); };
  while (back() - begin() >= most) merge_pairs();
  const auto count = static_cast<std::size_t>(back() - begin()) + 1;
  const std::uint64_t front = begin();
  if (!empty()) bins_.insert(bins_.begin(), static_cast<std::size_t>(front_ - front), TimeBin{});
  front_ = front;
  bins_.resize(count);
}

Nanos TimeBins::rounded(Nanos when) const {
  const std::uint64_t place = place_of(when);
  return place >= front_ && place - front_ < size() ? middle(bin_of(when)) : when;
}

}  // namespace ssdetect
