// The mean is the first value plus the mean distance from it, so that equal values have themselves for a
// mean. The standard deviation takes a second pass over the distances from that mean, scaled by the largest
// (values of 1e-200 keep their spread), and removes what the rounded mean left behind: Chan, Golub & LeVeque
// 1983, The American Statistician 37(3):242-247. Linear time. Covered by tests/stats/moments_test.cpp.
#include "stats/moments.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace ssdetect {
namespace {

double largest_distance(std::span<const double> values, double from) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value - from));
  return largest;
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
  std::vector<double> copy(values.begin(), values.end());
  const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
  std::nth_element(copy.begin(), middle, copy.end());
  if (copy.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(copy.begin(), middle), *middle);
}

}  // namespace ssdetect
