// Pooled raw samples; intervals by batch means with super-passes as batches (Schmeiser 1982). Tests:
// tests/report/metrics_test.cpp and the golden runs.

#include "report/metrics.h"

#include <algorithm>
#include <cmath>

#include "run/in_flight.h"
#include "run/token_timeline.h"
#include "stats/interval.h"
#include "stats/moments.h"
#include "stats/pool.h"

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
                               TQuantile quantile) {
  const auto means = batch_means(batches, quantile);
  if (!point || !means) return std::nullopt;
  return Interval{*point - means->half_width_95, *point + means->half_width_95};
}

std::optional<Interval> system_interval(const Analysis& analysis, Range range, std::optional<double> point,
                                        const NumberPolicy& policy) {
  std::vector<double> rates;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const SuperPass& pass = analysis.passes[i];
    const auto tokens = tokens_of(pass, policy.tps_tokens);
    const auto rate = ratio(tokens.value_or(0), to_seconds(elapsed(pass.first_issue, pass.last_issue)));
    if (rate) rates.push_back(*rate);
  }
  return around(point, rates, policy.t_quantile);
}

std::optional<double> tokens_per_second(double tpot_ns) {
  if (tpot_ns <= 0) return std::nullopt;
  return kNanosPerSecond / tpot_ns;
}

std::optional<Interval> per_user_interval(const Analysis& analysis, Range range,
                                          std::optional<double> pooled_mean_ns, const NumberPolicy& policy) {
  const auto batches = present(analysis.series.tpot.mean, range);
  const auto centre = policy.per_user_around_batch_mean ? mean(batches) : pooled_mean_ns;
  const auto interval = around(centre, batches, policy.t_quantile);
  if (!interval) return std::nullopt;
  return Interval{tokens_per_second(*interval->high), tokens_per_second(*interval->low)};
}

void fill_distributions(Numbers& numbers, const Run& run, Range requests, std::optional<Nanos> tpot_cut,
                        std::size_t bins) {
  numbers.ttft = describe(pool(run, requests, Quantity::ttft), bins);
  numbers.tpot = describe(pool(run, requests, Quantity::tpot, tpot_cut), bins);
  numbers.latency = describe(pool(run, requests, Quantity::latency), bins);
  numbers.osl = describe(pool(run, requests, Quantity::output_tokens), bins);
  numbers.isl = describe(pool(run, requests, Quantity::input_tokens), bins);
}

WindowFacts window_facts(const Analysis& analysis, Range range, TimeWindow span) {
  WindowFacts facts;
  facts.range = range;
  facts.start_s = to_seconds(elapsed(analysis.times.first_issue, span.begin));
  facts.end_s = to_seconds(elapsed(analysis.times.first_issue, span.end));
  facts.duration_s = span.length_s();
  const Tally sum = tally_of(std::span(analysis.passes).subspan(range.begin, range.size()));
  facts.issued = sum.requests;
  facts.failed = sum.failed;
  facts.samples = sum.samples;
  return facts;
}

// Not by the ratio: a burst that was issued before the first token came has a token-time rate of 0.
void choose_headline(Throughput& tps, const NumberPolicy& policy) {
  tps.mismatch = divergence(tps.system, tps.token_time);
  tps.inconsistent = tps.system && tps.token_time &&
                     std::abs(*tps.system - *tps.token_time) > policy.throughput_mismatch * *tps.token_time;
  tps.headline = tps.inconsistent ? tps.token_time : tps.system;
}

Throughput throughput(const Run& run, const Analysis& analysis, Range range, TimeWindow span,
                      std::optional<double> tpot_mean_ns, const NumberPolicy& policy) {
  Throughput tps;
  const double seconds = span.length_s();
  const Tally sum = tally_of(std::span(analysis.passes).subspan(range.begin, range.size()));
  const auto tokens = tokens_of(sum, policy.tps_tokens);
  tps.system = ratio(tokens, seconds);
  tps.system_interval = system_interval(analysis, range, tps.system, policy);
  if (tokens) tps.token_time = ratio(tokens_in(run, span, TokenTimes::spread), seconds);
  if (tpot_mean_ns) tps.per_user = tokens_per_second(*tpot_mean_ns);
  if (tps.per_user) tps.per_user_interval = per_user_interval(analysis, range, tpot_mean_ns, policy);
  tps.requests_per_s = ratio(static_cast<double>(sum.requests), seconds);
  choose_headline(tps, policy);
  return tps;
}

// In flight at the last issue, and how many of those are not among the last `concurrency` issued.
std::optional<Ratio> hairball_weight(const Run& run, Nanos stop, double concurrency) {
  std::size_t in_flight = 0, lingering = 0;
  const double count = static_cast<double>(run.requests.size());
  run.requests.for_each({0, run.requests.size()}, [&](std::size_t number, const Request& request) {
    if (request.issued > stop || (request.has_completion && request.completed <= stop)) return;
    ++in_flight;
    lingering += static_cast<double>(number) < count - concurrency;
  });
  if (in_flight == 0) return std::nullopt;
  return static_cast<double>(lingering) / static_cast<double>(in_flight);
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
  d.p50 = values.quantile(0.50);
  d.p90 = values.quantile(0.90);
  d.p95 = values.quantile(0.95);
  d.p99 = values.quantile(0.99);
  d.p99_9 = values.quantile(0.999);
  d.histogram = histogram(values, *d.min, *d.max, bins);
  return d;
}

