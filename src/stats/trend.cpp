// Least squares on t = 0..n-1. The level is taken away first and time is counted from its middle, where slope
// and intercept are independent: no digits are lost to an offset, and equal values leave residuals of exactly
// 0. The Newey-West error is the Bartlett-weighted spectrum of (time * residual) at 0: Newey & West 1987,
// Econometrica 55:703-708. Linear time, Newey-West O(n * lag).
//
// The Theil-Sen slope is the median of the slopes of all pairs (Theil 1950; Sen 1968, JASA 63:1379-1389), up
// to kStoredSeries values by selection among all slopes. Above, memory would be quadratic, so the slopes
// below s are counted instead: they are the pairs that fall once s * t is taken away (Cole, Salowe, Steiger &
// Szemeredi 1989). Bisection shrinks a bracket around the median until it holds a few slopes per value; those
// are the pairs that change places between the orders at its two ends, which an insertion sort visits one by
// one. If countless slopes are equal, the bracket shrinks to that slope instead, and a slope of 0 is asked
// for first, so that it is found exactly. O(n log n) a step, some 25 steps. Covered by
// tests/stats/trend_test.cpp.
#include "stats/trend.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/distributions.h"
#include "stats/moments.h"
#include "stats/ranks.h"

namespace ssdetect {
namespace {

// --- Lines ---

// Residuals within this many units in the last place of the largest value are rounding, not scatter. Larger,
// and values with a common offset of 1e15 times their spread would pass for a line; smaller, and 0.1, 0.2,
// ... would not.
constexpr double kRoundingUnits = 8;

struct Line {
  double slope;
  double mean;
  std::vector<double> residuals;
};

double middle_time(std::size_t n) { return (static_cast<double>(n) - 1) / 2; }

// Sum of (t - middle)^2.
double time_spread(std::size_t n) {
  const double count = static_cast<double>(n);
  return count * (count * count - 1) / 12;
}

double slope_of(std::span<const double> values) {
  const double middle = middle_time(values.size());
  double sum = 0;
  for (std::size_t t = 0; t < values.size(); ++t) sum += (static_cast<double>(t) - middle) * values[t];
  return sum / time_spread(values.size());
}

// `series` has at least 2 values.
Line fit(std::span<const double> series) {
  const double level = middle_value(series);
  std::vector<double> values = values_less(series, level);
  const double rest = *mean(values);
  for (double& value : values) value -= rest;
  const double slope = slope_of(values), middle = middle_time(values.size());
  for (std::size_t t = 0; t < values.size(); ++t) values[t] -= slope * (static_cast<double>(t) - middle);
  return {slope, level + rest, std::move(values)};
}

bool only_rounding(std::span<const double> residuals, std::span<const double> series) {
  const double unit = std::numeric_limits<double>::epsilon() * largest_magnitude(series);
  return largest_magnitude(residuals) <= kRoundingUnits * unit;
}

int newey_west_lag(std::size_t n) {
  return std::max(1, static_cast<int>(4 * std::pow(static_cast<double>(n) / 100, 2.0 / 9)));
}

// (t - middle) * residual / unit.
std::vector<double> scores(std::span<const double> residuals, double unit) {
  std::vector<double> result(residuals.size());
  const double middle = middle_time(residuals.size());
  for (std::size_t t = 0; t < result.size(); ++t) {
    result[t] = (static_cast<double>(t) - middle) * (residuals[t] / unit);
  }
  return result;
}

// Sum of products at distance 0, plus twice those at distance 1..lag with weights that fall to 0 at lag + 1.
double bartlett_sum(std::span<const double> scores, int lag) {
  double total = 0;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(lag) && k < scores.size(); ++k) {
    const double weight = k == 0 ? 1 : 2 * (1 - static_cast<double>(k) / (lag + 1));
    total += weight * std::inner_product(scores.begin() + static_cast<std::ptrdiff_t>(k), scores.end(),
                                         scores.begin(), 0.0);
  }
  return total;
}

// --- The median of slopes ---

constexpr std::size_t kStoredSeries = 300;  // where both ways cost about the same, half a millisecond
constexpr std::int64_t kListedPerValue = 4;
constexpr int kMaxBisections = 200;  // ends the search for equal slopes far below the spread of the values

// Both ends of the slopes looked for, and how many slopes are smaller.
struct Bracket {
  double low, high;
  std::int64_t below_low, below_high;
};

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

std::int64_t pairs_of(std::span<const double> values) {
  return static_cast<std::int64_t>(values.size() * (values.size() - 1) / 2);
}

std::vector<double> less_slope(std::span<const double> values, double slope) {
  std::vector<double> level(values.size());
  for (std::size_t t = 0; t < values.size(); ++t)
    level[t] = std::fma(-slope, static_cast<double>(t), values[t]);
  return level;
}

std::int64_t slopes_below(std::span<const double> values, double slope) {
  return count_inversions(less_slope(values, slope));
}

std::int64_t slopes_above_zero(std::span<const double> values) {
  std::vector<double> mirrored(values.begin(), values.end());
  for (double& value : mirrored) value = -value;
  return count_inversions(mirrored);
}

// No pair is steeper than the steepest neighbours.
Bracket steepest_neighbours(std::span<const double> values) {
  double low = values[1] - values[0], high = low;
  for (std::size_t t = 2; t < values.size(); ++t) {
    low = std::min(low, values[t] - values[t - 1]);
    high = std::max(high, values[t] - values[t - 1]);
  }
  return {low, std::nextafter(high, std::numeric_limits<double>::infinity()), 0, pairs_of(values)};
}

bool collapsed(const Bracket& bracket) {
  const double size = std::max(std::abs(bracket.low), std::abs(bracket.high));
  return bracket.high - bracket.low <= std::numeric_limits<double>::epsilon() * size;
}

void cut_at(Bracket& bracket, std::span<const double> values, double slope, std::int64_t rank) {
  const std::int64_t below = slopes_below(values, slope);
  if (below <= rank) {
    bracket.low = slope;
    bracket.below_low = below;
  } else {
    bracket.high = slope;
    bracket.below_high = below;
  }
}

// Holds the slope that has `rank` others before it.
Bracket bracket_of(std::span<const double> values, std::int64_t rank) {
  Bracket bracket = steepest_neighbours(values);
  if (bracket.low < 0 && bracket.high > 0) cut_at(bracket, values, 0, rank);
  const bool zero = bracket.low == 0 && rank < pairs_of(values) - slopes_above_zero(values);
  if (zero) return {0, 0, bracket.below_low, bracket.below_high};
  const std::int64_t few = kListedPerValue * static_cast<std::int64_t>(values.size());
  for (int step = 0; step < kMaxBisections; ++step) {
    if (bracket.below_high - bracket.below_low <= few || collapsed(bracket)) break;
    cut_at(bracket, values, std::midpoint(bracket.low, bracket.high), rank);
  }
  return bracket;
}

// The slopes in [low, high): pairs in order at the low end that are out of order at the high end.
std::vector<double> slopes_within(std::span<const double> values, const Bracket& bracket) {
  std::vector<std::size_t> order = positions_by_value(less_slope(values, bracket.low));
  const std::vector<double> key = less_slope(values, bracket.high);
  std::vector<double> slopes;
  for (std::size_t p = 1; p < order.size(); ++p) {
    const std::size_t moved = order[p];
    std::size_t q = p;
    for (; q > 0 && key[order[q - 1]] > key[moved]; --q) {
      const double time = static_cast<double>(moved) - static_cast<double>(order[q - 1]);
      slopes.push_back((values[moved] - values[order[q - 1]]) / time);
      order[q] = order[q - 1];
    }
    order[q] = moved;
  }
  return slopes;
}

double slope_in(const Bracket& bracket, std::span<const double> values, std::int64_t rank) {
  const double middle = std::midpoint(bracket.low, bracket.high);
  if (collapsed(bracket)) return middle;
  std::vector<double> slopes = slopes_within(values, bracket);
  const std::int64_t index = rank - bracket.below_low;
  if (index >= static_cast<std::int64_t>(slopes.size()))
    return middle;  // rounding moved a slope across an end
  std::nth_element(slopes.begin(), slopes.begin() + index, slopes.end());
  return slopes[static_cast<std::size_t>(index)];
}

double median_by_counting(std::span<const double> series) {
  const std::vector<double> values = values_less(series, middle_value(series));
  const std::int64_t upper = pairs_of(values) / 2, lower = (pairs_of(values) - 1) / 2;
  const Bracket around = bracket_of(values, upper);
  const bool holds_both = lower >= around.below_low;
  const double slope = slope_in(around, values, upper);
  if (lower == upper) return slope;
  return std::midpoint(slope, slope_in(holds_both ? around : bracket_of(values, lower), values, lower));
}

}  // namespace

