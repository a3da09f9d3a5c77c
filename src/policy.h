// Which choices does the method make?
//
// Every default has a name, a unit, a source and a consequence here; §n points into the steady-state metrics
// paper, SPEC n into the product's specification. The two presets are two values of this struct, and command
// line options change fields of it; no other code knows which preset is in use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "measure.h"
#include "stats/interval.h"
#include "stats/mann_kendall.h"
#include "units.h"

namespace ssdetect {

// How a second `issued` of a request in flight is read (SPEC 3).
enum class RetryRule : std::uint8_t {
  last_attempt,  // durations from the last attempt, spans from the first issue; clears first token and error
  moves_the_issue,  // the issue time moves; a first token already seen, and its TTFT, stay
};

// What the numerator of system TPS holds.
enum class TpsTokens : std::uint8_t {
  all_output,         // every output token of every completed sample
  after_first_timed,  // tokens after the first, of samples that have a TPOT
};

// What the change-point test of the level shift looks at.
enum class ShiftScope : std::uint8_t {
  window_to_plateau,  // from the window's start to the later plateau's end; permutation p; empty super-passes
                      // skipped
  all_after_warmup,   // every super-pass after warmup, empty ones as 0; approximate p
};

struct RequestPolicy {
  RetryRule retry = RetryRule::last_attempt;
  bool errors_fail = true;               // false: error lines are ignored
  bool keep_negative_durations = false;  // true: a negative duration stays in the pools
};

// Super-passes where neither the user nor the dataset says how large they are (SPEC 5).
struct SizingPolicy {
  std::uint64_t least = 50;  // requests in one: enough for a p90; fewer scatter more
  std::uint64_t count = 40;  // about so many in a run
};

struct LoadPolicy {
  std::size_t least_samples = 50;  // fewer are a burst by chance, and no load to speak of
  Ratio burst_share = 0.05;        // offline: everything issued within this share of the run (SPEC 10)
  Ratio most_ends = 0.99;          // ... whose end is when this share had ended; the rest may end much later
  Ratio full_share = 0.95;         // "at the target" allows for the gap between completion and next issue
  Ratio full_issues = 0.90;        // closed loop: this share of the issues leaves the count there (SPEC 10)
  Ratio regular_spread = 0.2;      // p90 - p10 of the gaps between issues over p50: issued by the clock
  Ratio saturated_growth = 0.05;  // §5.6: growth in flight over the requests of the second half; less is calm
  double saturated_deviations = 3;  // of the difference of two Poisson counts; less is chance
  Ratio duration_tolerance = 0.05;  // against the client's own duration (SPEC 14)
  Ratio reached_share = 0.9;        // of a target in flight, or of an offered rate; less was not served
  Ratio most_wait = 0.05;           // in the client's queue, mean, of the offered-load span
};

// Which numbers are not what they are called (SPEC 14).
struct PlausibilityPolicy {
  bool enabled = true;
  Ratio most = 0.5;             // of the requests: beyond, it is the run's and not theirs
  Ratio negative_ttfts = 0.01;  // beyond, issue and response were stamped by different clocks
  Ratio out_of_order = 0.01;    // of the requests, more than a super-pass from their place in time
  Ratio survivors = 0.05;       // of the completed: without a first token, or with an empty output
  double gap_factor = 10;       // times the p99 of the time between two issues: a pause of the load
};

struct WarmupPolicy {
  MetricId driver{Measure::tpot, Level::p50};  // §5.3: smooth and monotone over the ramp
  Ratio band = 0.05;                 // §5.3: how far off the level still counts as ramp; wider crops less
  std::size_t least = 1;             // super-passes always dropped
  std::optional<std::size_t> fixed;  // --warmup N
  bool guard = true;                 // cut the crop back when it would swallow a plateau (SPEC 7.1)
  bool leave_out_empty = false;      // count only super-passes that have a driver value
  bool cover_fill = true;            // closed loop: what is issued at once to fill it is warmup (SPEC 7.1)
  std::size_t adapt_from = 4;        // fewer super-passes than this: drop `least` only (SPEC 7.1)
};

struct TailPolicy {
  bool enabled = true;
  Ratio cov_limit = 0.10;   // epsilon of §5.4: above it the tail is kept and flagged
  Ratio skew_limit = 0.05;  // delta of §5.4
  Ratio drained_share =
      0.10;  // a super-pass with fewer than max(10, 10 %) samples outside the tail is drained
  std::size_t drained_least = 10;
  bool stop_at_unfinished = true;  // examination ends before a super-pass with too many unfinished samples
  Ratio unfinished_share = 0.01;   // 1 %: with more, survivors are a biased selection of short outputs
};

struct GatePolicy {
  double alpha = 0.05;           // significance level of every trend and shift test
  Ratio least_drift = 0.05;      // §5.5 effect-size floor: smaller drifts never break a window
  std::size_t least_window = 4;  // super-passes; the trend test's minimum (§5.5)
  std::vector<Ratio> cov_bounds{0.03, 0.05,
                                0.08};  // the ensemble; the loosest decides, the others are concordance
  Ratio p90_bound_factor = 1.25;  // a p90 comes from fewer samples, so its noise floor is higher (§5.5)
  TrendRule trend{.average_ranks = true,
                  .floor_correction_at_one = true,
                  .exact_when_small = true,
                  .flat_is_significant = false};
  bool monotone_four_is_significant = true;      // no rank test reaches 0.05 at n = 4
  bool split_at_steps = true;                    // cut a plateau at an inner step (SPEC 7.4)
  Ratio step_size = 0.05;                        // levels closer than this are one level
  std::size_t least_excursion = 2;               // super-passes; one that is off its level is a blip
  std::array<std::size_t, 3> trailing{4, 6, 8};  // super-passes; CoVs shown, they admit nothing (SPEC 7.3)
};

struct DurationPolicy {
  bool enforced = true;           // --no-min-duration: report a short window with an advisory
  Seconds floor_s = 600;          // MLPerf-style minimum (§5.5)
  double latency_multiple = 5;    // windows shorter than 5 x p90 latency cannot show a queue's relaxation
  Ratio precision = 0.05;         // epsilon of T_precision: half-width aimed at
  double normal_quantile = 1.96;  // two-sided 95 % as §5.5 writes it, for the number of batches
};

struct RatePolicy {
  std::size_t bins = 200;  // SPEC 10: fine enough for a ramp, coarse enough to smooth single requests
};

struct ShiftPolicy {
  ShiftScope scope = ShiftScope::window_to_plateau;
  int draws = 9999;                 // permutations; the smallest p is 1e-4
  std::uint64_t seed = 20260901;    // fixed: the same log gives the same p
  std::size_t permute_up_to = 100;  // longer series: the usual approximation
};

struct NumberPolicy {
  TpsTokens tps_tokens = TpsTokens::all_output;
  bool per_user_around_batch_mean = false;  // true: interval around the mean of the batches, not the pooled
  TQuantile t_quantile = TQuantile::exact;
  std::size_t fewest_blocks = 4;        // fewer give no interval: with 3, t alone is 4.3
  bool intervals_stay_positive = true;  // as wide as its value or wider, an interval goes by factors (SPEC 8)
  // Issue-based against token-time rate: beyond, the latter is the headline.
  Ratio throughput_mismatch = 0.10;
  // Half of the 95 % interval over the rate: beyond, the window mixes loads.
  Ratio throughput_uncertainty = 0.10;
  Ratio tps_divergence = 0.10;   // steady against total: beyond, ramp or drain dominates the run
  Ratio ttft_divergence = 0.50;  // the same for TTFT p99
  Ratio failure_share = 0.01;    // of the window: with more, a warning, and the default of --fail-on failures
  std::size_t histogram_bins = 20;
  std::size_t natl_block = 32;         // conversations in one, for the CoV of their medians (SPEC 10)
  Ratio occupancy_ratio = 0.8;         // of the peak in flight (second seed); --concurrency-ratio
  Ratio occupancy_least_share = 0.10;  // an occupancy span below this share of the run is warned about
};

struct Policy {
  std::string_view name = "default";
  RequestPolicy request;
  LoadPolicy load;
  PlausibilityPolicy plausibility;
  WarmupPolicy warmup;
  TailPolicy tail;
  GatePolicy gate;
  DurationPolicy duration;
  RatePolicy rate;
  ShiftPolicy shift;
  NumberPolicy number;
};

inline Policy default_policy() { return {}; }

// The published reference detector; SPEC 15 lists every difference.
Policy reference_policy();

}  // namespace ssdetect
