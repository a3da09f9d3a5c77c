// Over which stretch of wall time did the token rate hold?
//
// For runs without an issue-time window: offline / max-throughput, where everything is issued at once, and
// open loops that the server falls behind (SPEC 10). The rate over time in about 200 bins is cropped and
// segmented like the per-super-pass series; the first plateau before the rate falls that is long enough is
// reported.
#pragma once

#include <optional>
#include <vector>

#include "policy.h"
#include "run/run.h"
#include "run/super_pass.h"
#include "steady/selection.h"
#include "units.h"

namespace ssdetect {

struct RatePlateau {
  Range bins;
  TimeWindow span;
  double tokens_per_s = 0;
  std::optional<double> cov;  // of the rate per bin
  MinDuration duration;  // latency term: p90 of the time in decode, since latency here is mostly queueing
};

struct RateTimeline {
  TimeWindow run;  // first issue to last completion
  Seconds bin_s = 0;
  Series tokens_per_s;     // per bin
  std::size_t warmup = 0;  // bins cropped
  std::vector<RatePlateau> plateaus;
  std::optional<std::size_t> chosen;
  std::optional<std::size_t> longest;  // by seconds, the first of equals; set when there is any plateau
};

// nullopt: no tokens, or no time.
std::optional<RateTimeline> rate_timeline(const Run& run, const Policy& policy);

// Of the completed requests with the middle of their decoding in the window: the values of a quantity, and
// how many they are. Requests that are no longer kept are in with their whole cell, by the mean of the
// middles.
Pool pool_of_decoding(const Run& run, TimeWindow window, Quantity quantity);
std::size_t count_decoding(const Run& run, TimeWindow window);

}  // namespace ssdetect
