// Each group of conditions is one function; the order here is the order in which warnings are shown.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/build.h"
#include "report/metrics.h"

namespace ssdetect {

namespace {

using Warnings = std::vector<Warning>;

constexpr double kFailureShare = 0.01;  // the default of --fail-on failures

double as_double(std::uint64_t count) { return static_cast<double>(count); }

void warn_if(Warnings& warnings, std::uint64_t count, WarningCode code) {
  if (count > 0) warnings.push_back({code, {as_double(count)}, ""});
}

void about_input(Warnings& warnings, const Report& report, const Run& run, const Sidecars& sidecars) {
  const Diagnostics& input = report.diagnostics;
  if (input.partial())
    warnings.push_back(
        {WarningCode::partial_log, {as_double(report.counts.in_flight)}, input.torn_last_line ? "torn" : ""});
  if (!input.partial() && report.counts.in_flight > 0)
    warnings.push_back({WarningCode::never_finished, {as_double(report.counts.in_flight)}, ""});
  warn_if(warnings, input.malformed_lines, WarningCode::malformed_lines);
  warn_if(warnings, input.malformed_records, WarningCode::malformed_records);
  warn_if(warnings, input.orphan_events, WarningCode::orphan_events);
  warn_if(warnings, input.invalid_counts, WarningCode::invalid_counts);
  if (input.missing_counts > report.counts.failed)  // which have none
    warn_if(warnings, input.missing_counts - report.counts.failed, WarningCode::missing_counts);
  warn_if(warnings, report.counts.invalid_durations, WarningCode::invalid_durations);
  if (run.tracking_stretches > 1)
    warnings.push_back(
        {WarningCode::several_tracking_stretches, {static_cast<double>(run.tracking_stretches)}, ""});
  for (const std::string& problem : sidecars.problems)
    warnings.push_back({WarningCode::sidecar_problem, {}, problem});
}

void about_memory(Warnings& warnings, const Report& report, const Run& run) {
  if (report.compaction) {
    std::string also;
    if (run.prompts_forgotten)
      also += " No prompt had come twice by then, so the dataset size was not looked for.";
    if (report.analysis.sizing.is_rounded)
      also +=
          fmt::format(" Super-passes were rounded up to {} requests.", report.analysis.sizing.superpass_size);
    warnings.push_back(
        {WarningCode::compacted,
         {as_double(report.compaction->requests), as_double(report.counts.issued), report.compaction->bin_s},
         also});
  }
  if (run.memory_exceeded) warnings.push_back({WarningCode::memory_exceeded, {}, ""});
}

void about_tokens(Warnings& warnings, const Report& report) {
  const auto estimate = std::find_if(report.token_sources.begin(), report.token_sources.end(), is_estimate);
  if (estimate != report.token_sources.end())
    warnings.push_back({WarningCode::estimated_tokens, {}, std::string(name_of(*estimate))});
  if (report.token_sources.size() > 1) {
    std::vector<std::string_view> names;
    for (TokenSource source : report.token_sources) names.push_back(name_of(source));
    warnings.push_back({WarningCode::mixed_token_sources, {}, fmt::format("{}", fmt::join(names, ", "))});
  }
  const Tally& all = report.analysis.total;
  if (!report.token_sources.empty())
    warn_if(warnings, all.completed - all.counted, WarningCode::uncounted_outputs);
  warn_if(warnings, report.counts.tool_call_outputs, WarningCode::uncounted_tool_calls);
}

void about_tail(Warnings& warnings, const Analysis& analysis, const Policy& policy) {
  const TailCut& tail = analysis.tail;
  if (policy.tail.enabled && !tail.applied && tail.samples > 0 && tail.cov)
    warnings.push_back(
        {WarningCode::tail_kept, {as_double(tail.samples), *tail.cov, tail.skew.value_or(0)}, ""});
  warn_if(warnings, analysis.examined.drained, WarningCode::drained_super_passes);
  warn_if(warnings, analysis.examined.unfinished, WarningCode::unfinished_super_passes);
}

void about_warmup(Warnings& warnings, const Analysis& analysis) {
  const double count = as_double(analysis.warmup.count);
  if (analysis.warmup.capped) warnings.push_back({WarningCode::warmup_capped, {count}, ""});
  if (analysis.warmup.guarded) warnings.push_back({WarningCode::warmup_guarded, {count}, ""});
}

void about_mode(Warnings& warnings, const Analysis& analysis) {
  const Saturation& load = analysis.saturation;
  if (load.saturated) warnings.push_back({WarningCode::saturated, {load.growth, load.issued}, ""});
  if (analysis.is_offline()) warnings.push_back({WarningCode::ttft_not_meaningful, {}, ""});
}

void about_window(Warnings& warnings, const Report& report) {
  const Analysis& analysis = report.analysis;
  if (!report.steady) return;
  if (report.steady->duration->is_short)
    warnings.push_back({WarningCode::window_too_short,
                        {report.steady->duration->window_s, report.steady->duration->required_s},
                        std::string(name_of(report.steady->duration->dominant))});
  if (analysis.selection.skipped_short > 0)
    warnings.push_back(
        {WarningCode::skipped_short_plateaus, {as_double(analysis.selection.skipped_short)}, ""});
  for (const WindowDrift& drift : report.drifts)
    warnings.push_back(
        {WarningCode::metric_drifts_in_window, {drift.relative}, std::string(name_of(drift.metric))});
  if (analysis.shift)
    warnings.push_back(
        {WarningCode::level_shift, {as_double(analysis.shift->change_point), analysis.shift->delta}, ""});
  if (const auto& away = analysis.change.excursion)
    warnings.push_back({WarningCode::excursion, {as_double(away->begin), as_double(away->end - 1)}, ""});
}

bool is_p99(const TrendOpinions& opinions) { return opinions.metric.level == Level::p99; }

void about_trends(Warnings& warnings, const Report& report) {
  for (const TrendOpinions& opinions : report.analysis.opinions) {
    const bool is_ttft = opinions.metric.measure == Measure::ttft;
    const double drift = opinions.gate.relative_drift.value_or(0);
    if (is_ttft && !is_p99(opinions) && opinions.gate.drifts())
      warnings.push_back({WarningCode::ttft_drifts, {drift}, std::string(name_of(opinions.metric))});
    if (is_p99(opinions) && breaks(opinions.gate, report.policy.gate))
      warnings.push_back({WarningCode::p99_not_converged, {drift}, std::string(name_of(opinions.metric))});
  }
}

// Of the interval around the issue-based rate, relative to it.
std::optional<Ratio> half_width(const Throughput& tps) {
  if (!tps.system || *tps.system <= 0 || !tps.system_interval) return std::nullopt;
  return (*tps.system_interval->high - *tps.system) / *tps.system;
}

void about_numbers(Warnings& warnings, const Report& report) {
  const NumberPolicy& policy = report.policy.number;
  if (report.steady) {
    const Numbers& steady = *report.steady;
    if (const auto half = half_width(steady.tps); half && *half > policy.throughput_uncertainty)
      warnings.push_back({WarningCode::throughput_uncertain, {*half}, ""});
    if (steady.tps.inconsistent)
      warnings.push_back(
          {WarningCode::throughput_inconsistent, {*steady.tps.system, *steady.tps.token_time}, ""});
    const auto tps = divergence(steady.tps.headline, report.total.tps.system);
    const auto ttft = divergence(steady.ttft.p99, report.total.ttft.p99);
    if ((tps && std::abs(*tps) >= policy.tps_divergence) ||
        (ttft && std::abs(*ttft) >= policy.ttft_divergence))
      warnings.push_back({WarningCode::ramp_or_drain_dominates, {tps.value_or(0), ttft.value_or(0)}, ""});
    const double share =
        as_double(steady.window->failed) / as_double(std::max<std::size_t>(1, steady.window->issued));
    if (share > kFailureShare)
      warnings.push_back({WarningCode::failures_in_window, {as_double(steady.window->failed), share}, ""});
  }
  if (report.occupancy &&
      report.occupancy->span.length_s() < policy.occupancy_least_share * report.duration_s)
    warnings.push_back(
        {WarningCode::short_occupancy_span, {report.occupancy->span.length_s(), report.duration_s}, ""});
}

}  // namespace

std::vector<Warning> collect_warnings(const Report& report, const Run& run, const RunOrigin& origin) {
  Warnings warnings;
  about_input(warnings, report, run, origin.sidecars);
  about_memory(warnings, report, run);
  about_tokens(warnings, report);
  if (report.analysis.not_assessable || report.analysis.verdict == Verdict::unsupported) return warnings;
  about_mode(warnings, report.analysis);
  if (!report.analysis.is_offline()) {
    about_warmup(warnings, report.analysis);
    about_tail(warnings, report.analysis, report.policy);
  }
  about_window(warnings, report);
  if (!report.analysis.is_offline()) about_trends(warnings, report);
  about_numbers(warnings, report);
  return warnings;
}

}  // namespace ssdetect
