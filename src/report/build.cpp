// Fills in the report block by block. What it holds is computed here or in report/numbers; nothing is worded.

#include "report/build.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "report/numbers.h"
#include "run/pauses.h"
#include "stats/moments.h"

namespace ssdetect {

namespace {

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

CovRow cov_row(const Series<SuperPass>& series, MetricId metric, PassRange window, const GatePolicy& policy) {
  CovRow row{metric, coefficient_of_variation(series.in(window)), {}};
  for (const std::size_t length : policy.trailing)
    if (length < window.size())
      row.trailing.emplace_back(length,
                                coefficient_of_variation(series.in({window.end - length, window.end})));
  return row;
}

void add_covs(Report& report, PassRange window) {
  const GatePolicy& policy = report.policy.gate;
  for (const MetricId metric : kHeadlineMetrics)
    report.covs.push_back(cov_row(report.analysis.series.of(metric), metric, window, policy));
  const std::array<std::optional<double>, 2> gating{report.covs[0].whole, report.covs[1].whole};
  const auto gates = tpot_gates(report.analysis.series, policy);
  for (const Ratio bound : policy.cov_bounds)
    if (certifies(gating, gates, bound)) report.certifying_bounds.push_back(bound);
}

void add_drifts(Report& report, const StretchTrends& trends) {
  for (const MetricId metric : kHeadlineMetrics) {
    const TrendReading& reading = trends.of(metric);
    if (!breaks(reading, report.policy.gate)) continue;
    const auto values = report.analysis.series.of(metric).in(trends.range);
    const auto line = linear_fit(values);
    const double to = line->intercept + line->slope * static_cast<double>(values.size() - 1);
    report.drifts.push_back({metric, reading.state, *reading.relative_drift, line->intercept, to});
  }
}

// No span of issues means anything where everything is issued at once: the longest stretch of wall time over
// which the rate held, else the whole run.
BestEffort best_effort_in_time(const Stretches& stretches, const Analysis& analysis) {
  const Segment<RateBin>* longest = analysis.rate ? analysis.rate->longest() : nullptr;
  if (longest) return {stretches.over_held(*longest), BestEffortBasis::longest_plateau};
  return {stretches.over_all(), BestEffortBasis::whole_run};
}

BestEffort best_effort(const Stretches& stretches, const Analysis& analysis) {
  if (analysis.by_wall_time()) return best_effort_in_time(stretches, analysis);
  if (analysis.selection.candidate)
    return {stretches.over_plateau(*analysis.selection.candidate), BestEffortBasis::longest_plateau};
  if (!analysis.not_assessable && analysis.examined().size() > 0)
    return {stretches.over(analysis.examined()), BestEffortBasis::examined};
  return {stretches.over(PassRange{0, analysis.passes.size()}), BestEffortBasis::whole_run};
}

// Of a saturated run the issue-based rate is the client's, not the server's: it is never the headline (SPEC
// 10).
void keep_honest(BestEffort& effort, const Report& report) {
  if (!report.analysis.load.saturation.saturated) return;
  Throughput& tps = effort.numbers.tps;
  tps.headline = tps.comparable = report.held ? report.held->tps.headline : tps.token_time;
}

void add_numbers(Report& report, const Partitions& blocks) {
  const Analysis& analysis = report.analysis;
  const Stretches stretches(analysis, blocks, report.policy);
  report.total = stretches.over_all();
  if (const auto* held = analysis.held()) report.held = stretches.over_held(*held);
  if (analysis.selection.chosen) {
    report.steady = stretches.over_plateau(*analysis.selection.chosen);
    add_covs(report, *analysis.window());
    add_drifts(report, *analysis.trends.window);
  } else if (analysis.by_wall_time() && report.held) {
    report.steady = report.held;
  } else {
    report.best_effort = best_effort(stretches, analysis);
    keep_honest(*report.best_effort, report);
    if (!analysis.by_wall_time()) add_covs(report, analysis.candidate().value_or(analysis.examined()));
  }
}

constexpr std::size_t kLongestShown = 5;

std::optional<Ratio> share(std::optional<double> part, double whole) {
  if (!part || whole <= 0) return std::nullopt;
  return *part / whole;
}

// Where no window says otherwise the load is taken from the middle of the run, clear of ramp and drain.
std::optional<double> mean_while_offered(const Facts& facts, const InFlightFacts& found) {
  if (found.mean_in_window) return found.mean_in_window;
  const Nanos first = facts.times.first_issue;
  const Nanos quarter = elapsed(first, facts.times.last_issue) / 4;
  return facts.in_flight.mean_over(first + quarter, facts.times.last_issue - quarter);
}

InFlightFacts in_flight_facts(const Facts& facts, const Partitions& blocks, const Analysis& analysis) {
  InFlightFacts found;
  const RunTimes& times = facts.times;
  found.peak_in_flight = facts.in_flight.peak();
  found.target_concurrency = facts.target_concurrency;
  const Run& run = blocks.passes.run();
  const double capacity = facts.target_concurrency.value_or(static_cast<double>(found.peak_in_flight));
  TimeWindow span{times.first_issue, times.last_issue};
  if (const auto window = analysis.window()) {
    span = blocks.passes.offered_load_span(*window);
    found.mean_in_window = facts.in_flight.mean_over(span.begin, span.end);
    found.relative_in_window = share(found.mean_in_window, capacity);
  }
  found.capacity = capacity;
  found.active = active_load(facts.in_flight, span, capacity);
  found.mean_while_offered = mean_while_offered(facts, found);
  found.hairball_weight =
      hairball_weight(run, facts.in_flight, times.last_issue, run.requests.size(), capacity);
  found.hairball_weights = hairball_weights(blocks.passes, facts.in_flight, capacity);
  found.longest_running = longest_running(run, times.last_issue, kLongestShown);
  found.drain_s = std::max(0.0, to_seconds(elapsed(times.last_issue, times.last_completion)));
  found.drain_share = share(found.drain_s, times.duration_s());
  return found;
}

// Longer than a usual super-pass, and much longer than usual between two issues (SPEC 7.9).
std::vector<TimeWindow> pauses_of(const Facts& facts, const Analysis& analysis, const Policy& policy) {
  std::vector<double> lengths;
  for (std::size_t i = 0; i + 1 < analysis.passes.size(); ++i)
    lengths.push_back(distance_ns(analysis.passes[i].first_issue, analysis.passes[i + 1].first_issue));
  const auto usual = median(lengths);
  if (!usual || !policy.plausibility.enabled) return {};
  return pauses(facts.in_flight, policy.plausibility.gap_factor, static_cast<Nanos>(*usual));
}

}  // namespace

const WindowDrift* drift_of(const Report& report, MetricId metric) {
  const auto found = std::find_if(report.drifts.begin(), report.drifts.end(),
                                  [&](const WindowDrift& drift) { return drift.metric == metric; });
  return found == report.drifts.end() ? nullptr : &*found;
}

Report build_report(const Facts& facts, const Partitions& blocks, Analysis analysis, const RunOrigin& origin,
                    const Policy& policy) {
  const Run& run = blocks.passes.run();
  Report report;
  report.name = origin.name;
  report.format = origin.format;
  report.model = origin.sidecars.model;
  report.diagnostics = origin.diagnostics;
  report.diagnostics.orphan_events += run.orphan_events;
  report.client = run.client;
  report.plausibility = run.plausibility;
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
  report.facts = in_flight_facts(facts, blocks, report.analysis);
  report.occupancy = occupancy(run, policy.number.occupancy_ratio);
  if (report.occupancy && run.plausibility.withholds_rates()) report.occupancy->withhold_rates();
  report.pauses = pauses_of(facts, report.analysis, policy);
  add_numbers(report, blocks);
  report.official_is_steady = report.steady && report.analysis.coverage == CoverageStatus::windowable;
  report.warnings = collect_warnings(report, run, origin);
  return report;
}

}  // namespace ssdetect
