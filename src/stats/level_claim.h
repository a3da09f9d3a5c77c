// Can it be claimed that a level stayed within a margin, by drift and by any stretch, or is that refuted, or
// cannot it be told?
//
// One value a super-pass, neighbours correlated by an unknown amount: METHOD.md section C. Everything is
// relative to the median: 0.05 is 5 %.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ssdetect {

enum class ClaimState {
  shown,        // every bound is below the margin
  refuted,      // the drift or a stretch is beyond it, with 99 % confidence
  cannot_tell,  // neither
};

// A difference of levels and the size it is not above with 90 % confidence.
struct LevelDifference {
  double estimate;
  double standard_error;
  double bound;  // |estimate| + t * standard_error
};

struct LevelClaim {
  ClaimState state;
  bool refuted_by_drift;
  bool refuted_by_stretch;
  LevelDifference drift;                   // fitted change from the first value to the last
  double drift_half_width;                 // 95 %
  double resolution;                       // a drift below this would probably (80 %) go unseen
  LevelDifference stretch;                 // inside less outside, of the stretch with the largest bound
  std::size_t stretch_begin, stretch_end;  // as positions in the values
  std::size_t least_stretch;               // values in the shortest stretch that was looked at
  std::size_t stretches;                   // how many were
  std::size_t batches;                     // degrees of freedom + 2
};

inline constexpr double kClaimMargin = 0.05;

// `left_out`: positions that do not count (blips), ascending; the rest closes up. Nothing can be told, and
// there is no answer, from fewer than 4 values that count or when their median is not positive.
std::optional<LevelClaim> level_claim(std::span<const double> values,
                                      std::span<const std::size_t> left_out = {},
                                      double margin = kClaimMargin);

}  // namespace ssdetect
