// Blocks are cut by position in issue order, so each is one walk over its requests. Percentiles are selected,
// not sorted, in a scratch vector that is reused. Tests: tests/run/super_pass_test.cpp.

#include "run/super_pass.h"

#include <algorithm>

#include "stats/moments.h"
#include "stats/quantile.h"

namespace ssdetect {

namespace {

Nanos last_event_of(const Request& request) {
  Nanos last = std::max(request.issued, request.started);
  if (request.has_first_token) last = std::max(last, request.first_token);
  if (request.has_completion) last = std::max(last, request.completed);
  return last;
}

void add(SuperPass& pass, const Request& request) {
  pass.completed += request.state == RequestState::completed;
  pass.failed += request.state == RequestState::failed;
  pass.in_flight += request.state == RequestState::in_flight;
  pass.first_issue = std::min(pass.first_issue, request.issued);
  pass.last_issue = std::max(pass.last_issue, request.issued);
  pass.last_event = std::max(pass.last_event, last_event_of(request));
  if (request.tokens_out >= 0 && request.state == RequestState::completed) {
    pass.tokens_out += request.tokens_out;
    pass.has_tokens = true;
  }
}

SuperPass summarise(const Run& run, Range requests, std::size_t size) {
  const Request& first = run.requests[requests.begin];
  SuperPass pass{.requests = requests,
                 .partial = requests.size() < size,
                 .first_issue = first.issued,
                 .last_issue = first.issued,
                 .last_event = first.issued};
  for (std::size_t i = requests.begin; i < requests.end; ++i) add(pass, run.requests[i]);
  return pass;
}

void collect(const Run& run, Range requests, Measure measure, std::optional<Nanos> cut_after,
             std::vector<double>& values) {
  for (std::size_t i = requests.begin; i < requests.end; ++i) {
    const Request& request = run.requests[i];
    if (in_tail(request, cut_after)) continue;
    if (const auto value = run.value(measure, request)) values.push_back(*value);
  }
}

}  // namespace

std::vector<SuperPass> super_passes(const Run& run, std::size_t size) {
  std::vector<SuperPass> passes;
  const std::size_t count = run.requests.size();
  for (std::size_t begin = 0; begin < count; begin += std::min(size, count - begin))
    passes.push_back(summarise(run, {begin, begin + std::min(size, count - begin)}, size));
  return passes;
}

Range requests_of(std::span<const SuperPass> passes, Range range) {
  if (range.size() == 0) return {};
  return {passes[range.begin].requests.begin, passes[range.end - 1].requests.end};
}

TimeWindow offered_load_span(std::span<const SuperPass> passes, Range range) {
  TimeWindow span{passes[range.begin].first_issue, passes[range.begin].last_issue};
  for (const SuperPass& pass : passes.subspan(range.begin, range.size())) {
    span.begin = std::min(span.begin, pass.first_issue);
    span.end = std::max(span.end, pass.last_issue);
  }
  return span;
}

const Series& MeasureSeries::at(Level level) const {
  return level == Level::p50 ? p50 : level == Level::p90 ? p90 : p99;
}

bool in_tail(const Request& request, std::optional<Nanos> cut_after) {
  return cut_after && request.has_completion && request.completed > *cut_after;
}

MeasureSeries measure_series(const Run& run, std::span<const SuperPass> passes, Measure measure,
                             std::optional<Nanos> cut_after) {
  MeasureSeries series;
  std::vector<double> values;
  for (const SuperPass& pass : passes) {
    values.clear();
    collect(run, pass.requests, measure, cut_after, values);
    series.mean.push_back(mean(values));
    series.p50.push_back(quantile_in_place(values, share_of(Level::p50)));
    series.p90.push_back(quantile_in_place(values, share_of(Level::p90)));
    series.p99.push_back(quantile_in_place(values, share_of(Level::p99)));
  }
  return series;
}

std::vector<double> pool(const Run& run, Range requests, Measure measure, std::optional<Nanos> cut_after) {
  std::vector<double> values;
  collect(run, requests, measure, cut_after, values);
  return values;
}

std::vector<double> present(const Series& series, Range range) {
  std::vector<double> values;
  for (std::size_t i = range.begin; i < std::min(range.end, series.size()); ++i)
    if (series[i]) values.push_back(*series[i]);
  return values;
}

}  // namespace ssdetect
