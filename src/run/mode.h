// How was the load offered?
//
// SPEC 10: the run directory's load pattern, else the shape of the log. The mode decides what a window can
// mean.
#pragma once

#include <optional>
#include <string_view>

#include "input/sidecars.h"
#include "run/in_flight.h"
#include "run/run.h"

namespace ssdetect {

enum class Mode { concurrency, poisson, offline, agentic };
std::string_view name_of(Mode mode);
std::optional<Mode> mode_named(std::string_view name);

struct ModeChoice {
  Mode mode = Mode::concurrency;
  std::string_view source;  // "option", "config.yaml" or "log"
};

// `asked`: --mode, nullopt for auto. A log whose number in flight keeps growing is an open loop, whatever it
// does at the end: its maximum is its last reading, so the closed-loop rule alone would take it for a full
// house.
ModeChoice choose_mode(std::optional<Mode> asked, const Sidecars& sidecars, const Run& run,
                       const InFlight& in_flight);

}  // namespace ssdetect
