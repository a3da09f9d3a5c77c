// Can a window that grows by one value at a time have a significant trend yet?
//
// The corrected Mann-Kendall test costs O(n log n), and a window that holds a step of a few percent may stay
// insignificant for as long again as it is: the step makes its ranks so alike to themselves that the
// correction keeps up with S. This rules the test out for many values in a row without running it. It never
// decides for a trend: where it cannot rule one out, corrected_mann_kendall is asked.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/trend.h"

namespace ssdetect {

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
