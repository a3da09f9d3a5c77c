// Welford's update: with d the distance of a new value from the old mean, the mean moves by d/n and the sum
// of squares grows by d * (distance from the new mean). Welford 1962, Technometrics 4(3):419-420. Linear
// time. Covered through moments_test, level_shift_test, interval_test and growing_series_test.
#include "stats/deviations.h"

#include <algorithm>
#include <cmath>

namespace ssdetect {

double middle_value(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
  std::nth_element(copy.begin(), middle, copy.end());
  return *middle;
}

std::vector<double> values_less(std::span<const double> values, double level) {
  std::vector<double> result(values.begin(), values.end());
  for (double& value : result) value -= level;
  return result;
}

double largest_magnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

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
