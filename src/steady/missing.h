// How much longer would this run have had to be?
//
// For a run that is too short, and for no other: where TPOT drifts or scatters, more of the same does not
// help. What lacks is requests (a pass over the dataset, super-passes to look at) or time (the minimum
// duration); each is turned into the other at the pace at which the run went, and the larger need decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "units.h"

namespace ssdetect {

struct Missing {
  std::optional<double> requests;  // nullopt: the pace is not known
  std::optional<Seconds> seconds;  // the same
};

struct LengthFacts {
  double requests = 0;  // that went at this pace ...
  Seconds span_s = 0;   // ... in this time
  double lacking_requests = 0;
  Seconds lacking_s = 0;
};
// nullopt: nothing lacks.
std::optional<Missing> missing(const LengthFacts& facts);

}  // namespace ssdetect
