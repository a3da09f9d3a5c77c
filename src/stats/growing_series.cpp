// Spread by Welford's update, slope by its counterpart for the covariance with time (time t comes (n-1)/2
// after the mean time of 0..t), median between two heaps, which values enter when it is
// first asked for. Values are counted from the first one, in units of
// it, so that neither an offset nor a tiny scale costs digits. O(log n) a value at most. Covered by
// tests/stats/growing_series_test.cpp.
#include "stats/growing_series.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ssdetect {
namespace {

constexpr double kSafety = 1 - 1e-9;  // far above the rounding of a quotient

}  // namespace

void GrowingSeries::push(double value) {
  if (count_ == 0) {
    first_ = value;
    unit_ = value == 0 ? 1 : std::abs(value);
  }
  const double distance = spread_.push((value - first_) / unit_);
  joint_ += distance * static_cast<double>(count_) / 2;
  ++count_;
  least_ = std::min(least_, value);
  waiting_.push_back(value);
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

double GrowingSeries::median() {
  for (const double value : waiting_) push_median(value);
  waiting_.clear();
  return count_ % 2 == 1 ? lower_half_.top() : std::midpoint(lower_half_.top(), upper_half_.top());
}

std::optional<double> GrowingSeries::coefficient_of_variation() const {
  const double mean = first_ + unit_ * spread_.mean();
  if (mean == 0) return std::nullopt;
  return unit_ * std::sqrt(spread_.sum_of_squares() / static_cast<double>(count_)) / std::abs(mean);
}

double GrowingSeries::fitted_change() const {
  // slope * (n - 1), with a spread of time of n (n^2 - 1) / 12.
  const double n = static_cast<double>(count_);
  return unit_ * (12 * joint_ / (n * (n + 1)));
}

std::optional<double> GrowingSeries::relative_drift() {
  if (count_ < 2 || median() == 0) return std::nullopt;
  return fitted_change() / median();
}

bool GrowingSeries::drifts_by(double size) {
  // A median is no smaller than the least value.
  if (least_ > 0 && count_ >= 2 && std::abs(fitted_change()) < kSafety * size * least_) return false;
  return !(std::abs(relative_drift().value_or(0)) < size);
}

}  // namespace ssdetect
