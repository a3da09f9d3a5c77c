// What was the client told to do, by its own words in the input?
//
// A reader that finds such settings hands them on before the events of their run (EventSink::on_settings);
// what the input does not say is absent. They decide mode and target before the shape of the log does, and
// what was asked for is held against what happened.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "units.h"

namespace ssdetect {

enum class OfferedLoad {
  closed_loop,  // a new request as soon as one of `target_concurrency` ends
  open_loop,    // requests at moments of their own, whatever the server does
  at_once       // all of them at the start
};

// One of several loads offered one after another, as far as the input names them.
struct LoadStage {
  std::optional<double> rate;         // requests/s
  std::optional<double> concurrency;  // in flight
  std::optional<Seconds> duration_s;
};

// From `from` to `to`, in requests/s.
struct RateRamp {
  std::optional<double> from, to;
};

// Start times that the input lacks and that follow from a closed loop (SPEC 11.2).
struct ReconstructedStarts {
  std::optional<std::size_t> concurrency;  // absent: all started at once
  Ratio residual = 0;                      // of the file's duration, that its last end comes before it
  Seconds hand_over_s = 0;                 // from the end of a request to the start of the next
  bool is_doubtful = false;                // the residual is larger than usual
  bool are_too_few = false;                // n <= 2 C: too few starts follow from others to trust a window
};

struct ClientSettings {
  std::optional<OfferedLoad> load;
  std::optional<double> target_concurrency;
  std::optional<double> concurrency_cap;  // of an open loop: more than these never were in flight
  std::optional<double> offered_rate;     // requests/s; of a ramp or of stages: absent
  std::optional<double> burstiness;       // shape of the gaps of an open loop; 1 = Poisson
  std::optional<RateRamp> ramp;
  std::vector<LoadStage> stages;
  std::optional<Seconds> mean_wait_s, longest_wait_s;  // in the client's own queue, before the start
  std::optional<Seconds> duration_s;                   // of the run, as the client measured it
  std::optional<ReconstructedStarts> reconstructed;    // absent: the input has start times
};

}  // namespace ssdetect
