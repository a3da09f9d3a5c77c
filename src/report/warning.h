// What should the reader beware of?
//
// A kind of warning is a struct of what its sentence needs (report/warning_wording says it) and a line in the
// table of codes, of which the variant is made. report/warnings decides which of them a report gets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "input/client_settings.h"
#include "measure.h"
#include "run/plausibility.h"
#include "run/request.h"
#include "steady/duration.h"
#include "units.h"

namespace ssdetect {

namespace warning {

// --- The input ---

struct PartialLog {
  std::size_t in_flight;
  bool last_line_torn;  // else: no session.ended
};
struct NeverFinished {
  std::size_t requests;
};
struct CutOffTokens {
  std::size_t requests;
  Tokens tokens;
};
struct MalformedLines {
  std::uint64_t lines;
};
struct MalformedRecords {
  std::uint64_t records;
};
struct OrphanEvents {
  std::uint64_t events;
};
struct InvalidCounts {
  std::uint64_t counts;
};
struct MissingCounts {
  std::uint64_t completions;
};
struct CountsDisagree {
  Tokens client, server;
};
struct InvalidDurations {
  std::uint64_t durations;
};
struct SeveralTrackingStretches {
  int stretches;
};
struct LateFailures {
  std::uint64_t requests;
};
struct SidecarProblem {
  std::string problem;  // in the words of input/sidecars
};
struct SuperPassPassesUnused {};

struct StartTimesReconstructed {
  ReconstructedStarts how;
};
struct DurationDisagrees {
  Seconds computed_s, of_client_s;
};

// --- Numbers that are not what they are called ---

struct DuplicateRequests {
  Doubt evidence;
};
struct OrderSuspect {
  Doubt evidence;
  std::size_t superpass_size;
};
struct ClocksMixed {
  Doubt evidence;
  bool apart = false;  // else: first tokens before their issue
};
struct TtftNotFirstToken {
  Doubt evidence;
};
struct BufferedStream {
  Doubt evidence;
};
struct NotStreamed {
  Doubt evidence;
};
struct TpotImplausible {
  Doubt evidence;
};
struct ServerTpotDisagrees {
  ServerDoubt evidence;
};
struct SurvivorsOnly {
  SurvivorDoubt evidence;
};

// --- Memory ---

struct Compacted {
  std::size_t requests, issued;
  Seconds time_bin_s;
  bool prompts_forgotten;
  std::optional<std::size_t> rounded_superpass_size;  // absent: as it would have been without
};
struct MemoryExceeded {};

// --- Token counts ---

struct EstimatedTokens {
  TokenSource source;
};
struct MixedTokenSources {
  std::vector<TokenSource> sources;
};
struct UncountedOutputs {
  std::uint64_t requests;
};
struct UncountedToolCalls {
  std::uint64_t outputs;
};

// --- The load ---

struct LoadStaged {
  StageOfRun stage;
};
struct LoadStagesUnknown {
  std::vector<LoadStage> stages;
};
struct LoadRamped {
  LoadRamp ramp;
  bool is_in_flight;  // else requests/s
};
struct Saturated {
  double growth_requests, issued_requests;  // in the second half
};
struct LoadNotServed {
  double offered_per_s, achieved_per_s;
  std::optional<double> cap;                           // in flight
  std::optional<Seconds> mean_wait_s, longest_wait_s;  // in the client's queue
};
struct TargetNotReached {
  double target, achieved;  // in flight
};
struct NotWholePasses {
  std::size_t issued;
  std::uint64_t dataset_size;
};
struct TtftNotMeaningful {};

// --- What was examined ---

struct WarmupCapped {
  std::size_t super_passes;
};
struct WarmupGuarded {
  std::size_t super_passes;
};
struct TailKept {
  std::size_t samples;
  Ratio cov, skew;
};
struct DrainedSuperPasses {
  std::size_t super_passes;
};
struct UnfinishedSuperPasses {
  std::size_t super_passes;
};

// --- The window ---

struct WindowTooShort {
  Seconds window_s, required_s;
  DurationTerm dominant;
};
struct SkippedShortPlateaus {
  std::size_t plateaus;
};
struct GapInWindow {
  Seconds at_s, length_s;  // the longest; since the first issue
  std::size_t gaps;
};
struct MetricDriftsInWindow {
  MetricId metric;
  Ratio drift;
};
struct LevelShift {
  std::size_t super_pass;
  Ratio delta;
};
struct Excursion {
  std::size_t first_super_pass, last_super_pass;
};

// --- Trends over what was examined ---

struct TtftDrifts {
  MetricId metric;
  Ratio drift;
  bool negligible;  // below the effect-size floor: the queue hardly moves
};
struct P99NotConverged {
  MetricId metric;
  Ratio drift;
};

// --- The numbers ---

struct ThroughputUncertain {
  Ratio half_width;
};
struct ThroughputInconsistent {
  double system_tok_s, token_time_tok_s;
};
struct RampOrDrainDominates {
  Ratio system_tps, ttft_p99;  // steady against total
};
struct FailuresInWindow {
  std::size_t requests;
  Ratio share;
};
struct ShortOccupancySpan {
  Seconds span_s, run_s;
};

template <class Kind>
struct Code {
  std::string_view name;
};

// In the order in which they are shown.
inline constexpr std::tuple kCodes{
    Code<PartialLog>{"partial_log"},
    Code<NeverFinished>{"never_finished"},
    Code<CutOffTokens>{"cut_off_tokens"},
    Code<MalformedLines>{"malformed_lines"},
    Code<MalformedRecords>{"malformed_records"},
    Code<OrphanEvents>{"orphan_events"},
    Code<InvalidCounts>{"invalid_counts"},
    Code<MissingCounts>{"missing_counts"},
    Code<CountsDisagree>{"counts_disagree"},
    Code<InvalidDurations>{"invalid_durations"},
    Code<SeveralTrackingStretches>{"several_tracking_stretches"},
    Code<LateFailures>{"late_failures"},
    Code<SidecarProblem>{"sidecar_problem"},
    Code<SuperPassPassesUnused>{"superpass_passes_unused"},
    Code<StartTimesReconstructed>{"start_times_reconstructed"},
    Code<DurationDisagrees>{"duration_disagrees"},
    Code<DuplicateRequests>{"duplicate_requests"},
    Code<OrderSuspect>{"order_suspect"},
    Code<ClocksMixed>{"clocks_mixed"},
    Code<TtftNotFirstToken>{"ttft_not_first_token"},
    Code<BufferedStream>{"buffered_stream"},
    Code<NotStreamed>{"not_streamed"},
    Code<TpotImplausible>{"tpot_implausible"},
    Code<ServerTpotDisagrees>{"server_tpot_disagrees"},
    Code<SurvivorsOnly>{"survivors_only"},
    Code<Compacted>{"compacted"},
    Code<MemoryExceeded>{"memory_exceeded"},
    Code<EstimatedTokens>{"estimated_tokens"},
    Code<MixedTokenSources>{"mixed_token_sources"},
    Code<UncountedOutputs>{"uncounted_outputs"},
    Code<UncountedToolCalls>{"uncounted_tool_calls"},
    Code<LoadStaged>{"load_staged"},
    Code<LoadStagesUnknown>{"load_stages_unknown"},
    Code<LoadRamped>{"load_ramped"},
    Code<Saturated>{"saturated"},
    Code<LoadNotServed>{"load_not_served"},
    Code<TargetNotReached>{"target_not_reached"},
    Code<NotWholePasses>{"not_whole_passes"},
    Code<TtftNotMeaningful>{"ttft_not_meaningful"},
    Code<WarmupCapped>{"warmup_capped"},
    Code<WarmupGuarded>{"warmup_guarded"},
    Code<TailKept>{"tail_kept"},
    Code<DrainedSuperPasses>{"drained_super_passes"},
    Code<UnfinishedSuperPasses>{"unfinished_super_passes"},
    Code<WindowTooShort>{"window_too_short"},
    Code<SkippedShortPlateaus>{"skipped_short_plateaus"},
    Code<GapInWindow>{"gap_in_window"},
    Code<MetricDriftsInWindow>{"metric_drifts_in_window"},
    Code<LevelShift>{"level_shift"},
    Code<Excursion>{"excursion"},
    Code<TtftDrifts>{"ttft_drifts"},
    Code<P99NotConverged>{"p99_not_converged"},
    Code<ThroughputUncertain>{"throughput_uncertain"},
    Code<ThroughputInconsistent>{"throughput_inconsistent"},
    Code<RampOrDrainDominates>{"ramp_or_drain_dominates"},
    Code<FailuresInWindow>{"failures_in_window"},
    Code<ShortOccupancySpan>{"short_occupancy_span"},
};

template <class... Kinds>
constexpr bool are_distinct(const std::tuple<Code<Kinds>...>& codes) {
  const auto is_once = [&](std::string_view name) {
    return ((std::get<Code<Kinds>>(codes).name == name) + ...) == 1;
  };
  return (is_once(std::get<Code<Kinds>>(codes).name) && ...);
}

template <class... Kinds>
std::variant<Kinds...> one_of(std::tuple<Code<Kinds>...>);

}  // namespace warning

// One of the kinds in the table. A kind has a code, as there is no other list of kinds, and only one, as
// std::get refuses a second; no two kinds share one.
using Warning = decltype(warning::one_of(warning::kCodes));
static_assert(std::variant_size_v<Warning> == std::tuple_size_v<decltype(warning::kCodes)>);
static_assert(warning::are_distinct(warning::kCodes), "two kinds of warning share a code");

inline std::string_view code_of(const Warning& warning) {
  return std::visit(
      []<class Kind>(const Kind&) { return std::get<warning::Code<Kind>>(warning::kCodes).name; }, warning);
}

}  // namespace ssdetect
