// The mean is the first value plus the mean distance from it, so that equal values have themselves for a
// mean. The standard deviation takes a second pass over the distances from that mean, scaled by the largest
// (values of 1e-200 keep their spread), and removes what the rounded mean left behind: Chan, Golub & LeVeque
// 1983, The American Statistician 37(3):242-247. The running spread is Welford's update: with d the distance
// of a new value from the old mean, the mean moves by d/n and the sum of squares grows by d * (distance from
// the new mean): Welford 1962, Technometrics 4(3):419-420. Linear time. Covered by
// tests/stats/moments_test.cpp.
#include "stats/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ssdetect {
namespace {

// A share such as 0.29 is no exact double, and its product with 100 is 28.999...96: the product is raised by
// this before it is cut. Covers the rounding of p and of the product (half a unit each) with room to spare;
// too small to reach an integer that p (n - 1) falls short of for any p of fewer than twelve decimals.
constexpr double kProductGuard = 1 + 4 * std::numeric_limits<double>::epsilon();

double largest_distance(std::span<const double> values, double from) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value - from));
  return largest;
}

// A copy, with the middle one in its place and none larger before it.
std::vector<double> halved(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::nth_element(copy.begin(), copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2), copy.end());
  return copy;
}

}  // namespace

std::optional<double> mean(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const double first = values.front();
  double sum = 0;
  for (const double value : values) sum += value - first;
  return first + sum / static_cast<double>(values.size());
}

std::optional<double> standard_deviation(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const double center = *mean(values);
  const double unit = largest_distance(values, center);
  if (unit == 0) return 0;
  const double n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) {
    const double distance = (value - center) / unit;
    sum += distance;
    squares += distance * distance;
  }
  return unit * std::sqrt(std::max(0.0, squares - sum * sum / n) / n);
}

std::optional<double> coefficient_of_variation(std::span<const double> values) {
  const std::optional<double> center = mean(values);
  if (!center || *center == 0) return std::nullopt;
  return *standard_deviation(values) / std::abs(*center);
}

std::optional<double> median(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const std::vector<double> copy = halved(values);
  const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
  if (copy.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(copy.begin(), middle), *middle);
}

std::size_t lower_rank(double p, std::size_t count) {
  const double last = static_cast<double>(count - 1);
  return std::min(count - 1, static_cast<std::size_t>(std::floor(p * last * kProductGuard)));
}

double middle_value(std::span<const double> values) { return halved(values)[values.size() / 2]; }

std::vector<double> values_less(std::span<const double> values, double level) {
  std::vector<double> result(values.begin(), values.end());
  for (double& value : result) value -= level;
  return result;
}

double largest_magnitude(std::span<const double> values) { return largest_distance(values, 0); }

double root_mean_square(std::span<const double> values) {
  const double largest = largest_magnitude(values);
  if (largest == 0) return 0;
  double sum = 0;
  for (const double value : values) sum += (value / largest) * (value / largest);
  return largest * std::sqrt(sum / static_cast<double>(values.size()));
}

double RunningSpread::push(double value) {
  const double distance = count_ == 0 ? 0 : value - mean_;
  ++count_;
  mean_ = count_ == 1 ? value : mean_ + distance / static_cast<double>(count_);
  sum_of_squares_ += distance * (value - mean_);
  return distance;
}

}  // namespace ssdetect
