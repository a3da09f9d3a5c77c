// Reads as the method does: series, warmup, tail, segments, window, trends, change, coverage, verdict. Tests:
// tests/steady/analysis_test.cpp, planted_truth_test.cpp.

#include "steady/analysis.h"

#include <algorithm>
#include <utility>

#include "stats/interval.h"
#include "steady/plateau.h"

namespace ssdetect {

namespace {

using Passes = Blocks<SuperPass>;
using PassSeries = MetricSeries<SuperPass>;

std::size_t count_full(const Passes& passes) {
  return static_cast<std::size_t>(std::count_if(passes.list().begin(), passes.list().end(),
                                                [](const Block& pass) { return !pass.partial; }));
}

Segment<SuperPass> describe(const Passes& passes, const PassSeries& series, PassRange range,
                            const TailCut& tail, const Policy& policy) {
  return {.range = range,
          .role = Role::plateau,
          .level = passes.pool(range, Quantity::tpot, tail.cut_after).mean(),
          .duration = min_duration(passes, series.tpot.p50, range, policy),
          .standard_error = marginal_standard_error(series.tpot.p50.in(range))};
}

// Plateaus only where a window of issue time means anything.
Segmentation<SuperPass> segment_run(const Passes& passes, const PassSeries& series, const Division& division,
                                    const TailCut& tail, WindowKind windows, const Policy& policy) {
  std::vector<Segment<SuperPass>> plateaus;
  if (windows == WindowKind::issue_time)
    for (const PassRange range : find_plateaus<SuperPass>(
             tpot_gates(series, policy.gate), {division.warmup, division.examined_end}, policy.gate))
      plateaus.push_back(describe(passes, series, range, tail, policy));
  return {division, plateaus};
}

// The fill is a burst of prefill that TPOT need not show.
WarmupCrop warmup_of(const Facts& facts, const Passes& passes, const PassSeries& whole, const Sizing& sizing,
                     const Policy& policy) {
  const WarmupCrop crop = covering_ramp(
      find_warmup(whole.of(policy.warmup.driver), std::nullopt, tpot_gates(whole, policy.gate), policy),
      facts.issued_in_ramp, passes.size(), sizing.superpass_size);
  if (!policy.warmup.cover_fill || facts.load.mode.mode != Mode::concurrency || !facts.loop_size) return crop;
  return covering_fill(crop, *facts.loop_size, passes.size(), sizing.superpass_size);
}

std::optional<PassRange> base_of(const Segmentation<SuperPass>& segments, const Selection& selection) {
  const auto plateau = selection.chosen ? selection.chosen : selection.candidate;
  return plateau ? std::optional(segments.plateau(*plateau).range) : std::nullopt;
}

bool has_only_short(std::size_t plateaus, const Selection& selection) {
  return plateaus > 0 && !selection.chosen;
}

// What lacks of wall time; the pace is that of the completions.
LengthFacts length_in_time(const RateCourse& rate, const Facts& facts, const Tally& total) {
  LengthFacts found{.requests = static_cast<double>(total.completed), .span_s = facts.times.duration_s()};
  if (const Segment<RateBin>* stretch = rate.held() ? rate.held() : rate.longest())
    found.lacking_s = stretch->duration.required_s - stretch->duration.window_s;
  return found;
}

LengthFacts length_of_plateau(const Passes& passes, const Segment<SuperPass>& plateau) {
  return {.requests = static_cast<double>(passes.tally(plateau.range).requests),
          .span_s = plateau.duration.window_s,
          .lacking_s = plateau.duration.required_s - plateau.duration.window_s};
}

// Too few super-passes are left to look at, and what there would be has to last, too.
LengthFacts length_of_few(const Passes& passes, PassRange examined, const Tally& total, const Sizing& sizing,
                          const Policy& policy) {
  const std::size_t needed = passes.size() + policy.gate.least_window - examined.size();
  const auto p90 = passes.pool(passes.all(), Quantity::latency).quantile(0.9);
  DurationFacts window;
  if (examined.size() > 0) window.window_s = passes.offered_load_span(examined).length_s();
  if (p90) window.latency_p90_s = *p90 / 1e9;
  LengthFacts found{.requests = static_cast<double>(total.requests), .span_s = total.offered_load_span_s()};
  found.lacking_requests = static_cast<double>(needed) * static_cast<double>(sizing.superpass_size) -
                           static_cast<double>(total.requests);
  if (policy.duration.enforced)
    found.lacking_s = duration_needed(window, policy).required_s - window.window_s;
  return found;
}

std::optional<Missing> missing_of(const Passes& passes, const Segmentation<SuperPass>& segments,
                                  const Selection& selection, const Tally& total, const Sizing& sizing,
                                  const Policy& policy) {
  LengthFacts length{.requests = static_cast<double>(total.requests), .span_s = total.offered_load_span_s()};
  if (const auto plateau = selection.chosen ? selection.chosen : selection.candidate)
    length = length_of_plateau(passes, segments.plateau(*plateau));
  else if (segments.examined().size() < policy.gate.least_window && passes.size() > 0)
    length = length_of_few(passes, segments.examined(), total, sizing, policy);
  const double of_dataset = static_cast<double>(sizing.dataset_size.value_or(0));
  length.lacking_requests =
      std::max(length.lacking_requests, of_dataset - static_cast<double>(total.requests));
  return missing(length);
}

}  // namespace

Partitions partition(const Run& run, const Facts& facts, const Sizing& sizing, const Policy& policy) {
  Partitions blocks{super_passes(run, sizing.superpass_size), std::nullopt, std::nullopt};
  if (facts.load.watches_rate) blocks.bins = rate_bins(run, facts.times, policy.rate);
  if (facts.load.mode.mode == Mode::agentic) blocks.conversations = conversations(run);
  return blocks;
}

Analysis analyse(const Facts& facts, const Partitions& blocks, const Sizing& sizing, bool interrupted,
                 const Policy& policy) {
  const Passes& passes = blocks.passes;
  const WindowKind windows = facts.load.windows;
  const Tally total = passes.tally(passes.all());
  const std::size_t full_passes = count_full(passes);
  const auto natl_rates =
      blocks.conversations ? natl(*blocks.conversations, policy.number.natl_block) : std::nullopt;
  auto rate = blocks.bins ? rate_course(*blocks.bins, policy) : std::nullopt;

  const PassSeries whole = metric_series(passes);
  const WarmupCrop warmup = warmup_of(facts, passes, whole, sizing, policy);
  const PassRange after_warmup = PassRange{warmup.count, passes.size()}.up_to(passes.size());
  const TailCut tail = judge_tail(passes, after_warmup, facts.times.last_issue, policy.tail);
  const Division division = divide(passes, warmup.count, tail, interrupted, policy.tail);
  PassSeries series = tail.applied ? without_tail(whole, passes, *tail.cut_after) : whole;

  Segmentation<SuperPass> segments = segment_run(passes, series, division, tail, windows, policy);
  const Selection selection = select_window(segments, policy.duration);
  const Trends trends = read_trends(series, base_of(segments, selection), segments.examined(), policy.gate);
  const Change change =
      selection.chosen ? find_change(segments, *selection.chosen, series, trends.run, policy) : Change{};

  const bool only_short = rate ? has_only_short(rate->segments.plateau_count(), rate->selection)
                               : has_only_short(segments.plateau_count(), selection);
  const CoverageStatus coverage =
      judge_coverage({.issued = total.requests,
                      .dataset_size = sizing.dataset_size.value_or(sizing.superpass_size),
                      .full_super_passes = full_passes,
                      .warmup = warmup.count,
                      .examined = segments.examined().size(),
                      .least_window = policy.gate.least_window,
                      .windowed_by_time = windows == WindowKind::wall_time,
                      .only_short_plateaus = policy.duration.enforced && only_short});
  const auto not_assessable = why_not_assessable(total, passes.run().late_first_tokens);
  std::optional<Missing> lacking;
  if (!not_assessable && windows == WindowKind::issue_time)
    lacking = missing_of(passes, segments, selection, total, sizing, policy);
  if (!not_assessable && windows == WindowKind::wall_time && rate)
    lacking = missing(length_in_time(*rate, facts, total));
  const bool is_held = windows == WindowKind::wall_time && rate && rate->held();
  const Verdict verdict = decide({.mode = facts.load.mode.mode,
                                  .not_assessable = not_assessable,
                                  .has_window = selection.chosen || is_held,
                                  .change = change});
  return {.times = facts.times,
          .load = facts.load,
          .sizing = sizing,
          .passes = passes.list(),
          .total = total,
          .full_passes = full_passes,
          .warmup = warmup,
          .tail = tail,
          .series = std::move(series),
          .segments = std::move(segments),
          .selection = selection,
          .trends = trends,
          .change = change,
          .rate = std::move(rate),
          .natl = natl_rates,
          .coverage = coverage,
          .not_assessable = not_assessable,
          .missing = lacking,
          .verdict = verdict};
}

}  // namespace ssdetect
