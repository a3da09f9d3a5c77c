// Over which stretch of wall time did the token rate hold?
//
// For runs without an issue-time window: offline / max-throughput, where everything is issued at once, and
// open loops that the server falls behind (SPEC 10). The rate in equal bins of time is cropped and segmented
// like the per-super-pass series; the first plateau before the rate falls that is long enough is reported.
#pragma once

#include <optional>

#include "policy.h"
#include "run/blocks.h"
#include "run/tally.h"
#include "steady/segmentation.h"
#include "units.h"

namespace ssdetect {

struct RateCourse {
  Seconds bin_s = 0;
  Series<RateBin> tokens_per_s;
  Segmentation<RateBin> segments;  // their level: tokens/s; latency term: p90 of the time in decode
  Selection selection;
  // The stretch that is reported, else the longest; nullptr: none.
  const Segment<RateBin>* held() const { return plateau(selection.chosen); }
  const Segment<RateBin>* longest() const { return plateau(selection.candidate); }

 private:
  const Segment<RateBin>* plateau(std::optional<std::size_t> index) const {
    return index ? &segments.plateau(*index) : nullptr;
  }
};

// The bins of a run from first issue to last completion; nullopt where no time passes.
std::optional<Blocks<RateBin>> rate_bins(const Run& run, const RunTimes& times, const RatePolicy& policy);

// nullopt: no tokens.
std::optional<RateCourse> rate_course(const Blocks<RateBin>& bins, const Policy& policy);

}  // namespace ssdetect
