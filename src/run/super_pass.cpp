// Blocks are cut by position in issue order, so each is one walk over its requests. Percentiles are selected,
// not sorted, in a scratch vector that is reused. Tests: tests/run/super_pass_test.cpp.

#include "run/super_pass.h"

#include <algorithm>

namespace ssdetect {

namespace {

SuperPass summarise(const Run& run, Range requests, std::size_t size) {
  SuperPass pass;
  pass.range = requests;
  pass.partial = requests.size() < size;
  for (const Cell& cell : run.compacted.in(requests)) pass.merge(cell.sum);
  run.requests.for_each(requests, [&](std::size_t, const Request& request) { pass.add(run, request); });
  return pass;
}

void collect(const Run& run, Range requests, Quantity quantity, std::optional<Nanos> cut_after,
             Pool& values) {
  run.requests.for_each(requests, [&](std::size_t, const Request& request) {
    if (in_tail(request, cut_after)) return;
    if (const auto value = run.value(quantity, request)) values.add(*value);
  });
  for (const Cell& cell : run.compacted.in(requests)) values.merge(cell.of(quantity));
}

}  // namespace

std::vector<SuperPass> super_passes(const Run& run, std::size_t size) {
  std::vector<SuperPass> passes;
  const std::size_t count = run.requests.size();
  for (std::size_t begin = 0; begin < count; begin += std::min(size, count - begin))
    passes.push_back(summarise(run, {begin, begin + std::min(size, count - begin)}, size));
  return passes;
}

Tally tally_of(std::span<const SuperPass> passes) {
  Tally sum;
  for (const SuperPass& pass : passes) sum.merge(pass);
  return sum;
}

Range requests_of(std::span<const SuperPass> passes, Range range) {
  if (range.size() == 0) return {};
  return {passes[range.begin].range.begin, passes[range.end - 1].range.end};
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
  Pool values;
  for (const SuperPass& pass : passes) {
    values.clear();
    // All of them coarse or none, or a constant would seem to drift from one to the other.
    if (run.compacted.any()) values.coarsen();
    collect(run, pass.range, static_cast<Quantity>(measure), cut_after, values);
    series.mean.push_back(values.mean());
    series.p50.push_back(values.quantile(share_of(Level::p50)));
    series.p90.push_back(values.quantile(share_of(Level::p90)));
    series.p99.push_back(values.quantile(share_of(Level::p99)));
  }
  return series;
}

Pool pool(const Run& run, Range requests, Quantity quantity, std::optional<Nanos> cut_after) {
  Pool values;
  values.reserve(std::min(requests.size(), run.requests.kept()));
  collect(run, requests, quantity, cut_after, values);
  return values;
}

bool has_any(const Run& run, Quantity quantity) {
  const auto has = [&](const Request& request) { return run.value(quantity, request).has_value(); };
  const auto& cells = run.compacted.cells;
  return std::any_of(cells.begin(), cells.end(),
                     [&](const Cell& cell) { return cell.of(quantity).moments.count > 0; }) ||
         std::any_of(run.requests.begin(), run.requests.end(), has);
}

std::vector<double> present(const Series& series, Range range) {
  std::vector<double> values;
  for (std::size_t i = range.begin; i < std::min(range.end, series.size()); ++i)
    if (series[i]) values.push_back(*series[i]);
  return values;
}

}  // namespace ssdetect
