// Did the run change, and how?
//
// Read from the segments of the whole run (SPEC 7.6, 7.8): a later plateau at another level that Pettitt's
// test confirms, a skipped earlier one at another level, super-passes after the window that leave its level,
// or a gating metric that drifts over all that was examined.
#pragma once

#include <optional>

#include "policy.h"
#include "run/series.h"
#include "steady/gate.h"
#include "steady/plateau.h"
#include "steady/segmentation.h"

namespace ssdetect {

struct LevelShift {
  std::size_t change_point;  // super-pass, absolute: the first of the new level
  Ratio delta;               // later pooled mean over the reported one, minus 1
  double p;                  // the one that decided
  double p_approximate;
};

// Why a run counts as changed; any of these is enough.
struct Change {
  bool run_trend = false;  // a gating metric drifts over what was examined, significantly and by 5 % or more
  std::optional<LevelShift> level_shift;
  std::optional<std::size_t> skipped_level;  // index of a skipped earlier plateau at another level
  std::optional<PassRange> excursion;        // super-passes after the window, off its level
  std::optional<ChangeKind> kind;            // set when any of the above is
  bool any() const { return run_trend || level_shift || skipped_level || excursion; }
};

// Of a run with a window, the plateau `reported`.
Change find_change(const Segmentation<SuperPass>& segments, std::size_t reported,
                   const MetricSeries<SuperPass>& series, const StretchTrends& run, const Policy& policy);

// (mean of `other` / mean of `base`) - 1; nullopt when either has none.
std::optional<Ratio> level_difference(const Segment<SuperPass>& base, const Segment<SuperPass>& other);

// The parts of it. `tpot_means` per super-pass, over the gating pools.
std::optional<LevelShift> find_level_shift(const Segmentation<SuperPass>& segments, std::size_t reported,
                                           const Series<SuperPass>& tpot_means, const Policy& policy);
// The first skipped plateau whose pooled mean TPOT differs from the reported one's.
std::optional<std::size_t> skipped_level(const Segmentation<SuperPass>& segments, std::size_t reported,
                                         const GatePolicy& policy);
// Consecutive examined super-passes after the window, all off its median on the same side, in no plateau of
// the window's level. (SPEC 7.8 says: in no plateau. But a bad end of four super-passes is a plateau of its
// own, too short for the change-point test to confirm as a shift; that is no steady run either.)
std::optional<PassRange> find_excursion(const Segmentation<SuperPass>& segments, std::size_t reported,
                                        const Series<SuperPass>& tpot_p50, const GatePolicy& policy);

}  // namespace ssdetect
