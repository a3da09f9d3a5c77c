// Does a series move in one direction, and by how much?
//
// By lines and slopes, t = 0..n-1; by ranks: mann_kendall.h. Every function returns nullopt when the series
// is too short for it (the comment gives the least n). Sources: Theil 1950, Sen 1968; Newey & West 1987.
// Tested against golden vectors and against slow twins in tests/stats.
#pragma once

#include <optional>
#include <span>

namespace ssdetect {

struct LinearFit {
  double slope;
  double intercept;
  double residual_sum_of_squares;
};
std::optional<LinearFit> linear_fit(std::span<const double> series);  // n >= 2

// The fitted change over the whole series, slope * (n - 1), over its median: +0.10 is ten percent up.
// n >= 2, median not 0 (a negative one turns the sign).
std::optional<double> relative_drift(std::span<const double> series);

// Median of the slopes of all pairs. n >= 2.
std::optional<double> theil_sen_slope(std::span<const double> series);

struct NeweyWest {
  double slope;
  double standard_error;
  int lag;
  double t;
  double p_normal;
  double p_student;  // n - 2 degrees of freedom
};
// Bartlett weights, lag = max(1, floor(4 (n/100)^(2/9))), no small-sample factor. n >= 3 and residuals
// that are more than rounding.
std::optional<NeweyWest> newey_west(std::span<const double> series);

struct SlopeVersusScatter {
  double relative_drift;
  // |total change| / residual standard deviation (divides by n); infinite on a perfect line, 0 on a constant.
  double change_over_scatter;
};
std::optional<SlopeVersusScatter> slope_versus_scatter(
    std::span<const double> series);  // n >= 3, median not 0

}  // namespace ssdetect
