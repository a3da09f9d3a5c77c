// Over which stretch of wall time did the token rate hold?
//
// For runs without an issue-time window: offline / max-throughput, where everything is issued at once, and
// open loops that the server falls behind (SPEC 10). The rate in equal bins of time is cropped and segmented
// like the per-super-pass series; the first plateau before the rate falls that is long enough is reported.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

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

// What rate did each conversation of a multi-turn run see?
//
// Experimental and unvalidated (§1): per conversation, tokens out / summed latency; blocks of
// conversations in the order of their completion, and the CoV of the blocks' medians.

struct Natl {
  std::vector<double> tokens_per_s;   // by conversation, in completion order
  std::vector<double> block_medians;  // of whole blocks
  std::optional<double> cov_of_medians;
};

// nullopt: no conversation with tokens and time.
std::optional<Natl> natl(const Blocks<Conversation>& conversations, std::size_t per_block);

}  // namespace ssdetect
