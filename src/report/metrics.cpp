// Pooled raw samples; intervals by batch means with super-passes as batches (Schmeiser 1982). Tests:
// tests/report/metrics_test.cpp and the golden runs.

#include "report/metrics.h"

#include <algorithm>
#include <cmath>

#include "run/in_flight.h"
#include "run/token_timeline.h"
#include "stats/interval.h"
#include "stats/moments.h"
#include "stats/quantile.h"

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

std::vector<HistogramBin> histogram(std::span<const double> sorted, std::size_t bins) {
  if (sorted.empty()) return {};
  const double low = sorted.front(), high = sorted.back();
  if (low == high) return {{low, high, sorted.size()}};
  std::vector<HistogramBin> filled;
  auto from = sorted.begin();
  for (std::size_t i = 0; i < bins; ++i) {
    const HistogramBin bin{edge(low, high, low > 0, i, bins), edge(low, high, low > 0, i + 1, bins), 0};
    const auto to = i + 1 == bins ? sorted.end() : std::lower_bound(from, sorted.end(), bin.high);
    filled.push_back({bin.low, bin.high, static_cast<std::size_t>(to - from)});
    from = to;
  }
  return filled;
}

std::optional<Tokens> counted_tokens(const Run& run, const Request& request, TpsTokens rule) {
  if (request.state != RequestState::completed || request.tokens_out < 0) return std::nullopt;
  if (rule == TpsTokens::all_output) return request.tokens_out;
  if (!run.tpot_ns(request)) return std::nullopt;
  return request.tokens_after_first;
}

std::optional<Tokens> tokens_of(const Run& run, Range requests, TpsTokens rule) {
  std::optional<Tokens> sum;
  for (std::size_t i = requests.begin; i < requests.end; ++i)
    if (const auto tokens = counted_tokens(run, run.requests[i], rule)) sum = sum.value_or(0) + *tokens;
  return sum;
}

std::optional<Interval> around(std::optional<double> point, std::span<const double> batches,
                               TQuantile quantile) {
  const auto means = batch_means(batches, quantile);
  if (!point || !means) return std::nullopt;
  return Interval{*point - means->half_width_95, *point + means->half_width_95};
}

std::optional<Interval> system_interval(const Run& run, const Analysis& analysis, Range range,
                                        std::optional<double> point, const NumberPolicy& policy) {
  std::vector<double> rates;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const SuperPass& pass = analysis.passes[i];
    const auto tokens = tokens_of(run, pass.requests, policy.tps_tokens);
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

// Not one that was scaled from a sample.
bool has_exact_length(const Request& request) {
  return request.state == RequestState::completed && request.tokens_out >= 0 &&
         request.token_source != TokenSource::scaled;
}

Distribution lengths(const Run& run, Range requests, bool output, std::size_t bins) {
  std::vector<double> values;
  for (std::size_t i = requests.begin; i < requests.end; ++i) {
    const Request& request = run.requests[i];
    const double length = output ? request.tokens_out : static_cast<double>(request.input_tokens);
    if (output ? has_exact_length(request) : length >= 0) values.push_back(length);
  }
  return describe(std::move(values), bins);
}

void fill_distributions(Numbers& numbers, const Run& run, Range requests, std::optional<Nanos> tpot_cut,
                        std::size_t bins) {
  numbers.ttft = describe(pool(run, requests, Measure::ttft, std::nullopt), bins);
  numbers.tpot = describe(pool(run, requests, Measure::tpot, tpot_cut), bins);
  numbers.latency = describe(pool(run, requests, Measure::latency, std::nullopt), bins);
  numbers.osl = lengths(run, requests, true, bins);
  numbers.isl = lengths(run, requests, false, bins);
}

WindowFacts window_facts(const Run& run, const Analysis& analysis, Range range, TimeWindow span) {
  WindowFacts facts;
  facts.range = range;
  facts.start_s = to_seconds(elapsed(analysis.times.first_issue, span.begin));
  facts.end_s = to_seconds(elapsed(analysis.times.first_issue, span.end));
  facts.duration_s = span.length_s();
  const Range requests = requests_of(analysis.passes, range);
  facts.issued = requests.size();
  for (std::size_t i = requests.begin; i < requests.end; ++i) {
    const Request& request = run.requests[i];
    facts.failed += request.state == RequestState::failed;
    facts.samples += request.has_first_token || request.has_completion;
  }
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
  const Range requests = requests_of(analysis.passes, range);
  const auto tokens = tokens_of(run, requests, policy.tps_tokens);
  tps.system = ratio(tokens, seconds);
  tps.system_interval = system_interval(run, analysis, range, tps.system, policy);
  if (tokens) tps.token_time = ratio(tokens_in(run, span, TokenTimes::spread), seconds);
  if (tpot_mean_ns) tps.per_user = tokens_per_second(*tpot_mean_ns);
  if (tps.per_user) tps.per_user_interval = per_user_interval(analysis, range, tpot_mean_ns, policy);
  tps.requests_per_s = ratio(static_cast<double>(requests.size()), seconds);
  choose_headline(tps, policy);
  return tps;
}

// In flight at the last issue, and how many of those are not among the last `concurrency` issued.
std::optional<Ratio> hairball_weight(const Run& run, Nanos stop, double concurrency) {
  std::size_t in_flight = 0, lingering = 0;
  const double count = static_cast<double>(run.requests.size());
  for (std::size_t i = 0; i < run.requests.size(); ++i) {
    const Request& request = run.requests[i];
    if (request.issued > stop || (request.has_completion && request.completed <= stop)) continue;
    ++in_flight;
    lingering += static_cast<double>(i) < count - concurrency;
  }
  if (in_flight == 0) return std::nullopt;
  return static_cast<double>(lingering) / static_cast<double>(in_flight);
}

}  // namespace

