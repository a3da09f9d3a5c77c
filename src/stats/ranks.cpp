// Ranks by a stable sort of positions; inversions by merge sort: each time a right element goes first, it
// overtakes what is left of the left half (Knuth, The Art of Computer Programming 3, 5.2.4; Knight 1966). O(n
// log n). Covered through trend_test and level_shift_test, whose twins look at every pair.
#include "stats/ranks.h"

#include <algorithm>
#include <numeric>

namespace ssdetect {
namespace {

// Merges two sorted halves; returns how many elements of the left exceed one of the right, pair by pair.
std::int64_t merge_halves(std::span<double> values, std::size_t middle, std::vector<double>& spare) {
  spare.assign(values.begin(), values.end());
  std::int64_t inversions = 0;
  std::size_t left = 0, right = middle;
  for (double& slot : values) {
    const bool take_left = right == spare.size() || (left < middle && spare[left] <= spare[right]);
    if (!take_left) inversions += static_cast<std::int64_t>(middle - left);
    slot = take_left ? spare[left++] : spare[right++];
  }
  return inversions;
}

std::int64_t sort_counting(std::span<double> values, std::vector<double>& spare) {
  if (values.size() < 2) return 0;
  const std::size_t middle = values.size() / 2;
  const std::int64_t within =
      sort_counting(values.first(middle), spare) + sort_counting(values.subspan(middle), spare);
  return within + merge_halves(values, middle, spare);
}

template <typename Number>
std::vector<Number> average_ranks(std::span<const double> series, std::span<const std::size_t> order) {
  const auto n = static_cast<std::int64_t>(order.size());
  std::vector<Number> ranks(order.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && series[order[end]] == series[order[begin]]) ++end;
    // Ranks begin + 1 .. end; twice their average is begin + 1 + end.
    const std::int64_t shared = static_cast<std::int64_t>(begin + 1 + end) - (n + 1);
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = static_cast<Number>(shared);
  }
  return ranks;
}

std::vector<double> ordinal_ranks(std::span<const std::size_t> order) {
  const auto n = static_cast<std::int64_t>(order.size());
  std::vector<double> ranks(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    ranks[order[i]] = static_cast<double>(2 * static_cast<std::int64_t>(i + 1) - (n + 1));
  return ranks;
}

}  // namespace

std::vector<std::size_t> positions_by_value(std::span<const double> series) {
  std::vector<std::size_t> positions(series.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  std::stable_sort(positions.begin(), positions.end(),
                   [&](std::size_t a, std::size_t b) { return series[a] < series[b]; });
  return positions;
}

std::vector<std::int64_t> centered_average_ranks(std::span<const double> series) {
  return average_ranks<std::int64_t>(series, positions_by_value(series));
}

std::vector<double> centered_ranks(std::span<const double> series, std::span<const std::size_t> order,
                                   bool average) {
  return average ? average_ranks<double>(series, order) : ordinal_ranks(order);
}

std::int64_t count_inversions(std::span<const double> series) {
  std::vector<double> values(series.begin(), series.end());
  std::vector<double> spare;
  return sort_counting(values, spare);
}

std::vector<std::int64_t> tie_sizes(std::span<const double> series) {
  std::vector<double> sorted(series.begin(), series.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i] != sorted[i - 1]) sizes.push_back(0);
    ++sizes.back();
  }
  return sizes;
}

}  // namespace ssdetect
