// How many leading blocks, super-passes or bins of time, are ramp?
//
// SPEC 7.1, §5.3: drop them while the driver is off the level of the run's second half, at most half the run;
// cut the crop back where it would swallow a plateau that ends in a step.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include "policy.h"
#include "run/series.h"
#include "steady/gate.h"

namespace ssdetect {

struct WarmupCrop {
  std::size_t count = 0;  // blocks dropped; --warmup N may be more than there are
  bool fixed = false;     // --warmup N
  bool capped = false;    // only the cap ended it: the run may never have left its ramp
  bool guarded = false;   // cut back by the plateau guard
};

// `driver` and the gates' series cover the whole run, before any tail cut. The level is the driver's median
// over `level_from`; without it over the second half (index n/2 onward).
template <class Unit>
WarmupCrop find_warmup(const Series<Unit>& driver,
                       std::type_identity_t<std::optional<Range<Unit>>> level_from, const Gates<Unit>& gates,
                       const Policy& policy);

}  // namespace ssdetect
