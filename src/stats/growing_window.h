// What can be said of a window that grows by one value at a time?
//
// The plateau segmentation extends a window until it stops being admissible; asking for spread, drift and
// trend from scratch at each step would make it quadratic. Both classes agree with the functions that look at
// whole series, which are their twins in tests/stats/growing_window_test.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "stats/mann_kendall.h"
#include "stats/moments.h"

namespace ssdetect {

// Its spread and drift: coefficient_of_variation and relative_drift, to rounding. `push` costs O(1); the
// median is kept only once a drift comes near the size asked for, at O(log n) a value.
class GrowingSeries {
 public:
  void push(double value);
  std::size_t size() const { return count_; }
  std::optional<double> coefficient_of_variation() const;  // n >= 1, mean not 0
  std::optional<double> relative_drift();                  // n >= 2, median not 0
  bool drifts_by(double size);  // |relative_drift()| >= size; often without the median

 private:
  double fitted_change() const;  // n >= 2
  void push_median(double value);
  double median();

  std::size_t count_ = 0;
  double first_ = 0;  // the level taken away before anything is squared
  double unit_ = 1;   // |first|, or 1: the scale
  double least_ = std::numeric_limits<double>::infinity();
  RunningSpread spread_;
  double joint_ = 0;                        // sum of (time - mean time) * (value - mean), of scaled values
  std::vector<double> waiting_;             // values that no median has been asked of
  std::priority_queue<double> lower_half_;  // never fewer than the upper half, never more than one above it
  std::priority_queue<double, std::vector<double>, std::greater<>> upper_half_;
};

// Whether it can have a significant trend yet. The corrected Mann-Kendall test costs O(n log n), and a window
// that holds a step of a few percent may stay insignificant for as long again as it is: the step makes its
// ranks so alike to themselves that the correction keeps up with S. This rules the test out for many values
// in a row without running it. It never decides for a trend: where it cannot rule one out,
// corrected_mann_kendall is asked.
class GrowingTrend {
 public:
  GrowingTrend(const TrendRule& rule, double alpha) : rule_(rule), alpha_(alpha) {}

  void push(double value) { values_.push_back(value); }
  std::span<const double> values() const { return values_; }

  // False: corrected_mann_kendall(values(), rule) has p >= alpha, for certain.
  bool may_be_significant();

 private:
  void begin();
  void take_in(double value);
  void anchor();
  void read_lags();
  bool refuted();
  bool refuted_by(double correction) const;
  double least_correction(std::size_t grown) const;
  double fall_of_product(std::size_t lag, std::size_t grown) const;

  TrendRule rule_;
  double alpha_;
  std::vector<double> values_;
  double s_ = 0, variance_ = 0;  // of the first `taken_` values
  std::size_t taken_ = 0;
  std::vector<std::size_t> order_;   // by value, the positions up to the anchor
  std::vector<double> products_;     // lagged products of their ranks; empty until asked for
  std::vector<double> ranks_up_to_;  // sums of the first magnitudes of these ranks
  std::size_t horizon_ = 0;          // up to so many values past the anchor, the correction is at least:
  double floor_ = 0;
  std::size_t reached_ = 0;  // values past the last anchor that its bound served
};

}  // namespace ssdetect
