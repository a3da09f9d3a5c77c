// What are the spread and the drift of a window that grows by one value at a time?
//
// The plateau segmentation extends a window until it stops being admissible; recomputing CoV and drift from
// scratch at each step would make it quadratic. `push` costs O(1), the median is kept only once a drift comes
// near the size asked for, at O(log n) a value. Agrees with coefficient_of_variation and relative_drift to
// rounding (growing_series_test has those as twins).
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <vector>

#include "stats/deviations.h"

namespace ssdetect {

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

}  // namespace ssdetect
