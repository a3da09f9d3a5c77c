// Does a series move in one direction, and by how much?
//
// Series are equally spaced, t = 0..n-1. Every function returns nullopt when the series is too short for it
// (the comment gives the least n). Sources: Mann 1945, Kendall 1975; Hamed & Rao 1998 for the correction; Sen
// 1968; Newey & West 1987. Tested against golden vectors and against slow twins in tests/stats.
#pragma once

#include <cstddef>
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

// How the rank test treats ties, serial correlation and small samples (SPEC 15).
struct TrendRule {
  bool average_ranks;            // for the autocorrelation: false = ordinal, ties by position
  bool floor_correction_at_one;  // false: only a correction <= 0 becomes 1
  bool exact_when_small;         // exact p when n <= 10, no ties and correction = 1
  bool flat_is_significant;      // variance 0 (all values equal): p = 0 instead of 1
};

struct RankTrend {
  double s;           // concordant minus discordant pairs
  double variance;    // of s, tie-corrected, before the correction
  double correction;  // for autocorrelated ranks; multiplies the variance
  int significant_lags;
  double z;  // continuity-corrected; 0 when s is 0
  double p;  // two-sided
};

// Plain Mann-Kendall: correction 1, normal p. n >= 2. O(n log n).
std::optional<RankTrend> mann_kendall(std::span<const double> series);

// The exact two-sided p of |S| >= |s| for n values without ties. n in 2..30.
double mann_kendall_exact_p(double s, int n);

// A lag counts when |r_k| exceeds this over sqrt(n): the 5 % bound of a white series, rounded as in the
// reference.
inline constexpr double kSignificantLag = 1.96;
inline constexpr std::size_t kLargestExact = 10;  // SPEC 15: from here on the normal p is close enough

// Mann-Kendall under `rule`. With r_k the autocorrelation of the ranks at lag k, the correction is
//   1 + 2 / (n (n-1) (n-2)) * sum of (n-k) (n-k-1) (n-k-2) r_k
// over those lags k = 1..n-1 where |r_k| > 1.96 / sqrt(n). n >= 3. O(n log n).
std::optional<RankTrend> corrected_mann_kendall(std::span<const double> series, const TrendRule& rule);

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
