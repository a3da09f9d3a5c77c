// What is left of the requests that there is no room for?
//
// SPEC 13: when a run outgrows --max-memory, the requests that are closed are given up. Of their values a
// sketch a cell of consecutive requests stays (stats/sketch: 0.1 %), of their times the counts and tokens in
// fine bins (run/time_bins), and what adds up (run/tally). Given up are only requests that ended before some
// later request was issued, so none of them can be part of the drain tail. Super-passes are whole cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "measure.h"
#include "run/request.h"
#include "run/requests.h"
#include "run/tally.h"
#include "run/time_bins.h"
#include "stats/sketch.h"

namespace ssdetect {

struct Cell {
  Tally sum;
  std::array<PackedSketch, kQuantities> values;
  Nanos decode_origin = 0;
  double decode_middles_ns = 0;  // sum over those with a decode time, from the origin on
  const PackedSketch& of(Quantity quantity) const { return values[static_cast<std::size_t>(quantity)]; }
};

struct Compacted {
  std::size_t cell_size = 1;
  std::vector<Cell> cells;  // cell i: what is gone of requests [i, i + 1) * cell_size
  TimeBins times;
  std::array<std::uint64_t, kTokenSources> sources{};  // requests by where their counts came from
  std::size_t requests = 0;

  bool any() const { return requests > 0; }
  std::size_t bytes() const;
  // The cells that lie in this range of requests, whose ends are multiples of the cell size, or beyond the
  // last cell.
  std::span<const Cell> in(RequestRange requests) const;
  // The mean of the moments half way between first token and completion; nullopt when there is none.
  std::optional<Nanos> decode_middle(const Cell& cell) const;
};

// Gives up the requests of `run` that ended by `latest_issue`, the latest issue seen so far. A new run's
// cells have `superpass_size` requests where that is known; where it is not, a small part of what would be
// chosen now (run/sizing), which grows with the run. Bins and such cells take at most a share of `memory`, in
// bytes. Nothing happens where nothing is closed, or cells would be too small to be worth it.
void compact(Run& run, Nanos latest_issue, std::optional<std::size_t> superpass_size, std::size_t memory);

}  // namespace ssdetect
