// What is left of the requests that there is no room for?
//
// SPEC 13: when a run outgrows --max-memory, the requests that are closed are given up: those that have ended
// and have all their moments before the latest issue, so that none of them can be part of the drain tail.
// Requests keep their numbers. Cell i holds what is gone of the numbers [i, i + 1) * cell_size, what adds up
// (run/tally) and of the values a sketch (stats/sketch: 0.1 %); super-passes are whole cells. What was when
// is in time bins (run/time_bins), which no single moment far from all others makes coarser: its request is
// kept.
//
//   number  issued  completed
//      0        1       10
//      1        2        -       hangs
//      2        5       12
//      3     8000     8090
//      4     8050     8150       ended, but after the latest issue
//      5     8100        -       the latest issue
//
// gives up 0, 2 and 3, and keeps 1, 4 and 5. With 100 requests a cell and 8 ns a bin, cell 0 has three
// requests, whose latencies are 9, 7 and 90; two were issued in the bin [0, 8) and ended in [8, 16), one in
// [8000, 8008) and [8088, 8096). Whatever falls into a bin is taken to happen in its middle, also what is
// kept: at 4 there seem to be three in flight, though request 2 came at 5. At the end of every bin the count
// is right: three at 7, one at 15.
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
  // One of them that had completed is told to have failed; its times and tokens cannot be taken out again.
  void fail(std::size_t request);
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
