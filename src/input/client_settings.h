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
  std::optional<std::size_t> requests;
};

// Which of the stages of an input this run is, where each is a run of its own.
struct StageOfRun {
  std::size_t index = 0;  // 0 = first
  std::size_t of = 0;
  bool by_issue_times = false;  // else by the client's settings
  LoadStage load;               // by the issue times: as measured
};

// From `from` to `to`: requests/s in an open loop, in flight in a closed one.
struct LoadRamp {
  std::optional<double> from, to;
  std::optional<Seconds> duration_s;  // absent: all of the run
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
  std::optional<LoadRamp> ramp;
  std::vector<LoadStage> stages;                       // when there are several in this run
  std::optional<StageOfRun> stage;                     // when they are runs of their own
  std::optional<Seconds> mean_wait_s, longest_wait_s;  // in the client's own queue, before the start
  std::optional<Seconds> duration_s;                   // of the run, as the client measured it
  std::optional<ReconstructedStarts> reconstructed;    // absent: the input has start times
};

// Is there no stretch that is known to have one load?
inline bool changes_throughout(const ClientSettings& client) {
  return client.stages.size() > 1 || (client.ramp && !client.ramp->duration_s);
}

}  // namespace ssdetect
