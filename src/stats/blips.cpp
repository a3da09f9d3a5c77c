// A blip is told from the scatter of differences between neighbours, by the median, so that steps and blips
// do not raise it. Two levels are the split of the sorted values that leaves the least squares (Otsu 1979);
// they are named only where they beat the best single step and the best line clearly and change sides in
// time. O(n log n). Covered by tests/stats/blips_test.cpp.
#include "stats/blips.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stats/moments.h"
#include "stats/partition.h"

namespace ssdetect {
namespace {

constexpr double kMadToDeviation = 1.4826;  // of a normal distribution
constexpr double kBlipDeviations = 4;
constexpr std::size_t kLeastForLevels = 8;
constexpr double kLeastShare = 0.25;  // of the values on either level
constexpr std::size_t kLeastSwitches = 3;
// How many times the squares a step or a line must leave: 4 + 12 / n keeps noise at 0.1 % or less.
constexpr double kSquaresRatio = 4;
constexpr double kSquaresRatioShort = 12;

double scatter_of_neighbours(std::span<const double> values) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < values.size(); ++i) steps.push_back(std::abs(values[i] - values[i - 1]));
  return kMadToDeviation * *median(steps) / std::numbers::sqrt2;
}

bool stands_out(std::span<const double> y, std::size_t i, double limit) {
  double least = std::min(y[i] - y[i - 1], y[i] - y[i + 1]),
         most = std::max(y[i] - y[i - 1], y[i] - y[i + 1]);
  const auto compare = [&](double other) {
    least = std::min(least, y[i] - other);
    most = std::max(most, y[i] - other);
  };
  if (i >= 2) compare((y[i - 1] + y[i - 2]) / 2);
  if (i + 2 < y.size()) compare((y[i + 1] + y[i + 2]) / 2);
  return least > limit || most < -limit;
}

// How many of the sorted values are on the lower level, and what both leave. 0 when all are equal.
struct Split {
  std::size_t below = 0;
  double squares = 0;
};
Split best_split(std::span<const double> sorted) {
  const SeriesSums sums(sorted, {});
  Split best;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1] == sorted[i]) continue;
    const double squares = sums.squares_of_constant(0, i) + sums.squares_of_constant(i, sorted.size());
    if (best.below == 0 || squares < best.squares) best = {i, squares};
  }
  return best;
}

double squares_of_step_or_line(std::span<const double> values) {
  const SeriesSums sums(values, {});
  double least = sums.squares_of_line(0, values.size());
  for (std::size_t i = 1; i < values.size(); ++i) {
    least = std::min(least, sums.squares_of_constant(0, i) + sums.squares_of_constant(i, values.size()));
  }
  return least;
}

std::size_t crossings(std::span<const double> values, double border) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < values.size(); ++i) count += (values[i] < border) != (values[i - 1] < border);
  return count;
}

}  // namespace

std::vector<std::size_t> blips(std::span<const double> values, double change) {
  std::vector<std::size_t> found;
  if (values.size() < 3) return found;
  const double limit = std::max(change, kBlipDeviations * scatter_of_neighbours(values));
  for (std::size_t i = 1; i + 1 < values.size(); ++i) {
    if (stands_out(values, i, limit)) found.push_back(i);
  }
  return found;
}

std::optional<TwoLevels> two_levels(std::span<const double> values, double change) {
  const std::size_t n = values.size();
  if (n < kLeastForLevels) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const Split split = best_split(sorted);
  const double count = static_cast<double>(n);
  if (static_cast<double>(std::min(split.below, n - split.below)) < kLeastShare * count) return std::nullopt;
  const std::span<const double> below(sorted.data(), split.below),
      above = std::span(sorted).subspan(split.below);
  const TwoLevels levels{*mean(below), *mean(above), crossings(values, above.front()), 0};
  if (levels.high - levels.low < change || levels.switches < kLeastSwitches) return std::nullopt;
  const double needed = (kSquaresRatio + kSquaresRatioShort / count) * split.squares;
  if (squares_of_step_or_line(values) < needed) return std::nullopt;
  return TwoLevels{levels.low, levels.high, levels.switches,
                   count / static_cast<double>(levels.switches + 1)};
}

}  // namespace ssdetect
