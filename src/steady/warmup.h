// How many leading blocks, super-passes or bins of time, are ramp?
//
// SPEC 7.1, §5.3: drop them while the driver is off the level of the run's second half, at most half the run;
// cut the crop back where it would swallow a plateau that ends in a step. The first requests of a closed loop
// are issued at once and queue for prefill: the crop covers them.
#pragma once

#include <cstddef>
#include <cstdint>
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
  std::size_t fill = 0;   // blocks issued while a closed loop fills, at most half the run; 0: not looked at
  bool by_fill = false;   // only the fill makes it as long as it is
  bool by_ramp = false;   // only the ramp of the client's load does
};

// `driver` and the gates' series cover the whole run, before any tail cut. The level is the driver's median
// over `level_from`; without it over the second half (index n/2 onward).
template <class Unit>
WarmupCrop find_warmup(const Series<Unit>& driver,
                       std::type_identity_t<std::optional<Range<Unit>>> level_from, const Gates<Unit>& gates,
                       const Policy& policy);

// The crop, made to cover the first `concurrency` requests where that takes more than it has; `blocks` of
// `size` requests each. A fixed crop stands.
WarmupCrop covering_fill(WarmupCrop crop, double concurrency, std::size_t blocks, std::uint64_t size);
// The same for those issued while the client ramped its load up, which no window may hold: all of them.
WarmupCrop covering_ramp(WarmupCrop crop, std::size_t issued, std::size_t blocks, std::uint64_t size);

}  // namespace ssdetect
