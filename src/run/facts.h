// What is known of a run before it is judged: when was it, how was the load offered, how many were in flight?
//
// Derived once and handed on. The mode is the user's word, the run directory's load pattern, the client's own
// settings, or the shape of the log (SPEC 10); it decides what a window can be a stretch of, and nobody asks
// for the mode again to find that out.
#pragma once

#include <optional>
#include <string_view>

#include "input/sidecars.h"
#include "policy.h"
#include "run/in_flight.h"
#include "run/run.h"
#include "run/tally.h"

namespace ssdetect {

enum class Mode { concurrency, poisson, offline, agentic };
std::string_view name_of(Mode mode);
std::optional<Mode> mode_named(std::string_view name);

struct ModeChoice {
  Mode mode = Mode::concurrency;
  std::string_view source;  // "option", "config.yaml", "client settings" or "log"
};

// Did the server fall behind an open-loop client? (§5.6: near-saturation Poisson backlogs like offline.)
struct Saturation {
  bool saturated = false;
  double growth = 0;  // requests in flight, last issue minus the middle of the offered-load span
  double issued = 0;  // in its second half
  double mean_in_flight = 0;
};

// What a window is a stretch of. `none`: what is steady cannot be told from these requests (saturated,
// conversations, a load that changes throughout, or times that cannot be relied on).
enum class WindowKind { issue_time, wall_time, none };

struct Load {
  ModeChoice mode;
  Saturation saturation;            // judged in poisson mode
  bool duration_disagrees = false;  // with the client's own
  WindowKind windows = WindowKind::issue_time;
  // Is the token rate over wall time looked at? Where windows are stretches of it, and of a saturated run,
  // for what the server held.
  bool watches_rate = false;
};

struct Facts {
  RunTimes times;  // when nothing completed, the last completion is the last issue
  InFlight in_flight;
  Load load;
  std::optional<double> target_concurrency;  // the run directory's, else the client's own
  // As many as a closed loop keeps in flight: the target, or the peak where that is lower; nullopt where in
  // flight only grows and no target says that it is a loop.
  std::optional<double> loop_size;
  std::size_t issued_in_ramp = 0;  // while the client raised its load, by its settings
};

// `asked`: --mode, nullopt for auto.
Facts facts_of(const Run& run, std::optional<Mode> asked, const Sidecars& sidecars, const LoadPolicy& policy);

}  // namespace ssdetect
