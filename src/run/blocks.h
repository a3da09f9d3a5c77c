// Into which sets do the requests of a run fall, and what did each set come to?
//
// One partition, of one of three kinds: super-passes (consecutive in issue order, §5.1; the last may be
// partial), equal bins of wall time (a request counts where the middle of its decoding lies), conversations
// (in the order of their completion). A block is a set of requests, not a range of numbers. Blocks are the
// replicates of every interval.
//
// Each block's tally is made in one pass. Its values are not copied: they stand in the 48 bytes of their
// requests, and what a compaction gave up stands in the sketches of its cells; `pool` gathers them. A
// partition points to its run, which must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "measure.h"
#include "run/run.h"
#include "run/series.h"
#include "run/tally.h"
#include "stats/sketch.h"
#include "units.h"

namespace ssdetect {

struct Conversation;  // the unit of a partition by conversation

struct Block : Tally {
  bool partial = false;  // fewer requests than its kind of block has
  std::size_t issued() const { return requests; }
  bool has_tokens() const { return counted > 0; }
};

// Which things are in which block: `order` holds their numbers block by block, or nothing where they are in
// the order of the blocks already; those of block i begin at bounds[i].
struct Members {
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> bounds{0};
};

template <class Unit>
class Blocks {
 public:
  // `edges` are the block boundaries in time, of a partition by wall time; else empty.
  Blocks(const Run& run, Members requests, Members cells, std::size_t whole, std::vector<Nanos> edges = {});

  const Run& run() const { return *run_; }
  std::size_t size() const { return blocks_.size(); }
  Range<Unit> all() const { return {0, size()}; }
  const Block& operator[](std::size_t block) const { return blocks_[block]; }
  const std::vector<Block>& list() const { return blocks_; }
  Tally tally(Range<Unit> blocks) const;

  // Every value of a quantity in these blocks. `cut_after`: without requests that end later (the drain tail).
  Pool pool(Range<Unit> blocks, Quantity quantity, std::optional<Nanos> cut_after = std::nullopt) const;

  void collect(Range<Unit> blocks, Quantity quantity, std::optional<Nanos> cut_after, Pool& values) const;

  // Of a range that is not empty: first issue to last issue of its requests.
  TimeWindow offered_load_span(Range<Unit> blocks) const;
  // Of a range that is not empty: the stretch of wall time it is cut from. Only by wall time.
  TimeWindow wall_time(Range<Unit> blocks) const { return {edges_[blocks.begin], edges_[blocks.end]}; }

  // Calls visit(number, request) for the requests that are kept, block by block.
  template <class Visit>
  void for_each(Range<Unit> blocks, Visit visit) const;
  // Calls visit(cell) for what is left of the others.
  template <class Visit>
  void for_each_cell(Range<Unit> blocks, Visit visit) const;

 private:
  const Run* run_;
  Members requests_, cells_;
  std::vector<Nanos> edges_;
  std::vector<Block> blocks_;
};

// `size` requests each, a multiple of the cell size of a compacted run.
Blocks<SuperPass> super_passes(const Run& run, std::size_t size);
// `count` equal bins of the stretch, which is not empty. Requests that never decoded are in none; a middle on
// an inner edge is in the later bin.
Blocks<RateBin> wall_time_bins(const Run& run, TimeWindow stretch, std::size_t count);
// Of the requests that have a conversation, a latency and a token count.
Blocks<Conversation> conversations(const Run& run);

// Of super-passes: consecutive numbers.
template <class Unit>
MetricSeries<Unit> metric_series(const Blocks<Unit>& blocks);
// `series` with TPOT as it is without requests that end after `cut_after`.
template <class Unit>
MetricSeries<Unit> without_tail(MetricSeries<Unit> series, const Blocks<Unit>& blocks, Nanos cut_after);

// Is this request part of the drain tail that `cut_after` leaves out?
inline bool in_tail(const Request& request, std::optional<Nanos> cut_after) {
  return cut_after && request.has_completion && request.completed > *cut_after;
}

template <class Unit>
template <class Visit>
void Blocks<Unit>::for_each(Range<Unit> blocks, Visit visit) const {
  const std::size_t begin = requests_.bounds[blocks.begin], end = requests_.bounds[blocks.end];
  if (requests_.order.empty()) return run_->requests.for_each({begin, end}, visit);
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t number = requests_.order[i];
    visit(number, run_->requests[number]);
  }
}

template <class Unit>
template <class Visit>
void Blocks<Unit>::for_each_cell(Range<Unit> blocks, Visit visit) const {
  for (std::size_t i = cells_.bounds[blocks.begin]; i < cells_.bounds[blocks.end]; ++i)
    visit(run_->compacted.cells[cells_.order.empty() ? i : cells_.order[i]]);
}

}  // namespace ssdetect
