// What did the server produce while it was most occupied?
//
// The second method (SPEC 9, second seed): the longest contiguous span in which the number of successful
// requests in flight is at least a share of its peak.
#pragma once

#include <cstddef>
#include <optional>

#include "run/run.h"
#include "run/token_timeline.h"
#include "units.h"

namespace ssdetect {

struct Occupancy {
  TimeWindow span;
  std::size_t threshold = 0;
  std::size_t peak = 0;
  std::optional<double> average_in_flight;
  std::size_t completed = 0;            // ends in [span]
  std::optional<Tokens> output_tokens;  // nullopt: no counts
  std::optional<double> output_tps;
  std::optional<Tokens>
      input_tokens;  // of requests that start in [begin, end); nullopt: ISL unknown, or multi-turn
  std::optional<double> input_tps;
  std::optional<double> peak_output_tps;  // the fullest one-second bucket from the span's beginning

  void withhold_rates() { output_tps = input_tps = peak_output_tps = std::nullopt; }
};

// nullopt: no successful request with positive latency.
std::optional<Occupancy> occupancy(const Run& run, Ratio ratio);

// max(1, ceil(peak * ratio)), guarded so that 100 x 0.55 is 55.
std::size_t occupancy_threshold(std::size_t peak, Ratio ratio);

}  // namespace ssdetect