const Distribution& Numbers::of(Measure measure) const {
  return measure == Measure::ttft ? ttft : measure == Measure::tpot ? tpot : latency;
}

Numbers numbers_over(const Run& run, const Analysis& analysis, Range range, const Policy& policy) {
  Numbers numbers;
  if (range.size() == 0) return numbers;
  const Range requests = requests_of(analysis.passes, range);
  fill_distributions(numbers, run, requests, analysis.tail.cut_after, policy.number.histogram_bins);
  const TimeWindow span = offered_load_span(analysis.passes, range);
  numbers.window = window_facts(analysis, range, span);
  numbers.tps = throughput(run, analysis, range, span, numbers.tpot.mean, policy.number);
  numbers.duration = min_duration(run, analysis.passes, analysis.series.tpot.p50, range, policy);
  return numbers;
}

TpsWindow tps_window(const Analysis& analysis, const RatePlateau& stretch, const Policy& policy) {
  TpsWindow window;
  window.start_s = to_seconds(elapsed(analysis.times.first_issue, stretch.span.begin));
  window.end_s = to_seconds(elapsed(analysis.times.first_issue, stretch.span.end));
  window.duration_s = stretch.span.length_s();
  window.tps = stretch.tokens_per_s;
  const auto rates = present(analysis.rate->tokens_per_s, stretch.bins);
  window.interval = around(stretch.tokens_per_s, rates, policy.number.t_quantile);
  window.cov = stretch.cov;
  window.duration = stretch.duration;
  return window;
}

Numbers numbers_in_time(const Run& run, const Analysis& analysis, const RatePlateau& stretch,
                        const Policy& policy) {
  Numbers numbers;
  numbers.window = WindowFacts{};
  numbers.window->samples = count_decoding(run, stretch.span);
  const TpsWindow window = tps_window(analysis, stretch, policy);
  numbers.window->issued = numbers.window->samples;
  numbers.window->start_s = window.start_s;
  numbers.window->end_s = window.end_s;
  numbers.window->duration_s = window.duration_s;
  const std::size_t bins = policy.number.histogram_bins;
  numbers.tpot = describe(pool_of_decoding(run, stretch.span, Quantity::tpot), bins);
  numbers.osl = describe(pool_of_decoding(run, stretch.span, Quantity::output_tokens), bins);
  numbers.isl = describe(pool_of_decoding(run, stretch.span, Quantity::input_tokens), bins);
  numbers.tps.system = numbers.tps.token_time = numbers.tps.headline = window.tps;
  numbers.tps.system_interval = window.interval;
  if (numbers.tpot.mean) numbers.tps.per_user = tokens_per_second(*numbers.tpot.mean);
  numbers.duration = window.duration;
  return numbers;
}

Numbers total_numbers(const Run& run, const Analysis& analysis, const Policy& policy) {
  Numbers numbers;
  const Range all{0, run.requests.size()};
  fill_distributions(numbers, run, all, std::nullopt, policy.number.histogram_bins);
  const double seconds = to_seconds(elapsed(analysis.times.first_issue, analysis.times.last_completion));
  const Tally& sum = analysis.total;
  numbers.tps.system = ratio(tokens_of(sum, TpsTokens::all_output), seconds);
  numbers.tps.headline = numbers.tps.system;
  if (numbers.tpot.mean) numbers.tps.per_user = tokens_per_second(*numbers.tpot.mean);
  numbers.tps.requests_per_s = ratio(static_cast<double>(sum.completed), seconds);
  return numbers;
}

Numbers whole_run_in_time(const Run& run, const Analysis& analysis, const Policy& policy) {
  Numbers numbers = total_numbers(run, analysis, policy);
  WindowFacts& facts = numbers.window.emplace();
  const Tally& sum = analysis.total;
  facts.issued = sum.requests;
  facts.failed = sum.failed;
  facts.samples = sum.samples;
  const double seconds = to_seconds(elapsed(analysis.times.first_issue, analysis.times.last_completion));
  facts.end_s = facts.duration_s = std::max(0.0, seconds);  // broken clocks can end a run before it began
  return numbers;
}

OccupancyFacts occupancy_facts(const Run& run, const Analysis& analysis, std::optional<double> target) {
  OccupancyFacts facts;
  const InFlight counts = InFlight::of_all(run);
  facts.peak_in_flight = counts.peak();
  facts.target_concurrency = target;
  const double capacity = target.value_or(static_cast<double>(facts.peak_in_flight));
  if (analysis.window) {
    const TimeWindow span = offered_load_span(analysis.passes, *analysis.window);
    facts.mean_in_window = counts.mean_over(span.begin, span.end);
    facts.relative_in_window = ratio(facts.mean_in_window, capacity);
  }
  facts.hairball_weight = hairball_weight(run, analysis.times.last_issue, capacity);
  facts.drain_s =
      std::max(0.0, to_seconds(elapsed(analysis.times.last_issue, analysis.times.last_completion)));
  facts.drain_share =
      ratio(facts.drain_s, to_seconds(elapsed(analysis.times.first_issue, analysis.times.last_event)));
  return facts;
}

std::optional<Ratio> divergence(std::optional<double> steady, std::optional<double> total) {
  if (!steady || !total || *total == 0) return std::nullopt;
  return *steady / *total - 1;
}

}  // namespace ssdetect
