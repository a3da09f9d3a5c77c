// What is the answer, as a value?
//
// Everything that any rendering shows, in base units (ns, s, ratios); percent and wording belong to the
// renderers. What does not exist is nullopt. One report a run of an operand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "input/client_settings.h"
#include "input/event.h"
#include "policy.h"
#include "report/numbers.h"
#include "report/warning.h"
#include "run/active_load.h"
#include "steady/analysis.h"
#include "steady/occupancy.h"

namespace ssdetect {

enum class BestEffortBasis { longest_plateau, examined, whole_run };

struct BestEffort {
  Numbers numbers;
  BestEffortBasis basis = BestEffortBasis::whole_run;
};

// How many were in flight, when it mattered.
struct InFlightFacts {
  std::size_t peak_in_flight = 0;
  std::optional<double> target_concurrency;
  std::optional<double> mean_in_window;     // in flight
  std::optional<Ratio> relative_in_window;  // mean / (target, else peak)
  std::optional<Ratio> hairball_weight;
  std::optional<double> mean_while_offered;  // in the window, else over the middle half of the issues' span
  double capacity = 0;                       // the target, else the peak
  std::optional<ActiveLoad> active;          // in the window, else over the span of issues
  std::vector<std::optional<Ratio>> hairball_weights;  // by super-pass
  std::vector<LongRequest> longest_running;            // of those in flight at the last issue
  Seconds drain_s = 0;
  std::optional<Ratio> drain_share;  // of the run's duration
};

// A metric that drifts inside the window by at least the effect-size floor: it has no point estimate
// (SPEC 7.7).
struct WindowDrift {
  MetricId metric{};
  TrendState state = TrendState::insufficient;
  Ratio relative = 0;
  double from_ns = 0, to_ns = 0;  // the fitted line at the window's two ends
};

struct CovRow {  // one metric's CoV over the window, and over its trailing super-passes
  MetricId metric{};
  std::optional<double> whole;
  std::vector<std::pair<std::size_t, std::optional<double>>> trailing;
};

struct RunCounts {
  std::size_t issued = 0, completed = 0, failed = 0, in_flight = 0;
  std::uint64_t untracked = 0, retries = 0, tool_call_outputs = 0;
  std::uint64_t invalid_durations = 0;  // negative ones, each metric of each request
};

// What had to be given up of the requests for want of memory.
struct Compaction {
  std::size_t requests = 0;   // that are no longer there
  std::size_t cell_size = 0;  // requests a sketch
  Seconds bin_s = 0;          // how fine their times are
};

struct Report {
  std::string name;  // the operand, with the run's label where an input holds several
  std::string format;
  std::string model;
  Diagnostics diagnostics;
  ClientSettings client;
  Plausibility plausibility;
  Policy policy;
  Analysis analysis;
  RunCounts counts;
  std::vector<TokenSource> token_sources;  // in use, the most frequent first
  bool tokens_are_estimates = false;
  std::size_t sampled_outputs = 0,
              scaled_outputs = 0;  // tokenized, and scaled from those, under --token-sample
  bool multi_turn = false;
  std::optional<Compaction> compaction;
  Seconds duration_s = 0, offered_load_span_s = 0;
  InFlightFacts facts;
  std::optional<Numbers> steady;
  std::optional<Numbers> held;  // over the stretch of wall time in which the token rate held
  std::optional<BestEffort> best_effort;
  Numbers total;
  std::optional<Occupancy> occupancy;
  std::vector<TimeWindow> pauses;  // of the load: nothing was issued for longer than a super-pass lasts
  std::vector<WindowDrift> drifts;
  std::vector<CovRow> covs;
  std::vector<Ratio> certifying_bounds;  // ensemble settings that certify the window
  std::vector<Warning> warnings;
  bool official_is_steady = false;

  // The numbers that are shown: of the window, else the best effort.
  const Numbers& shown() const { return steady ? *steady : best_effort->numbers; }
};

const WindowDrift* drift_of(const Report& report, MetricId metric);  // nullptr: none

}  // namespace ssdetect
