// What did each block of consecutively issued requests measure?
//
// A super-pass is `size` requests in issue order (§5.1); the last may be partial. Indices are absolute: 0 is
// the first of the run. A super-pass without a value has nullopt in the series, never 0.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "run/measure.h"
#include "run/request_table.h"
#include "units.h"

namespace ssdetect {

// Half-open range of super-passes or requests.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end > begin ? end - begin : 0; }
  bool contains(std::size_t index) const { return index >= begin && index < end; }
  bool operator==(const Range&) const = default;
};

struct SuperPass {
  Range requests;
  bool partial = false;
  std::size_t completed = 0;
  std::size_t failed = 0;
  std::size_t in_flight = 0;
  Nanos first_issue = 0;
  Nanos last_issue = 0;
  Nanos last_event = 0;
  Tokens tokens_out = 0;    // of its completed requests with a count
  bool has_tokens = false;  // any count at all
  std::size_t issued() const { return requests.size(); }
};

std::vector<SuperPass> super_passes(const Run& run, std::size_t size);

// The requests of a range of super-passes.
Range requests_of(std::span<const SuperPass> passes, Range range);

// The offered-load span of a non-empty range: first issue to last issue.
TimeWindow offered_load_span(std::span<const SuperPass> passes, Range range);

using Series = std::vector<std::optional<double>>;

// One value a super-pass.
struct MeasureSeries {
  Series p50, p90, p99, mean;
  const Series& at(Level level) const;
};

// `cut_after`: leave out requests that end after this time (the drain tail).
MeasureSeries measure_series(const Run& run, std::span<const SuperPass> passes, Measure measure,
                             std::optional<Nanos> cut_after);

// Every value of a measure over a range of requests, unsorted.
std::vector<double> pool(const Run& run, Range requests, Measure measure, std::optional<Nanos> cut_after);

// Is this request part of the drain tail that `cut_after` leaves out?
bool in_tail(const Request& request, std::optional<Nanos> cut_after);

// The values of series[begin, end) that exist.
std::vector<double> present(const Series& series, Range range);

}  // namespace ssdetect
