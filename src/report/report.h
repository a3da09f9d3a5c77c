// What is the answer, as a value?
//
// Everything that any rendering shows, in base units (ns, s, ratios); percent and wording belong to the
// renderers. What does not exist is nullopt. One report a run of an operand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "failure.h"
#include "input/event.h"
#include "policy.h"
#include "report/warning.h"
#include "steady/analysis.h"
#include "steady/occupancy.h"

namespace ssdetect {

struct HistogramBin {
  double low, high;  // the last bin includes its high end
  std::size_t count;
};

struct Distribution {
  std::size_t count = 0;
  std::optional<double> mean, std_dev, min, max, p50, p90, p95, p99, p99_9;
  std::vector<HistogramBin> histogram;
};

struct Interval {
  std::optional<double> low, high;
};

struct Throughput {
  std::optional<double> system;  // tokens of the samples issued in the window / its offered-load span, tok/s
  std::optional<Interval> system_interval;
  std::optional<double> per_user;  // 1 / mean TPOT, tok/s
  std::optional<Interval> per_user_interval;
  std::optional<double>
      token_time;  // tokens generated between the window's first and last issue / the same span
  std::optional<double> headline;  // system, or token_time when the two disagree
  std::optional<Ratio> mismatch;   // system / token_time - 1; absent when nothing was produced in the span
  bool inconsistent = false;       // the two differ by more than the policy allows
  std::optional<double> requests_per_s;
};

struct WindowFacts {
  std::optional<Range> range;  // super-passes, absolute; absent: a window of wall time (offline)
  std::size_t samples = 0;     // with a first token or a completion
  std::size_t issued = 0;
  std::size_t failed = 0;
  Seconds start_s = 0, end_s = 0, duration_s = 0;  // since the run's first issue; offered-load span
  std::optional<std::size_t> plateau_index;
};

// The numbers over one stretch of the run.
struct Numbers {
  std::optional<WindowFacts> window;
  Throughput tps;
  Distribution ttft, tpot, latency;  // ns
  Distribution osl, isl;             // tokens
  std::optional<MinDuration> duration;
  const Distribution& of(Measure measure) const;
};

// A stretch of wall time over which the token rate held (offline, or a saturated open loop).
struct TpsWindow {
  Seconds start_s = 0, end_s = 0, duration_s = 0;  // since the run's first issue
  double tps = 0;
  std::optional<Interval> interval;  // bins as batches
  std::optional<double> cov;
  MinDuration duration;
};

enum class BestEffortBasis { longest_plateau, examined, whole_run };

struct BestEffort {
  Numbers numbers;
  BestEffortBasis basis = BestEffortBasis::whole_run;
};

struct OccupancyFacts {
  std::size_t peak_in_flight = 0;
  std::optional<double> target_concurrency;
  std::optional<double> mean_in_window;     // in flight
  std::optional<Ratio> relative_in_window;  // mean / (target, else peak)
  std::optional<Ratio> hairball_weight;
  Seconds drain_s = 0;
  std::optional<Ratio> drain_share;  // of the run's duration
};

struct SuperPassRow {
  SuperPass pass;
  std::optional<double> ttft_p50_ns, ttft_p90_ns, tpot_p50_ns, tpot_p90_ns;
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
  OccupancyFacts facts;
  std::optional<Numbers> steady;
  std::optional<TpsWindow> tps_window;
  std::optional<BestEffort> best_effort;
  Numbers total;
  std::optional<Occupancy> occupancy;
  std::vector<SuperPassRow> super_passes;
  std::vector<WindowDrift> drifts;
  std::vector<CovRow> covs;
  std::vector<Ratio> certifying_bounds;  // ensemble settings that certify the window
  std::vector<Warning> warnings;
  bool official_is_steady = false;
};

std::string_view name_of(TokenSource source);
bool is_estimate(TokenSource source);  // not a count: chunks, words, bytes

const WindowDrift* drift_of(const Report& report, MetricId metric);  // nullptr: none

}  // namespace ssdetect
