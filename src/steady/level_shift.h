// Did the run move to another level after the reported plateau?
//
// SPEC 7.6, §5.5: a later plateau whose pooled mean TPOT differs, corroborated by Pettitt's change-point
// test.
#pragma once

#include <optional>
#include <vector>

#include "policy.h"
#include "run/super_pass.h"
#include "steady/selection.h"

namespace ssdetect {

struct LevelShift {
  std::size_t change_point;  // super-pass, absolute: the first of the new level
  Ratio delta;               // later pooled mean over the reported one, minus 1
  double p;                  // the one that decided
  double p_approximate;
};

// `tpot_means` per super-pass, over the gating pools.
std::optional<LevelShift> find_level_shift(const std::vector<Plateau>& plateaus, std::size_t reported,
                                           const Series& tpot_means, Range examined, const Policy& policy);

// (mean of `other` / mean of `base`) - 1; nullopt when either has none.
std::optional<Ratio> level_difference(const Plateau& base, const Plateau& other);

}  // namespace ssdetect
