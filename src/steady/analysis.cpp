// Reads as the method does: series, warmup, tail, plateaus, selection, shift, trends, verdict.

#include "steady/analysis.h"

#include <algorithm>
#include <cmath>

#include "stats/interval.h"
#include "stats/moments.h"
#include "steady/plateau.h"

namespace ssdetect {

namespace {

MetricSeries all_series(const Run& run, const std::vector<SuperPass>& passes) {
  return {measure_series(run, passes, Measure::ttft, std::nullopt),
          measure_series(run, passes, Measure::tpot, std::nullopt),
          measure_series(run, passes, Measure::latency, std::nullopt)};
}

Plateau describe_plateau(const Run& run, const Analysis& analysis, Range range, const Policy& policy) {
  Pool values = pool(run, requests_of(analysis.passes, range), Quantity::tpot, analysis.tail.cut_after);
  return {range, values.mean(), min_duration(run, analysis.passes, analysis.series.tpot.p50, range, policy),
          marginal_standard_error(present(analysis.series.tpot.p50, range))};
}

TrendReading reading(const Analysis& analysis, MetricId metric, Range range, const Policy& policy) {
  return read_trend(present(analysis.series.of(metric.measure).at(metric.level), range), policy.gate);
}

StretchTrends stretch(const Analysis& analysis, Range range, const Policy& policy) {
  const auto read = [&](Measure measure, Level level) {
    return reading(analysis, {measure, level}, range, policy);
  };
  return {range, read(Measure::tpot, Level::p50), read(Measure::tpot, Level::p90),
          read(Measure::ttft, Level::p50), read(Measure::ttft, Level::p90)};
}

std::optional<double> theil_sen_relative(const std::vector<double>& values) {
  const auto slope = theil_sen_slope(values);
  const auto middle = median(values);
  if (!slope || !middle || *middle == 0) return std::nullopt;
  return *slope * static_cast<double>(values.size() - 1) / *middle;
}

TrendOpinions opinions_on(const Analysis& analysis, MetricId metric, const Policy& policy) {
  const auto values = present(analysis.series.of(metric.measure).at(metric.level), analysis.examined.range);
  return {metric, read_trend(values, policy.gate), newey_west(values), slope_versus_scatter(values),
          theil_sen_relative(values)};
}

std::array<TrendOpinions, 9> all_opinions(const Analysis& analysis, const Policy& policy) {
  std::array<TrendOpinions, 9> all;
  std::size_t next = 0;
  for (Measure measure : {Measure::tpot, Measure::ttft, Measure::latency})
    for (Level level : kLevels) all[next++] = opinions_on(analysis, {measure, level}, policy);
  return all;
}

// The same four readings as among the opinions on every metric.
StretchTrends run_trends(const Analysis& analysis) {
  const auto of = [&](MetricId metric) {
    return std::find_if(analysis.opinions.begin(), analysis.opinions.end(),
                        [&](const TrendOpinions& opinions) { return opinions.metric == metric; })
        ->gate;
  };
  return {analysis.examined.range, of({Measure::tpot, Level::p50}), of({Measure::tpot, Level::p90}),
          of({Measure::ttft, Level::p50}), of({Measure::ttft, Level::p90})};
}

// A line is a drift only if it leads somewhere: two bad super-passes in the middle fit a level line better
// than one step.
std::optional<ChangeKind> kind_of(const Analysis& analysis, const Policy& policy) {
  const auto is_large = [&](const TrendReading& reading) {
    return std::abs(reading.relative_drift.value_or(0)) >= policy.gate.least_drift;
  };
  const StretchTrends& run = analysis.run_trends;
  if (!is_large(run.tpot_p50) && !is_large(run.tpot_p90)) return ChangeKind::step;
  return kind_of_change(present(analysis.series.tpot.p50, analysis.examined.range));
}

Change find_change(const Analysis& analysis, const Policy& policy) {
  Change change;
  change.run_trend =
      breaks(analysis.run_trends.tpot_p50, policy.gate) || breaks(analysis.run_trends.tpot_p90, policy.gate);
  change.level_shift = analysis.shift.has_value();
  change.skipped_level = skipped_level(analysis.plateaus, *analysis.selection.chosen, policy.gate);
  if (!change.level_shift)  // which says the same, and more
    change.excursion = find_excursion(analysis.series.tpot.p50, *analysis.window, analysis.examined.range,
                                      analysis.plateaus, policy.gate);
  if (change.any()) change.kind = kind_of(analysis, policy);
  return change;
}

// The first reason why there is nothing to gate on, from the most to the least fundamental.
std::optional<NotAssessable> why_not_assessable(const Tally& all) {
  if (all.counted > 0 && all.timed > 0) return std::nullopt;
  if (all.completed == 0) return NotAssessable::all_failed;
  if (all.counted == 0) return NotAssessable::no_token_counts;
  if (all.streamed == 0) return NotAssessable::nothing_streamed;
  return all.with_first_token == 0 ? NotAssessable::no_first_tokens : NotAssessable::no_tokens_after_first;
}

bool has_only_short_plateaus(const Analysis& analysis) {
  if (analysis.rate) return !analysis.rate->plateaus.empty() && !analysis.rate->chosen;
  return !analysis.plateaus.empty() && !analysis.window;
}

CoverageFacts coverage_facts(const Analysis& analysis, const Run& run, const Policy& policy) {
  return {.issued = run.requests.size(),
          .dataset_size = analysis.sizing.dataset_size.value_or(analysis.sizing.superpass_size),
          .full_super_passes = analysis.full_passes,
          .warmup = analysis.warmup.count,
          .examined = analysis.examined.range.size(),
          .least_window = policy.gate.least_window,
          .windowed_by_time = analysis.is_offline(),
          .only_short_plateaus = policy.duration.enforced && has_only_short_plateaus(analysis)};
}

Verdict decide(const Analysis& analysis) {
  if (analysis.mode.mode == Mode::agentic) return Verdict::unsupported;
  if (analysis.not_assessable) return Verdict::not_assessable;
  if (analysis.is_offline()) return analysis.rate_window() ? Verdict::steady : Verdict::not_found;
  return analysis.window ? verdict_of(analysis.change) : Verdict::not_found;
}

void crop(Analysis& analysis, const Run& run, bool interrupted, const Policy& policy) {
  const MetricId driver = policy.warmup.driver;
  analysis.warmup = find_warmup(analysis.series.of(driver.measure).at(driver.level), std::nullopt,
                                analysis.gates(policy), policy);
  const Range after_warmup{std::min(analysis.warmup.count, analysis.passes.size()), analysis.passes.size()};
  analysis.tail =
      judge_tail(run, requests_of(analysis.passes, after_warmup), analysis.times.last_issue, policy.tail);
  analysis.examined =
      examined_range(run, analysis.passes, analysis.warmup.count, analysis.tail, interrupted, policy.tail);
  if (analysis.tail.applied)
    analysis.series.tpot = measure_series(run, analysis.passes, Measure::tpot, analysis.tail.cut_after);
}

// What else the mode asks for: near-saturation, the token rate over time, the conversations' rates.
void look_by_mode(Analysis& analysis, const Run& run, const Policy& policy) {
  if (analysis.mode.mode == Mode::poisson) analysis.saturation = judge_saturation(run, InFlight::of_all(run));
  if (analysis.is_offline() || analysis.saturation.saturated) analysis.rate = rate_timeline(run, policy);
  if (analysis.mode.mode == Mode::agentic) analysis.natl = natl(run);
}

void select(Analysis& analysis, const Run& run, const Policy& policy) {
  if (!analysis.has_issue_time_window()) return;
  for (const Range& range : segment(analysis.gates(policy), analysis.examined.range, policy.gate))
    analysis.plateaus.push_back(describe_plateau(run, analysis, range, policy));
  analysis.selection = select_plateau(analysis.plateaus, policy.duration);
  if (analysis.selection.chosen) {
    analysis.window = analysis.plateaus[*analysis.selection.chosen].range;
  } else if (analysis.selection.candidate) {
    analysis.candidate = analysis.plateaus[*analysis.selection.candidate].range;
  }
}

void judge(Analysis& analysis, const Policy& policy) {
  const Range examined = analysis.examined.range;
  if (const auto base = analysis.window ? analysis.window : analysis.candidate) {
    analysis.window_trends = stretch(analysis, *base, policy);
    const Range to_end{base->begin, examined.end};
    analysis.to_end_trends = to_end == *base ? *analysis.window_trends : stretch(analysis, to_end, policy);
  }
  analysis.opinions = all_opinions(analysis, policy);
  analysis.run_trends = run_trends(analysis);
  if (!analysis.window) return;
  analysis.shift = find_level_shift(analysis.plateaus, *analysis.selection.chosen, analysis.series.tpot.mean,
                                    examined, policy);
  analysis.change = find_change(analysis, policy);
}

}  // namespace

const TrendReading& StretchTrends::of(MetricId metric) const {
  const bool p50 = metric.level == Level::p50;
  if (metric.measure == Measure::tpot) return p50 ? tpot_p50 : tpot_p90;
  return p50 ? ttft_p50 : ttft_p90;
}

const MeasureSeries& MetricSeries::of(Measure measure) const {
  return measure == Measure::ttft ? ttft : measure == Measure::tpot ? tpot : latency;
}

bool Analysis::has_issue_time_window() const {
  return !is_offline() && !saturation.saturated && mode.mode != Mode::agentic;
}

const RatePlateau* Analysis::rate_window() const {
  return rate && rate->chosen ? &rate->plateaus[*rate->chosen] : nullptr;
}

Gates Analysis::gates(const Policy& policy) const {
  return {{&series.tpot.p50, 1.0}, {&series.tpot.p90, policy.gate.p90_bound_factor}};
}

Analysis analyse(const Run& run, const ModeChoice& mode, const Sizing& sizing, bool interrupted,
                 const Policy& policy) {
  Analysis analysis;
  analysis.times = times_of(run);
  analysis.mode = mode;
  analysis.sizing = sizing;
  analysis.passes = super_passes(run, sizing.superpass_size);
  analysis.total = tally_of(analysis.passes);
  analysis.full_passes = static_cast<std::size_t>(std::count_if(
      analysis.passes.begin(), analysis.passes.end(), [](const SuperPass& pass) { return !pass.partial; }));
  analysis.series = all_series(run, analysis.passes);
  crop(analysis, run, interrupted, policy);
  look_by_mode(analysis, run, policy);
  select(analysis, run, policy);
  judge(analysis, policy);
  analysis.coverage = judge_coverage(coverage_facts(analysis, run, policy));
  analysis.not_assessable = why_not_assessable(analysis.total);
  analysis.verdict = decide(analysis);
  return analysis;
}

}  // namespace ssdetect
