// When was nothing issued for much longer than usual?
#pragma once

#include <vector>

#include "run/in_flight.h"
#include "units.h"

namespace ssdetect {

// The stretches from one issue to the next that are longer than `factor` times the p99 of them all and longer
// than `least`, in time order. Of a compacted run, to its time bins.
std::vector<TimeWindow> pauses(const InFlight& requests, double factor, Nanos least);

}  // namespace ssdetect
