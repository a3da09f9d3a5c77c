// One sweep over the step function of concurrency, then one over the requests. Tests:
// tests/steady/occupancy_test.cpp (the worked examples of the second seed).

#include "steady/occupancy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/in_flight.h"
#include "run/token_timeline.h"

namespace ssdetect {

namespace {

constexpr double kBucketNs = 1e9;       // "peak output TPS over one-second buckets"
constexpr double kProductGuard = 1e-9;  // relative: 100 * 0.55 is 55.000000000000007

// The longest stretch with at least `threshold` in flight; the first of equals.
TimeWindow longest_span(const InFlight& counts, std::size_t threshold) {
  TimeWindow best, current;
  bool open = false;
  counts.for_each_stretch([&](Nanos begin, Nanos end, std::size_t count) {
    if (count < threshold) {
      open = false;
      return;
    }
    if (!open) current.begin = begin;
    open = true;
    current.end = end;
    if (current.length_ns() > best.length_ns()) best = current;
  });
  return best;
}

// In the closed span.
std::size_t ends_in(const InFlight& counts, TimeWindow span) {
  const bool any_before = span.begin > std::numeric_limits<Nanos>::min();
  return counts.ended_by(span.end) - (any_before ? counts.ended_by(span.begin - 1) : 0);
}

// Input tokens and those that have them, of requests that start in [begin, end).
struct Input {
  Tokens tokens = 0;
  std::size_t known = 0, all = 0;
};

Input input_in(const Run& run, TimeWindow span) {
  Input found;
  const auto starts_inside = [&](Nanos start) { return start >= span.begin && start < span.end; };
  for (const Request& request : run.requests) {
    if (!run.succeeded(request) || !starts_inside(run.latency_origin(request))) continue;
    ++found.all;
    found.known += request.input_tokens >= 0;
    found.tokens += std::max(0.0f, request.input_tokens);
  }
  const TimeBins& bins = run.compacted.times;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (!starts_inside(bins.middle(i))) continue;
    found.all += bins[i].started;
    found.known += bins[i].with_input;
    found.tokens += bins[i].input;
  }
  return found;
}

std::optional<Tokens> input_of(const Run& run, TimeWindow span) {
  if (run.highest_turn >= 2) return std::nullopt;
  const Input input = input_in(run, span);
  if (input.known < input.all || !run.has(Quantity::input_tokens)) return std::nullopt;
  return input.tokens;
}

std::optional<Occupancy> find_span(const InFlight& counts, Ratio ratio) {
  if (counts.requests() == 0) return std::nullopt;
  Occupancy result;
  result.peak = counts.peak();
  result.threshold = occupancy_threshold(result.peak, ratio);
  result.span = longest_span(counts, result.threshold);
  result.average_in_flight = counts.mean_over(result.span.begin, result.span.end);
  result.completed = ends_in(counts, result.span);
  return result;
}

void count_output(Occupancy& result, const Run& run) {
  if (!run.has(Quantity::output_tokens)) return;
  result.output_tokens = tokens_in(run, result.span, TokenTimes::recorded_if_any);
  result.output_tps = *result.output_tokens / result.span.length_s();
  const auto buckets = token_bins(run, result.span, kBucketNs, TokenTimes::recorded_if_any);
  if (buckets && !buckets->empty())
    result.peak_output_tps = *std::max_element(buckets->begin(), buckets->end());
}

}  // namespace

std::size_t occupancy_threshold(std::size_t peak, Ratio ratio) {
  const double product = static_cast<double>(peak) * ratio;
  const double nearest = std::round(product);
  const bool is_whole = std::abs(product - nearest) <= kProductGuard * std::max(1.0, nearest);
  return std::max<std::size_t>(1, static_cast<std::size_t>(is_whole ? nearest : std::ceil(product)));
}

std::optional<Occupancy> occupancy(const Run& run, Ratio ratio) {
  auto result = find_span(InFlight::of_successful(run), ratio);
  if (!result) return std::nullopt;
  result->input_tokens = input_of(run, result->span);
  if (result->input_tokens) result->input_tps = *result->input_tokens / result->span.length_s();
  count_output(*result, run);
  return result;
}

}  // namespace ssdetect
