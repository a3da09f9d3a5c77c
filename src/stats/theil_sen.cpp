// The median of the slopes of all pairs (Theil 1950; Sen 1968, JASA 63:1379-1389). Up to kStoredSeries values
// by selection among all slopes. Above, memory would be quadratic: the slopes below s are counted instead, as
// the pairs that fall once s * t is taken away (Cole, Salowe, Steiger & Szemeredi 1989), and s is bisected,
// starting at 0 so that a slope of exactly 0 is found as such. O(n^2) below the cap (2 million slopes); O(n
// log n) a step above, some 60 steps. Covered by tests/stats/theil_sen_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/deviations.h"
#include "stats/ranks.h"
#include "stats/trend.h"

namespace ssdetect {
namespace {

constexpr std::size_t kStoredSeries = 2000;  // 16 MB of slopes
constexpr int kMaxBisections = 200;          // ends the search for a slope far below the spread of the values

std::vector<double> all_slopes(std::span<const double> series) {
  std::vector<double> slopes;
  slopes.reserve(series.size() * (series.size() - 1) / 2);
  for (std::size_t i = 0; i < series.size(); ++i) {
    for (std::size_t j = i + 1; j < series.size(); ++j) {
      slopes.push_back((series[j] - series[i]) / static_cast<double>(j - i));
    }
  }
  return slopes;
}

double median_by_selection(std::vector<double> slopes) {
  const auto middle = slopes.begin() + static_cast<std::ptrdiff_t>(slopes.size() / 2);
  std::nth_element(slopes.begin(), middle, slopes.end());
  if (slopes.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(slopes.begin(), middle), *middle);
}

std::int64_t slopes_below(std::span<const double> values, double slope) {
  std::vector<double> level(values.size());
  for (std::size_t t = 0; t < values.size(); ++t)
    level[t] = std::fma(-slope, static_cast<double>(t), values[t]);
  return count_inversions(level);
}

std::int64_t slopes_above_zero(std::span<const double> values) {
  std::vector<double> mirrored(values.begin(), values.end());
  for (double& value : mirrored) value = -value;
  return count_inversions(mirrored);
}

struct Bracket {
  double low, high;
};

// No pair is steeper than the steepest neighbours.
Bracket steepest_neighbours(std::span<const double> values) {
  Bracket bracket{values[1] - values[0], values[1] - values[0]};
  for (std::size_t t = 2; t < values.size(); ++t) {
    bracket.low = std::min(bracket.low, values[t] - values[t - 1]);
    bracket.high = std::max(bracket.high, values[t] - values[t - 1]);
  }
  return bracket;
}

bool narrow(const Bracket& bracket) {
  const double size = std::max(std::abs(bracket.low), std::abs(bracket.high));
  return bracket.high - bracket.low <= std::numeric_limits<double>::epsilon() * size;
}

// The slope with `rank` smaller or equal ones before it: the largest s with no more than `rank` slopes below
// s.
double slope_of_rank(std::span<const double> values, std::int64_t rank) {
  Bracket bracket = steepest_neighbours(values);
  if (slopes_below(values, 0) > rank) {
    bracket.high = std::min(bracket.high, 0.0);
  } else {
    const std::int64_t pairs = static_cast<std::int64_t>(values.size() * (values.size() - 1) / 2);
    if (rank < pairs - slopes_above_zero(values)) return 0;
    bracket.low = std::max(bracket.low, 0.0);
  }
  for (int step = 0; step < kMaxBisections && !narrow(bracket); ++step) {
    const double middle = std::midpoint(bracket.low, bracket.high);
    (slopes_below(values, middle) <= rank ? bracket.low : bracket.high) = middle;
  }
  return std::midpoint(bracket.low, bracket.high);
}

double median_by_counting(std::span<const double> series) {
  const std::vector<double> values = values_less(series, middle_value(series));
  const std::int64_t pairs = static_cast<std::int64_t>(values.size() * (values.size() - 1) / 2);
  const double upper = slope_of_rank(values, pairs / 2);
  return pairs % 2 == 1 ? upper : std::midpoint(slope_of_rank(values, pairs / 2 - 1), upper);
}

}  // namespace

std::optional<double> theil_sen_slope(std::span<const double> series) {
  if (series.size() < 2) return std::nullopt;
  return series.size() <= kStoredSeries ? median_by_selection(all_slopes(series))
                                        : median_by_counting(series);
}

}  // namespace ssdetect
