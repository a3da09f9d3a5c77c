// Pooled raw samples; intervals by batch means with the blocks as batches (Schmeiser 1982). Tests:
// tests/report/numbers_test.cpp and the golden runs.

#include "report/numbers.h"

#include <algorithm>
#include <cmath>

#include "run/token_timeline.h"
#include "stats/interval.h"
#include "stats/moments.h"
#include "stats/sketch.h"

namespace ssdetect {

namespace {

constexpr double kNanosPerSecond = 1e9;

std::optional<double> ratio(std::optional<double> part, double whole) {
  if (!part || whole <= 0) return std::nullopt;
  return *part / whole;
}

// The edge below bin i of n between low and high, evenly spaced or evenly spaced in the logarithm.
double edge(double low, double high, bool logarithmic, std::size_t i, std::size_t n) {
  if (i == 0) return low;
  if (i == n) return high;
  const double share = static_cast<double>(i) / static_cast<double>(n);
  return logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
}

std::vector<HistogramBin> histogram(Pool& values, double low, double high, std::size_t bins) {
  if (low == high) return {{low, high, values.size()}};
  std::vector<double> edges;
  for (std::size_t i = 0; i <= bins; ++i) edges.push_back(edge(low, high, low > 0, i, bins));
  const auto counts = values.histogram(edges);
  std::vector<HistogramBin> filled;
  for (std::size_t i = 0; i < bins; ++i) filled.push_back({edges[i], edges[i + 1], counts[i]});
  return filled;
}

std::optional<Tokens> tokens_of(const Tally& requests, TpsTokens rule) {
  const bool all = rule == TpsTokens::all_output;
  if ((all ? requests.counted : requests.timed) == 0) return std::nullopt;
  return all ? requests.tokens_out : requests.tokens_after_first;
}

std::optional<Interval> around(std::optional<double> point, std::span<const double> batches,
                               const NumberPolicy& policy) {
  const auto means = batch_means(batches, policy.t_quantile);
  if (!point || !means || batches.size() < policy.fewest_blocks) return std::nullopt;
  const double half = means->half_width_95;
  if (policy.intervals_stay_positive && *point > 0 && half >= *point)
    return Interval{*point * std::exp(-half / *point), *point * std::exp(half / *point)};
  return Interval{*point - half, *point + half};
}

std::optional<double> tokens_per_second(double tpot_ns) {
  if (tpot_ns <= 0) return std::nullopt;
  return kNanosPerSecond / tpot_ns;
}

std::optional<Interval> per_user_interval(double pooled_mean_ns, std::span<const double> batches,
                                          const NumberPolicy& policy) {
  const auto centre = policy.per_user_around_batch_mean ? mean(batches) : pooled_mean_ns;
  const auto interval = around(centre, batches, policy);
  if (!interval) return std::nullopt;
  return Interval{tokens_per_second(*interval->high), tokens_per_second(*interval->low)};
}

// A preset may count fewer tokens in `system` than were produced, so what was issued is held against what was
// produced with all of them. Not by the ratio: a burst that was issued before the first token came has a
// token-time rate of 0.
void weigh_issued(Throughput& tps, std::optional<double> issued, const NumberPolicy& policy) {
  tps.mismatch = divergence(issued, tps.token_time);
  tps.inconsistent = issued && tps.token_time &&
                     std::abs(*issued - *tps.token_time) > policy.throughput_mismatch * *tps.token_time;
  tps.headline = tps.inconsistent ? tps.token_time : tps.system;
  tps.comparable = tps.inconsistent ? tps.token_time : issued;
}

// What requests that were cut off had by then is in no other rate.
void lead_with_produced(Throughput& tps, const Tally& sum) {
  if (sum.cut_off > 0 && tps.token_time) tps.headline = tps.comparable = tps.token_time;
}

template <class Unit>
void add_system(Throughput& tps, const Stretch<Unit>& stretch, const Tally& sum, const NumberPolicy& policy) {
  const Seconds seconds = stretch.span.length_s();
  const auto all = ratio(tokens_of(sum, TpsTokens::all_output), seconds);
  const auto produced = [&] {
    return ratio(tokens_in(stretch.blocks.run(), stretch.span, TokenTimes::spread), seconds);
  };
  switch (stretch.rate) {
    case RateBasis::issued:
      tps.system = ratio(tokens_of(sum, policy.tps_tokens), seconds);
      if (all) tps.token_time = produced();
      tps.requests_per_s = ratio(static_cast<double>(sum.requests), seconds);
      weigh_issued(tps, all, policy);
      return lead_with_produced(tps, sum);
    case RateBasis::completed:
      tps.system = tps.headline = tps.comparable = all;
      if (all && sum.cut_off > 0) tps.token_time = produced();
      lead_with_produced(tps, sum);
      tps.requests_per_s = ratio(static_cast<double>(sum.completed), seconds);
      return;
    case RateBasis::produced:
      tps.system = tps.token_time = tps.headline = tps.comparable = produced();
  }
}

template <class Unit>
Throughput throughput(const Stretch<Unit>& stretch, const Tally& sum, std::optional<double> tpot_mean_ns,
                      const NumberPolicy& policy) {
  Throughput tps;
  if (!stretch.blocks.run().plausibility.withholds_rates()) add_system(tps, stretch, sum, policy);
  tps.system_interval = around(tps.system, stretch.rate_replicates, policy);
  if (tpot_mean_ns) tps.per_user = tokens_per_second(*tpot_mean_ns);
  if (tps.per_user) tps.per_user_interval = per_user_interval(*tpot_mean_ns, stretch.tpot_replicates, policy);
  return tps;
}

std::optional<PassRange> passes_of(PassRange range) { return range; }
std::optional<PassRange> passes_of(BinRange) { return std::nullopt; }

template <class Unit>
WindowFacts window_facts(const Stretch<Unit>& stretch, const Tally& sum) {
  WindowFacts facts;
  if (stretch.rate == RateBasis::issued) facts.range = passes_of(stretch.range);
  facts.start_s = to_seconds(elapsed(stretch.zero, stretch.span.begin));
  // Broken clocks can end a run before it began.
  facts.end_s = std::max(facts.start_s, to_seconds(elapsed(stretch.zero, stretch.span.end)));
  facts.duration_s = std::max(0.0, stretch.span.length_s());
  facts.issued = sum.requests;
  facts.failed = sum.failed;
  facts.samples = sum.samples;
  facts.plateau_index = stretch.plateau_index;
  return facts;
}

}  // namespace

Distribution describe(Pool values, std::size_t bins) {
  Distribution d;
  d.count = values.size();
  if (d.count == 0) return d;
  d.mean = values.mean();
  d.std_dev = values.standard_deviation();
  d.min = values.least();
  d.max = values.largest();
  for (Quantile& quantile : d.quantiles) quantile.value = values.quantile(quantile.share);
  d.histogram = histogram(values, *d.min, *d.max, bins);
  return d;
}

template <class Unit>
Numbers numbers(const Stretch<Unit>& stretch, const NumberPolicy& policy) {
  Numbers found;
  if (stretch.range.size() == 0) return found;
  const Tally sum = stretch.blocks.tally(stretch.range);
  for (const Quantity quantity : stretch.quantities) {
    const auto cut = quantity == Quantity::tpot ? stretch.tpot_cut : std::nullopt;
    found.distributions[static_cast<std::size_t>(quantity)] =
        describe(stretch.blocks.pool(stretch.range, quantity, cut), policy.histogram_bins);
  }
  found.window = window_facts(stretch, sum);
  found.tps = throughput(stretch, sum, found[Measure::tpot].mean, policy);
  found.duration = stretch.duration;
  return found;
}

template Numbers numbers(const Stretch<SuperPass>&, const NumberPolicy&);
template Numbers numbers(const Stretch<RateBin>&, const NumberPolicy&);

std::vector<double> issued_rates(const Blocks<SuperPass>& passes, PassRange range, TpsTokens rule) {
  std::vector<double> rates;
  for (std::size_t i = range.begin; i < range.end; ++i)
    if (const auto rate = ratio(tokens_of(passes[i], rule).value_or(0), passes[i].offered_load_span_s()))
      rates.push_back(*rate);
  return rates;
}

std::optional<Ratio> divergence(std::optional<double> steady, std::optional<double> total) {
  if (!steady || !total || *total == 0) return std::nullopt;
  return *steady / *total - 1;
}

// Each stretch is a value that says over what, and by which rules; report/numbers does the rest. Tests:
// tests/report/numbers_test.cpp, tests/steady/rate_test.cpp.

namespace {

const std::vector<Quantity> kAllQuantities{Quantity::ttft, Quantity::tpot, Quantity::latency,
                                           Quantity::output_tokens, Quantity::input_tokens};
const std::vector<Quantity> kWithoutQueue{Quantity::tpot, Quantity::output_tokens, Quantity::input_tokens};

}  // namespace

Stretch<SuperPass> Stretches::of(PassRange passes) const {
  return {.blocks = blocks_.passes,
          .range = passes,
          .span = blocks_.passes.offered_load_span(passes),
          .zero = analysis_.times.first_issue,
          .quantities = kAllQuantities,
          .tpot_cut = analysis_.tail.cut_after,
          .rate_replicates = issued_rates(blocks_.passes, passes, policy_.number.tps_tokens),
          .tpot_replicates = analysis_.series.tpot.mean.in(passes)};
}

Numbers Stretches::over(PassRange passes) const {
  if (passes.size() == 0) return {};
  Stretch<SuperPass> stretch = of(passes);
  stretch.duration = min_duration(blocks_.passes, analysis_.series.tpot.p50, passes, policy_);
  return numbers(stretch, policy_.number);
}

Numbers Stretches::over_plateau(std::size_t index) const {
  const Segment<SuperPass>& plateau = analysis_.segments.plateau(index);
  Stretch<SuperPass> stretch = of(plateau.range);
  stretch.duration = plateau.duration;
  stretch.plateau_index = index;
  return numbers(stretch, policy_.number);
}

Numbers Stretches::over_held(const Segment<RateBin>& held) const {
  const auto rates = analysis_.rate->tokens_per_s.in(held.range);
  const Stretch<RateBin> stretch{.blocks = *blocks_.bins,
                                 .range = held.range,
                                 .span = blocks_.bins->wall_time(held.range),
                                 .zero = analysis_.times.first_issue,
                                 .rate = RateBasis::produced,
                                 .quantities = kWithoutQueue,
                                 .rate_replicates = {rates.begin(), rates.end()},
                                 .duration = held.duration};
  return numbers(stretch, policy_.number);
}

Numbers Stretches::over_all() const {
  const Stretch<SuperPass> stretch{.blocks = blocks_.passes,
                                   .range = blocks_.passes.all(),
                                   .span = {analysis_.times.first_issue, analysis_.times.last_completion},
                                   .zero = analysis_.times.first_issue,
                                   .rate = RateBasis::completed,
                                   .quantities = kAllQuantities};
  return numbers(stretch, policy_.number);
}

}  // namespace ssdetect
