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
#include "run/run.h"
#include "run/tally.h"
#include "stats/pool.h"
#include "units.h"

namespace ssdetect {

struct SuperPass : Tally {
  Range range;  // of its requests
  bool partial = false;
  std::size_t issued() const { return range.size(); }
  bool has_tokens() const { return counted > 0; }
};

// `size` is a multiple of the cell size of a compacted run.
std::vector<SuperPass> super_passes(const Run& run, std::size_t size);

Tally tally_of(std::span<const SuperPass> passes);

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

// Every value of a quantity over a range of requests, as of whole super-passes.
Pool pool(const Run& run, Range requests, Quantity quantity, std::optional<Nanos> cut_after = std::nullopt);

// Does any request of the run have this quantity?
bool has_any(const Run& run, Quantity quantity);

// Is this request part of the drain tail that `cut_after` leaves out?
bool in_tail(const Request& request, std::optional<Nanos> cut_after);

// The values of series[begin, end) that exist.
std::vector<double> present(const Series& series, Range range);

}  // namespace ssdetect
