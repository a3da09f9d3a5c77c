// One sweep over the step function of concurrency, then one over the requests. Tests:
// tests/steady/occupancy_test.cpp (the worked examples of the second seed).

#include "steady/occupancy.h"

#include <algorithm>
#include <cmath>

#include "run/in_flight.h"

namespace ssdetect {

namespace {

constexpr double kBucketNs = 1e9;       // "peak output TPS over one-second buckets"
constexpr double kProductGuard = 1e-9;  // relative: 100 * 0.55 is 55.000000000000007

bool successful(const Run& run, const Request& request) {
  return request.state == RequestState::completed && request.completed > run.latency_origin(request);
}

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

std::size_t ends_in(const Run& run, TimeWindow span) {
  return static_cast<std::size_t>(
      std::count_if(run.requests.begin(), run.requests.end(), [&](const Request& request) {
        return successful(run, request) && request.completed >= span.begin && request.completed <= span.end;
      }));
}

std::optional<Tokens> input_of(const Run& run, TimeWindow span) {
  const auto known = [](const Request& request) { return request.input_tokens >= 0; };
  if (run.highest_turn >= 2 || std::none_of(run.requests.begin(), run.requests.end(), known))
    return std::nullopt;
  Tokens sum = 0;
  for (const Request& request : run.requests) {
    const Nanos start = run.latency_origin(request);
    if (!successful(run, request) || start < span.begin || start >= span.end) continue;
    if (!known(request)) return std::nullopt;
    sum += request.input_tokens;
  }
  return sum;
}

void count_output(Occupancy& result, const Run& run) {
  const auto counted = [&](const Request& request) {
    return successful(run, request) && request.tokens_out >= 0;
  };
  if (std::none_of(run.requests.begin(), run.requests.end(), counted)) return;
  Tokens sum = 0;
  for (std::size_t i = 0; i < run.requests.size(); ++i)
    if (counted(run.requests[i])) sum += tokens_in(run, i, result.span, TokenTimes::recorded_if_any);
  result.output_tokens = sum;
  result.output_tps = sum / result.span.length_s();
  const auto buckets = token_bins(run, result.span, kBucketNs, TokenTimes::recorded_if_any, successful);
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
  const InFlight counts = InFlight::of_successful(run);
  if (counts.requests() == 0) return std::nullopt;
  Occupancy result;
  result.peak = counts.peak();
  result.threshold = occupancy_threshold(result.peak, ratio);
  result.span = longest_span(counts, result.threshold);
  result.average_in_flight = counts.mean_over(result.span.begin, result.span.end);
  result.completed = ends_in(run, result.span);
  result.input_tokens = input_of(run, result.span);
  if (result.input_tokens) result.input_tps = *result.input_tokens / result.span.length_s();
  count_output(result, run);
  return result;
}

}  // namespace ssdetect
