// Fills in the report block by block. What it holds is computed here or in report/metrics; nothing is worded.

#include "report/build.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "report/metrics.h"
#include "stats/moments.h"

namespace ssdetect {

namespace {

constexpr std::array<std::size_t, 3> kTrailing{4, 6, 8};  // super-passes; shown, admit nothing (SPEC 7.3)

RunCounts count_requests(const Run& run, const Tally& all) {
  return {.issued = run.requests.size(),
          .completed = all.completed,
          .failed = all.failed,
          .in_flight = all.in_flight,
          .untracked = run.untracked,
          .retries = run.retries,
          .tool_call_outputs = run.tool_call_outputs,
          .invalid_durations = all.invalid_durations};
}

std::vector<TokenSource> sources_in_use(const Run& run) {
  auto uses = run.compacted.sources;
  for (const Request& request : run.requests) ++uses[static_cast<std::size_t>(request.token_source)];
  std::vector<TokenSource> sources;
  for (std::size_t i = 1; i < uses.size(); ++i)
    if (uses[i] > 0 && static_cast<TokenSource>(i) != TokenSource::scaled)
      sources.push_back(static_cast<TokenSource>(i));
  std::stable_sort(sources.begin(), sources.end(), [&](TokenSource a, TokenSource b) {
    return uses[static_cast<std::size_t>(a)] > uses[static_cast<std::size_t>(b)];
  });
  return sources;
}

void count_sample(Report& report, const Run& run) {
  for (const OutputNote& note : run.output_notes) {
    const TokenSource source = run.requests[note.request].token_source;
    report.scaled_outputs += source == TokenSource::scaled;
    report.sampled_outputs += source == TokenSource::tokenizer || source == TokenSource::command;
  }
}

std::vector<SuperPassRow> rows(const Analysis& analysis) {
  std::vector<SuperPassRow> all;
  for (std::size_t i = 0; i < analysis.passes.size(); ++i)
    all.push_back({analysis.passes[i], analysis.series.ttft.p50[i], analysis.series.ttft.p90[i],
                   analysis.series.tpot.p50[i], analysis.series.tpot.p90[i]});
  return all;
}

CovRow cov_row(const Series& series, MetricId metric, Range window) {
  CovRow row{metric, coefficient_of_variation(present(series, window)), {}};
  for (std::size_t length : kTrailing)
    if (length < window.size())
      row.trailing.emplace_back(length,
                                coefficient_of_variation(present(series, {window.end - length, window.end})));
  return row;
}

void add_covs(Report& report, Range window) {
  for (Measure measure : {Measure::tpot, Measure::ttft})
    for (Level level : {Level::p50, Level::p90})
      report.covs.push_back(cov_row(report.analysis.series.of(measure).at(level), {measure, level}, window));
  const std::array<std::optional<double>, 2> gating{report.covs[0].whole, report.covs[1].whole};
  const Gates gates = report.analysis.gates(report.policy);
  for (Ratio bound : report.policy.gate.cov_bounds)
    if (certifies(gating, gates, bound)) report.certifying_bounds.push_back(bound);
}

void add_drifts(Report& report, const StretchTrends& trends) {
  for (Measure measure : {Measure::tpot, Measure::ttft}) {
    for (Level level : {Level::p50, Level::p90}) {
      const MetricId metric{measure, level};
      const TrendReading& reading = trends.of(metric);
      if (!breaks(reading, report.policy.gate)) continue;
      const auto values = present(report.analysis.series.of(measure).at(level), trends.range);
      const auto line = linear_fit(values);
      const double to = line->intercept + line->slope * static_cast<double>(values.size() - 1);
      report.drifts.push_back({metric, reading.state, *reading.relative_drift, line->intercept, to});
    }
  }
}

// No span of issues means anything where everything is issued at once: the longest stretch of wall time over
// which the rate held, else the whole run.
BestEffort best_effort_in_time(const Run& run, const Analysis& analysis, const Policy& policy) {
  if (analysis.rate && analysis.rate->longest) {
    const RatePlateau& longest = analysis.rate->plateaus[*analysis.rate->longest];
    return {numbers_in_time(run, analysis, longest, policy), BestEffortBasis::longest_plateau};
  }
  return {whole_run_in_time(run, analysis, policy), BestEffortBasis::whole_run};
}

BestEffort best_effort(const Run& run, const Analysis& analysis, const Policy& policy) {
  if (analysis.is_offline()) return best_effort_in_time(run, analysis, policy);
  if (analysis.candidate) {
    Numbers numbers = numbers_over(run, analysis, *analysis.candidate, policy);
    numbers.window->plateau_index = analysis.selection.candidate;
    return {std::move(numbers), BestEffortBasis::longest_plateau};
  }
  if (!analysis.not_assessable && analysis.examined.range.size() > 0)
    return {numbers_over(run, analysis, analysis.examined.range, policy), BestEffortBasis::examined};
  return {numbers_over(run, analysis, {0, analysis.passes.size()}, policy), BestEffortBasis::whole_run};
}

// Of a saturated run the issue-based rate is the client's, not the server's: it is never the headline (SPEC
// 10).
void keep_honest(BestEffort& effort, const Report& report) {
  if (!report.analysis.saturation.saturated) return;
  Throughput& tps = effort.numbers.tps;
  tps.headline = report.tps_window ? report.tps_window->tps : tps.token_time;
}

void add_numbers(Report& report, const Run& run) {
  const Analysis& analysis = report.analysis;
  report.total = total_numbers(run, analysis, report.policy);
  const RatePlateau* held = analysis.rate_window();
  if (held) report.tps_window = tps_window(analysis, *held, report.policy);
  if (analysis.window) {
    report.steady = numbers_over(run, analysis, *analysis.window, report.policy);
    report.steady->window->plateau_index = analysis.selection.chosen;
    add_covs(report, *analysis.window);
    add_drifts(report, *analysis.window_trends);
  } else if (analysis.is_offline() && held) {
    report.steady = numbers_in_time(run, analysis, *held, report.policy);
  } else {
    report.best_effort = best_effort(run, analysis, report.policy);
    keep_honest(*report.best_effort, report);
    if (!analysis.is_offline()) add_covs(report, analysis.candidate.value_or(analysis.examined.range));
  }
}

}  // namespace

std::string_view name_of(TokenSource source) {
  switch (source) {
    case TokenSource::none:
      return "none";
    case TokenSource::recorded:
      return "recorded";
    case TokenSource::tokenizer:
      return "tokenizer";
    case TokenSource::command:
      return "command";
    case TokenSource::chunks:
      return "chunks";
    case TokenSource::words:
      return "words";
    case TokenSource::bytes:
      return "bytes";
    case TokenSource::scaled:
      return "scaled";
  }
  return "";
}

bool is_estimate(TokenSource source) {
  return source == TokenSource::chunks || source == TokenSource::words || source == TokenSource::bytes;
}

const WindowDrift* drift_of(const Report& report, MetricId metric) {
  const auto found = std::find_if(report.drifts.begin(), report.drifts.end(),
                                  [&](const WindowDrift& drift) { return drift.metric == metric; });
  return found == report.drifts.end() ? nullptr : &*found;
}

Report build_report(const Run& run, Analysis analysis, const RunOrigin& origin, const Policy& policy) {
  Report report;
  report.name = origin.name;
  report.format = origin.format;
  report.model = origin.sidecars.model;
  report.diagnostics = origin.diagnostics;
  report.diagnostics.orphan_events += run.orphan_events;
  report.policy = policy;
  report.analysis = std::move(analysis);
  report.counts = count_requests(run, report.analysis.total);
  report.token_sources = sources_in_use(run);
  report.tokens_are_estimates =
      std::any_of(report.token_sources.begin(), report.token_sources.end(), is_estimate);
  count_sample(report, run);
  if (run.compacted.any())
    report.compaction = {run.compacted.requests, run.compacted.cell_size,
                         to_seconds(run.compacted.times.width())};
  report.multi_turn = run.highest_turn >= 2;
  const RunTimes& times = report.analysis.times;
  report.duration_s = to_seconds(elapsed(times.first_issue, times.last_event));
  report.offered_load_span_s = to_seconds(elapsed(times.first_issue, times.last_issue));
  report.facts = occupancy_facts(run, report.analysis, origin.sidecars.target_concurrency);
  report.occupancy = occupancy(run, policy.number.occupancy_ratio);
  report.super_passes = rows(report.analysis);
  add_numbers(report, run);
  report.official_is_steady = report.steady && report.analysis.coverage == CoverageStatus::windowable;
  report.warnings = collect_warnings(report, run, origin);
  return report;
}

}  // namespace ssdetect
