// Do the ranks of a series move in one direction, more than chance and its own memory would have them?
//
// Mann 1945, Kendall 1975; Hamed & Rao 1998 for the correction. Every function returns nullopt when the
// series is too short for it (the comment gives the least n). Tested against golden vectors and against slow
// twins in tests/stats.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ssdetect {

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

}  // namespace ssdetect
