// Each group of conditions is one function; the order here is the order in which warnings are shown. What
// they say is in report/warning_wording. Tests: tests/report/warnings_test.cpp,
// tests/report/warnings_of_runs_test.cpp.

#include <algorithm>
#include <cmath>

#include "report/build.h"
#include "report/numbers.h"

namespace ssdetect {

namespace {

using Warnings = std::vector<Warning>;

// For a kind that is a count: worth saying from 1 on.
template <class Kind, class Count>
void add_count(Warnings& warnings, Count count) {
  if (count > 0) warnings.push_back(Kind{count});
}

void about_end_of_log(Warnings& warnings, const Report& report) {
  const std::size_t in_flight = report.counts.in_flight;
  if (report.diagnostics.partial())
    warnings.push_back(warning::PartialLog{in_flight, report.diagnostics.torn_last_line});
  else
    add_count<warning::NeverFinished>(warnings, in_flight);
  const Tally& all = report.analysis.total;
  if (all.cut_off > 0) warnings.push_back(warning::CutOffTokens{all.cut_off, all.cut_off_tokens});
}

// Failed requests have no count to point at.
std::uint64_t missing_counts(const Report& report) {
  const std::uint64_t missing = report.diagnostics.missing_counts, failed = report.counts.failed;
  return missing - std::min(missing, failed);
}

// Below it, both may be right: the end-of-answer token, or special tokens, counted or not.
constexpr Ratio kCountsDisagree = 0.02;

void about_counts(Warnings& warnings, const Report& report) {
  const Diagnostics& input = report.diagnostics;
  add_count<warning::InvalidCounts>(warnings, input.invalid_counts);
  add_count<warning::MissingCounts>(warnings, missing_counts(report));
  if (std::abs(input.client_tokens - input.server_tokens) >= kCountsDisagree * input.server_tokens &&
      input.client_tokens != input.server_tokens)
    warnings.push_back(warning::CountsDisagree{input.client_tokens, input.server_tokens});
}

void about_input(Warnings& warnings, const Report& report, const Run& run, const Sidecars& sidecars) {
  const Diagnostics& input = report.diagnostics;
  about_end_of_log(warnings, report);
  add_count<warning::MalformedLines>(warnings, input.malformed_lines);
  add_count<warning::MalformedRecords>(warnings, input.malformed_records);
  add_count<warning::OrphanEvents>(warnings, input.orphan_events);
  about_counts(warnings, report);
  add_count<warning::InvalidDurations>(warnings, report.counts.invalid_durations);
  if (run.tracking_stretches > 1)
    warnings.push_back(warning::SeveralTrackingStretches{run.tracking_stretches});
  add_count<warning::LateFailures>(warnings, run.late_failures);
  for (const std::string& problem : sidecars.problems) warnings.push_back(warning::SidecarProblem{problem});
  if (report.analysis.sizing.passes_are_unused) warnings.push_back(warning::SuperPassPassesUnused{});
  for (const std::string& problem : input.problems_beside)
    warnings.push_back(warning::SidecarProblem{problem});
}

void about_times(Warnings& warnings, const Report& report) {
  if (report.client.reconstructed)
    warnings.push_back(warning::StartTimesReconstructed{*report.client.reconstructed});
  if (report.analysis.load.duration_disagrees)
    warnings.push_back(
        warning::DurationDisagrees{report.analysis.times.duration_s(), report.client.duration_s.value_or(0)});
}

template <class Kind>
void add_doubt(Warnings& warnings, const std::optional<Doubt>& evidence) {
  if (evidence) warnings.push_back(Kind{*evidence});
}

void about_plausibility(Warnings& warnings, const Plausibility& doubts, const Sizing& sizing) {
  add_doubt<warning::DuplicateRequests>(warnings, doubts.duplicate_requests);
  if (doubts.order_suspect)
    warnings.push_back(warning::OrderSuspect{*doubts.order_suspect, sizing.superpass_size});
  if (doubts.clocks_mixed)
    warnings.push_back(warning::ClocksMixed{*doubts.clocks_mixed, doubts.clocks_apart});
  add_doubt<warning::TtftNotFirstToken>(warnings, doubts.ttft_not_first_token);
  add_doubt<warning::BufferedStream>(warnings, doubts.buffered_stream);
  add_doubt<warning::NotStreamed>(warnings, doubts.not_streamed);
  add_doubt<warning::TpotImplausible>(warnings, doubts.tpot_implausible);
  if (doubts.server_tpot_disagrees)
    warnings.push_back(warning::ServerTpotDisagrees{*doubts.server_tpot_disagrees});
  if (doubts.survivors_only) warnings.push_back(warning::SurvivorsOnly{*doubts.survivors_only});
}

warning::Compacted compacted(const Report& report, const Run& run) {
  const Sizing& sizing = report.analysis.sizing;
  warning::Compacted what{.requests = report.compaction->requests,
                          .issued = report.counts.issued,
                          .time_bin_s = report.compaction->bin_s,
                          .prompts_forgotten = run.prompts_forgotten,
                          .rounded_superpass_size = std::nullopt};
  if (sizing.is_rounded) what.rounded_superpass_size = sizing.superpass_size;
  return what;
}

void about_memory(Warnings& warnings, const Report& report, const Run& run) {
  if (report.compaction) warnings.push_back(compacted(report, run));
  if (run.memory_exceeded) warnings.push_back(warning::MemoryExceeded{});
}

void about_tokens(Warnings& warnings, const Report& report) {
  const std::vector<TokenSource>& sources = report.token_sources;
  const auto estimate = std::find_if(sources.begin(), sources.end(), is_estimate);
  if (estimate != sources.end()) warnings.push_back(warning::EstimatedTokens{*estimate});
  if (sources.size() > 1) warnings.push_back(warning::MixedTokenSources{sources});
  const Tally& all = report.analysis.total;
  if (!sources.empty()) add_count<warning::UncountedOutputs>(warnings, all.completed - all.counted);
  add_count<warning::UncountedToolCalls>(warnings, report.counts.tool_call_outputs);
}

void about_settings(Warnings& warnings, const ClientSettings& client) {
  if (client.stage) warnings.push_back(warning::LoadStaged{*client.stage});
  if (client.stages.size() > 1) warnings.push_back(warning::LoadStagesUnknown{client.stages});
  if (client.ramp)
    warnings.push_back(warning::LoadRamped{*client.ramp, client.load == OfferedLoad::closed_loop});
}

// Requests/s of an open loop at one rate.
std::optional<double> offered_rate(const ClientSettings& client, const Sidecars& sidecars) {
  if (client.ramp) return std::nullopt;
  if (client.offered_rate || sidecars.load_pattern != "poisson") return client.offered_rate;
  return sidecars.target_qps;
}

// Issued later than offered: at a lower rate, or after a wait in the client's own queue.
std::optional<warning::LoadNotServed> load_not_served(const Report& report, const Sidecars& sidecars) {
  const ClientSettings& client = report.client;
  const LoadPolicy& policy = report.policy.load;
  const Seconds span_s = report.analysis.times.offered_load_span_s();
  const auto offered = offered_rate(client, sidecars);
  if (!offered || report.counts.issued < policy.least_samples || span_s <= 0) return std::nullopt;
  const double achieved = static_cast<double>(report.counts.issued - 1) / span_s;
  const bool is_slower = achieved < policy.reached_share * *offered;
  const bool waited = client.mean_wait_s.value_or(0) > policy.most_wait * span_s;
  if (!is_slower && !waited) return std::nullopt;
  return warning::LoadNotServed{*offered, achieved, client.concurrency_cap, client.mean_wait_s,
                                client.longest_wait_s};
}

// Of a load that was all issued at once only the peak counts, which falls from then on.
std::optional<warning::TargetNotReached> target_not_reached(const Report& report) {
  const Mode mode = report.analysis.load.mode.mode;
  const auto& target = report.facts.target_concurrency;
  if (!target || (mode != Mode::concurrency && mode != Mode::offline)) return std::nullopt;
  const double peak = static_cast<double>(report.facts.peak_in_flight);
  const double achieved = mode == Mode::offline ? peak : report.facts.mean_while_offered.value_or(peak);
  if (achieved >= report.policy.load.reached_share * *target) return std::nullopt;
  return warning::TargetNotReached{*target, achieved};
}

// A part of a pass weighs some prompts more than others. What is less than one pass has a coverage of its
// own.
std::optional<warning::NotWholePasses> not_whole_passes(const Report& report) {
  const auto& size = report.analysis.sizing.dataset_size;
  const std::size_t issued = report.counts.issued;
  if (!report.policy.plausibility.enabled || !size || *size == 0 || issued < *size) return std::nullopt;
  if (issued % *size == 0) return std::nullopt;
  return warning::NotWholePasses{issued, *size};
}

void about_load(Warnings& warnings, const Report& report, const Sidecars& sidecars) {
  const Analysis& analysis = report.analysis;
  const Saturation& load = analysis.load.saturation;
  about_settings(warnings, report.client);
  if (load.saturated) warnings.push_back(warning::Saturated{load.growth, load.issued});
  if (const auto unserved = load_not_served(report, sidecars)) warnings.push_back(*unserved);
  if (const auto below = target_not_reached(report)) warnings.push_back(*below);
  if (const auto rest = not_whole_passes(report)) warnings.push_back(*rest);
  if (analysis.by_wall_time()) warnings.push_back(warning::TtftNotMeaningful{});
}

void about_warmup(Warnings& warnings, const WarmupCrop& warmup) {
  if (warmup.capped) warnings.push_back(warning::WarmupCapped{warmup.count});
  if (warmup.guarded) warnings.push_back(warning::WarmupGuarded{warmup.count});
}

void about_tail(Warnings& warnings, const Analysis& analysis, const Policy& policy) {
  const TailCut& tail = analysis.tail;
  if (policy.tail.enabled && !tail.applied && tail.samples > 0 && tail.cov)
    warnings.push_back(warning::TailKept{tail.samples, *tail.cov, tail.skew.value_or(0)});
  add_count<warning::DrainedSuperPasses>(warnings, analysis.segments.size_of(Role::drain));
  add_count<warning::UnfinishedSuperPasses>(warnings, analysis.segments.size_of(Role::unfinished));
}

// The longest of those that lie in the window.
std::optional<warning::GapInWindow> gap_in_window(const Report& report) {
  const WindowFacts& window = *report.steady->window;
  if (!window.range) return std::nullopt;
  warning::GapInWindow found{0, 0, 0};
  for (const TimeWindow& pause : report.pauses) {
    const Seconds at_s = to_seconds(elapsed(report.analysis.times.first_issue, pause.begin));
    if (at_s < window.start_s || at_s >= window.end_s) continue;
    ++found.gaps;
    if (pause.length_s() > found.length_s) found.at_s = at_s, found.length_s = pause.length_s();
  }
  return found.gaps > 0 ? std::optional(found) : std::nullopt;
}

void about_window(Warnings& warnings, const Report& report) {
  const Analysis& analysis = report.analysis;
  if (const MinDuration& duration = *report.steady->duration; duration.is_short)
    warnings.push_back(warning::WindowTooShort{duration.window_s, duration.required_s, duration.dominant});
  add_count<warning::SkippedShortPlateaus>(warnings, analysis.selection.skipped_short);
  if (const auto gap = gap_in_window(report)) warnings.push_back(*gap);
  for (const WindowDrift& drift : report.drifts)
    warnings.push_back(warning::MetricDriftsInWindow{drift.metric, drift.relative});
  if (const auto& shift = analysis.change.level_shift)
    warnings.push_back(warning::LevelShift{shift->change_point, shift->delta});
  if (const auto& away = analysis.change.excursion)
    warnings.push_back(warning::Excursion{away->begin, away->end - 1});
}

void about_trends(Warnings& warnings, const Report& report) {
  for (const TrendOpinions& opinions : report.analysis.trends.opinions) {
    const auto [measure, level] = opinions.metric;
    const Ratio drift = opinions.gate.relative_drift.value_or(0);
    if (measure == Measure::ttft && level != Level::p99 && opinions.gate.drifts())
      warnings.push_back(
          warning::TtftDrifts{opinions.metric, drift, !breaks(opinions.gate, report.policy.gate)});
    if (level == Level::p99 && breaks(opinions.gate, report.policy.gate))
      warnings.push_back(warning::P99NotConverged{opinions.metric, drift});
  }
}

// Of the interval around the issue-based rate, relative to it.
std::optional<Ratio> half_width(const Throughput& tps) {
  if (!tps.system || *tps.system <= 0 || !tps.system_interval) return std::nullopt;
  return (*tps.system_interval->high - *tps.system) / *tps.system;
}

void about_throughput(Warnings& warnings, const Throughput& tps, const NumberPolicy& policy) {
  if (const auto half = half_width(tps); half && *half > policy.throughput_uncertainty)
    warnings.push_back(warning::ThroughputUncertain{*half});
  if (tps.inconsistent) warnings.push_back(warning::ThroughputInconsistent{*tps.system, *tps.token_time});
}

void about_divergence(Warnings& warnings, const Numbers& steady, const Numbers& total,
                      const NumberPolicy& policy) {
  const Ratio tps = divergence(steady.tps.comparable, total.tps.comparable).value_or(0);
  const Ratio ttft = divergence(steady[Measure::ttft][p99], total[Measure::ttft][p99]).value_or(0);
  if (std::abs(tps) >= policy.tps_divergence || std::abs(ttft) >= policy.ttft_divergence)
    warnings.push_back(warning::RampOrDrainDominates{tps, ttft});
}

void about_failures(Warnings& warnings, const WindowFacts& window, const NumberPolicy& policy) {
  const Ratio share =
      static_cast<Ratio>(window.failed) / static_cast<Ratio>(std::max<std::size_t>(1, window.issued));
  if (share > policy.failure_share) warnings.push_back(warning::FailuresInWindow{window.failed, share});
}

void about_numbers(Warnings& warnings, const Report& report) {
  about_throughput(warnings, report.steady->tps, report.policy.number);
  about_divergence(warnings, *report.steady, report.total, report.policy.number);
  about_failures(warnings, *report.steady->window, report.policy.number);
}

void about_occupancy(Warnings& warnings, const Report& report) {
  if (!report.occupancy) return;
  const Seconds span_s = report.occupancy->span.length_s(), run_s = report.analysis.times.duration_s();
  if (span_s < report.policy.number.occupancy_least_share * run_s)
    warnings.push_back(warning::ShortOccupancySpan{span_s, run_s});
}

}  // namespace

std::vector<Warning> collect_warnings(const Report& report, const Run& run, const RunOrigin& origin) {
  const Analysis& analysis = report.analysis;
  Warnings warnings;
  about_input(warnings, report, run, origin.sidecars);
  about_times(warnings, report);
  about_plausibility(warnings, report.plausibility, analysis.sizing);
  about_memory(warnings, report, run);
  about_tokens(warnings, report);
  if (analysis.not_assessable || analysis.verdict == Verdict::unsupported) return warnings;
  about_load(warnings, report, origin.sidecars);
  if (!analysis.by_wall_time()) {
    about_warmup(warnings, analysis.warmup);
    about_tail(warnings, analysis, report.policy);
  }
  if (report.steady) about_window(warnings, report);
  if (!analysis.by_wall_time()) about_trends(warnings, report);
  if (report.steady) about_numbers(warnings, report);
  about_occupancy(warnings, report);
  return warnings;
}

}  // namespace ssdetect