std::optional<LinearFit> linear_fit(std::span<const double> series) {
  if (series.size() < 2) return std::nullopt;
  const Line line = fit(series);
  const double squares =
      std::inner_product(line.residuals.begin(), line.residuals.end(), line.residuals.begin(), 0.0);
  return LinearFit{line.slope, line.mean - line.slope * middle_time(series.size()), squares};
}

std::optional<double> relative_drift(std::span<const double> series) {
  if (series.size() < 2) return std::nullopt;
  const double center = *median(series);
  if (center == 0) return std::nullopt;
  // A slope needs no residuals: any level will do.
  const double slope = slope_of(values_less(series, center));
  return slope * static_cast<double>(series.size() - 1) / center;
}

std::optional<NeweyWest> newey_west(std::span<const double> series) {
  if (series.size() < 3) return std::nullopt;
  const Line line = fit(series);
  if (only_rounding(line.residuals, series)) return std::nullopt;
  const double unit = largest_magnitude(line.residuals);
  const int lag = newey_west_lag(series.size());
  const double spectrum = bartlett_sum(scores(line.residuals, unit), lag);
  if (spectrum <= 0) return std::nullopt;
  const double error = unit * std::sqrt(spectrum) / time_spread(series.size());
  const double t = line.slope / error;
  const double freedom = static_cast<double>(series.size() - 2);
  return NeweyWest{line.slope, error, lag, t, normal_two_sided_p(t), student_two_sided_p(t, freedom)};
}

std::optional<SlopeVersusScatter> slope_versus_scatter(std::span<const double> series) {
  if (series.size() < 3) return std::nullopt;
  const std::optional<double> drift = relative_drift(series);
  if (!drift) return std::nullopt;
  const Line line = fit(series);
  const double change = std::abs(line.slope) * static_cast<double>(series.size() - 1);
  if (change == 0) return SlopeVersusScatter{*drift, 0};
  if (only_rounding(line.residuals, series)) {
    return SlopeVersusScatter{*drift, std::numeric_limits<double>::infinity()};
  }
  return SlopeVersusScatter{*drift, change / root_mean_square(line.residuals)};
}

std::optional<double> theil_sen_slope(std::span<const double> series) {
  if (series.size() < 2) return std::nullopt;
  return series.size() <= kStoredSeries ? median(all_slopes(series)) : median_by_counting(series);
}

}  // namespace ssdetect
