// How full was the loop over time, and who stayed in it?
//
// Shares of a capacity: the target in flight, else the peak. The hairball (§5.1) are the requests in flight
// that are not among as many last issued ones as the loop holds: outputs that linger from pass to pass.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "run/blocks.h"
#include "run/in_flight.h"
#include "run/run.h"
#include "units.h"

namespace ssdetect {

// Relative active concurrency, each moment counting as long as it lasts.
struct ActiveLoad {
  Ratio least = 0;
  Ratio p10 = 0;  // in a tenth of the time it is no more than that
  Ratio mean = 0;
};
std::optional<ActiveLoad> active_load(const InFlight& in_flight, TimeWindow stretch, double capacity);

// When the request `issued` - 1 is the last that was issued, which is at `stop`; nullopt: nothing is in
// flight.
std::optional<Ratio> hairball_weight(const Run& run, const InFlight& in_flight, Nanos stop,
                                     std::size_t issued, double capacity);
// At the last issue of each super-pass; empty for a run that was compacted, whose past is gone.
std::vector<std::optional<Ratio>> hairball_weights(const Blocks<SuperPass>& passes, const InFlight& in_flight,
                                                   double capacity);

struct LongRequest {
  std::size_t number = 0;  // 0 = first issued
  Nanos issued = 0;
  Seconds in_flight_s = 0;
  std::optional<Tokens> tokens;  // so far; nullopt: it never completed, or has no count
};
// Of those in flight at `stop` the `most` that have been for the longest, the longest first.
std::vector<LongRequest> longest_running(const Run& run, Nanos stop, std::size_t most);

}  // namespace ssdetect