Distribution describe(std::vector<double> values, std::size_t bins) {
  Distribution d;
  d.count = values.size();
  if (values.empty()) return d;
  std::sort(values.begin(), values.end());
  d.mean = mean(values);
  d.std_dev = standard_deviation(values);
  d.min = values.front();
  d.max = values.back();
  d.p50 = quantile_of_sorted(values, 0.50);
  d.p90 = quantile_of_sorted(values, 0.90);
  d.p95 = quantile_of_sorted(values, 0.95);
  d.p99 = quantile_of_sorted(values, 0.99);
  d.p99_9 = quantile_of_sorted(values, 0.999);
  d.histogram = histogram(values, bins);
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
  numbers.window = window_facts(run, analysis, range, span);
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
  std::vector<double> tpot, output, input;
  for (const Request& request : run.requests) {
    if (!decodes_in(request, stretch.span)) continue;
    ++numbers.window->samples;
    if (const auto value = run.tpot_ns(request)) tpot.push_back(*value);
    if (has_exact_length(request)) output.push_back(request.tokens_out);
    if (request.input_tokens >= 0) input.push_back(request.input_tokens);
  }
  const TpsWindow window = tps_window(analysis, stretch, policy);
  numbers.window->issued = numbers.window->samples;
  numbers.window->start_s = window.start_s;
  numbers.window->end_s = window.end_s;
  numbers.window->duration_s = window.duration_s;
  numbers.tpot = describe(std::move(tpot), policy.number.histogram_bins);
  numbers.osl = describe(std::move(output), policy.number.histogram_bins);
  numbers.isl = describe(std::move(input), policy.number.histogram_bins);
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
  numbers.tps.system = ratio(tokens_of(run, all, TpsTokens::all_output), seconds);
  numbers.tps.headline = numbers.tps.system;
  if (numbers.tpot.mean) numbers.tps.per_user = tokens_per_second(*numbers.tpot.mean);
  const auto completed = std::count_if(run.requests.begin(), run.requests.end(), [](const Request& request) {
    return request.state == RequestState::completed;
  });
  numbers.tps.requests_per_s = ratio(static_cast<double>(completed), seconds);
  return numbers;
}

Numbers whole_run_in_time(const Run& run, const Analysis& analysis, const Policy& policy) {
  Numbers numbers = total_numbers(run, analysis, policy);
  WindowFacts& facts = numbers.window.emplace();
  facts.issued = run.requests.size();
  for (const Request& request : run.requests) {
    facts.failed += request.state == RequestState::failed;
    facts.samples += request.has_first_token || request.has_completion;
  }
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
