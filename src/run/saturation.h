// Did the server fall behind an open-loop client?
//
// SPEC 10, §5.6 (near-saturation Poisson backlogs like offline): over the second half of the offered-load
// span, the number in flight grows by more than 5 % of the requests issued there, and by more than chance
// would explain. A closed loop cannot: its number in flight stays at the target.
#pragma once

#include "run/in_flight.h"
#include "run/run.h"

namespace ssdetect {

struct Saturation {
  bool saturated = false;
  double growth = 0;  // requests in flight, last issue minus the middle of the span
  double issued = 0;  // in the second half
  double mean_in_flight = 0;
};

Saturation judge_saturation(const Run& run, const InFlight& in_flight);

}  // namespace ssdetect
