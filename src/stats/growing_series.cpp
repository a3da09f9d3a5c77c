// Spread by Welford's update, slope by its counterpart for the covariance with time (time t comes (n-1)/2
// after the mean time of 0..t), median between two heaps. Values are counted from the first one, in units of
// it, so that neither an offset nor a tiny scale costs digits. O(log n) a value. Covered by
// tests/stats/growing_series_test.cpp.
#include "stats/growing_series.h"

#include <cmath>
#include <numeric>

namespace ssdetect {

void GrowingSeries::push(double value) {
  if (count_ == 0) {
    first_ = value;
    unit_ = value == 0 ? 1 : std::abs(value);
  }
  const double distance = spread_.push((value - first_) / unit_);
  joint_ += distance * static_cast<double>(count_) / 2;
  ++count_;
  push_median(value);
}

void GrowingSeries::push_median(double value) {
  if (!lower_half_.empty() && value > lower_half_.top()) {
    upper_half_.push(value);
  } else {
    lower_half_.push(value);
  }
  if (lower_half_.size() > upper_half_.size() + 1) {
    upper_half_.push(lower_half_.top());
    lower_half_.pop();
  } else if (upper_half_.size() > lower_half_.size()) {
    lower_half_.push(upper_half_.top());
    upper_half_.pop();
  }
}

double GrowingSeries::median() const {
  return count_ % 2 == 1 ? lower_half_.top() : std::midpoint(lower_half_.top(), upper_half_.top());
}

std::optional<double> GrowingSeries::coefficient_of_variation() const {
  const double mean = first_ + unit_ * spread_.mean();
  if (mean == 0) return std::nullopt;
  return unit_ * std::sqrt(spread_.sum_of_squares() / static_cast<double>(count_)) / std::abs(mean);
}

std::optional<double> GrowingSeries::relative_drift() const {
  if (count_ < 2 || median() == 0) return std::nullopt;
  // slope * (n - 1), with a spread of time of n (n^2 - 1) / 12.
  const double n = static_cast<double>(count_);
  return unit_ * (12 * joint_ / (n * (n + 1))) / median();
}

}  // namespace ssdetect
