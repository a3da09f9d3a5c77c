// Least squares on t = 0..n-1. The level is taken away first and time is counted from its middle, where slope
// and intercept are independent: no digits are lost to an offset, and equal values leave residuals of exactly
// 0. The Newey-West error is the Bartlett-weighted spectrum of (time * residual) at 0: Newey & West 1987,
// Econometrica 55:703-708. Linear time, Newey-West O(n * lag). Covered by tests/stats/trend_test.cpp.
#include "stats/trend.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/deviations.h"
#include "stats/distributions.h"
#include "stats/moments.h"

namespace ssdetect {
namespace {

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

}  // namespace ssdetect
