// A partition is one sorting of request numbers into blocks, where they are not in that order already, and
// one walk to add up each block. Percentiles are selected, not sorted, in scratch memory that is reused.
// Tests: tests/run/blocks_test.cpp, tests/run/compaction_test.cpp (what a compaction gave up).

#include "run/blocks.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ssdetect {

namespace {

// Pairs of block and number; within a block numbers keep their order.
Members sorted_by_block(const std::vector<std::pair<std::size_t, std::uint32_t>>& placed,
                        std::size_t blocks) {
  Members members;
  members.bounds.assign(blocks + 1, 0);
  for (const auto& [block, number] : placed) ++members.bounds[block + 1];
  for (std::size_t i = 0; i < blocks; ++i) members.bounds[i + 1] += members.bounds[i];
  members.order.resize(placed.size());
  auto next = members.bounds;
  for (const auto& [block, number] : placed) members.order[next[block]++] = number;
  return members;
}

// Blocks of `size` consecutive places, of `count`; the cells of `cell_size` places each that lie in them.
Members consecutive(std::size_t count, std::size_t size, std::size_t cell_size, std::size_t most) {
  Members members;
  for (std::size_t begin = 0; begin < count;) {
    begin += std::min(size, count - begin);
    members.bounds.push_back(std::min(most, begin / cell_size + (begin % cell_size > 0)));
  }
  return members;
}

Nanos middle_of_decoding(const Request& request) {
  return request.first_token + elapsed(request.first_token, request.completed) / 2;
}

// Where moments lie among equal bins; nullopt: outside.
class BinFinder {
 public:
  explicit BinFinder(const std::vector<Nanos>& edges) : edges_(edges) {}
  std::optional<std::size_t> bin_of(Nanos at) const {
    if (at < edges_.front() || at > edges_.back()) return std::nullopt;
    const auto after = std::upper_bound(edges_.begin(), edges_.end() - 1, at);
    return static_cast<std::size_t>(after - edges_.begin()) - 1;
  }

 private:
  const std::vector<Nanos>& edges_;
};

std::vector<Nanos> equal_edges(TimeWindow stretch, std::size_t count) {
  std::vector<Nanos> edges;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count);
    edges.push_back(stretch.begin + static_cast<Nanos>(share * stretch.length_ns()));
  }
  edges.push_back(stretch.end);
  return edges;
}

struct Completed {
  Nanos at = 0;
  std::size_t first_request = 0;  // breaks ties
  std::vector<std::uint32_t> requests;
};

std::vector<Completed> completed_conversations(const Run& run) {
  std::unordered_map<std::uint64_t, std::size_t> index;
  std::vector<Completed> all;
  run.requests.for_each({0, run.conversations.size()}, [&](std::size_t number, const Request& request) {
    const std::uint64_t name = run.conversations[number];
    if (name == 0 || !run.latency_ns(request) || request.tokens_out < 0) return;
    const auto [entry, is_new] = index.emplace(name, all.size());
    if (is_new) all.push_back({request.completed, number, {}});
    Completed& conversation = all[entry->second];
    conversation.at = std::max(conversation.at, request.completed);
    conversation.requests.push_back(static_cast<std::uint32_t>(number));
  });
  std::sort(all.begin(), all.end(), [](const Completed& a, const Completed& b) {
    return std::pair(a.at, a.first_request) < std::pair(b.at, b.first_request);
  });
  return all;
}

}  // namespace

template <class Unit>
Blocks<Unit>::Blocks(const Run& run, Members requests, Members cells, std::size_t whole,
                     std::vector<Nanos> edges)
    : run_(&run), requests_(std::move(requests)), cells_(std::move(cells)), edges_(std::move(edges)) {
  blocks_.resize(requests_.bounds.size() - 1);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    Block& block = blocks_[i];
    for_each_cell({i, i + 1}, [&](const Cell& cell) { block.merge(cell.sum); });
    for_each({i, i + 1}, [&](std::size_t, const Request& request) { block.add(run, request); });
    if (run.plausibility.withholds(Quantity::tpot)) block.withhold_tpot();
    block.partial = block.requests < whole;
  }
}

template <class Unit>
Tally Blocks<Unit>::tally(Range<Unit> blocks) const {
  Tally sum;
  for (std::size_t i = blocks.begin; i < blocks.end; ++i) sum.merge(blocks_[i]);
  return sum;
}

template <class Unit>
void Blocks<Unit>::collect(Range<Unit> blocks, Quantity quantity, std::optional<Nanos> cut_after,
                           Pool& values) const {
  if (blocks.size() == 0 || run_->plausibility.withholds(quantity)) return;
  for_each(blocks, [&](std::size_t, const Request& request) {
    if (in_tail(request, cut_after)) return;
    if (const auto value = run_->value(quantity, request)) values.add(*value);
  });
  for_each_cell(blocks, [&](const Cell& cell) { values.merge(cell.of(quantity)); });
}

template <class Unit>
Pool Blocks<Unit>::pool(Range<Unit> blocks, Quantity quantity, std::optional<Nanos> cut_after) const {
  Pool values;
  const std::size_t members = requests_.bounds[blocks.end] - requests_.bounds[blocks.begin];
  values.reserve(std::min(members, run_->requests.kept()));
  collect(blocks, quantity, cut_after, values);
  return values;
}

template <class Unit>
TimeWindow Blocks<Unit>::offered_load_span(Range<Unit> blocks) const {
  const Tally sum = tally(blocks);
  return {sum.first_issue, sum.last_issue};
}

namespace {

template <class Unit>
MeasureSeries<Unit> measure_series(const Blocks<Unit>& blocks, Measure measure,
                                   std::optional<Nanos> cut_after) {
  MeasureSeries<Unit> series;
  Pool values;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    values.clear();
    // All of them coarse or none, or a constant would seem to drift from one to the other.
    if (blocks.run().compacted.any()) values.coarsen();
    blocks.collect({block, block + 1}, quantity_of(measure), cut_after, values);
    series.mean.push_back(values.mean());
    series.p50.push_back(values.quantile(share_of(Level::p50)));
    series.p90.push_back(values.quantile(share_of(Level::p90)));
    series.p99.push_back(values.quantile(share_of(Level::p99)));
  }
  return series;
}

}  // namespace

template <class Unit>
MetricSeries<Unit> metric_series(const Blocks<Unit>& blocks) {
  return {measure_series(blocks, Measure::ttft, std::nullopt),
          measure_series(blocks, Measure::tpot, std::nullopt),
          measure_series(blocks, Measure::latency, std::nullopt)};
}

template <class Unit>
MetricSeries<Unit> without_tail(MetricSeries<Unit> series, const Blocks<Unit>& blocks, Nanos cut_after) {
  series.tpot = measure_series(blocks, Measure::tpot, cut_after);
  return series;
}

Blocks<SuperPass> super_passes(const Run& run, std::size_t size) {
  const std::size_t count = run.requests.size();
  return {run, consecutive(count, size, 1, count),
          consecutive(count, size, run.compacted.cell_size, run.compacted.cells.size()), size};
}

Blocks<RateBin> wall_time_bins(const Run& run, TimeWindow stretch, std::size_t count) {
  const std::vector<Nanos> edges = equal_edges(stretch, count);
  const BinFinder finder(edges);
  std::vector<std::pair<std::size_t, std::uint32_t>> requests, cells;
  run.requests.for_each({0, run.requests.size()}, [&](std::size_t number, const Request& request) {
    if (!run.value(Quantity::decode, request)) return;
    if (const auto bin = finder.bin_of(middle_of_decoding(request)))
      requests.emplace_back(*bin, static_cast<std::uint32_t>(number));
  });
  for (std::size_t i = 0; i < run.compacted.cells.size(); ++i)
    if (const auto middle = run.compacted.decode_middle(run.compacted.cells[i]))
      if (const auto bin = finder.bin_of(*middle)) cells.emplace_back(*bin, static_cast<std::uint32_t>(i));
  return {run, sorted_by_block(requests, count), sorted_by_block(cells, count), 0, edges};
}

Blocks<Conversation> conversations(const Run& run) {
  Members members, none;
  for (const Completed& conversation : completed_conversations(run)) {
    members.order.insert(members.order.end(), conversation.requests.begin(), conversation.requests.end());
    members.bounds.push_back(members.order.size());
    none.bounds.push_back(0);
  }
  return {run, std::move(members), std::move(none), 0};
}

template class Blocks<SuperPass>;
template class Blocks<RateBin>;
template class Blocks<Conversation>;
template MetricSeries<SuperPass> metric_series(const Blocks<SuperPass>&);
template MetricSeries<SuperPass> without_tail(MetricSeries<SuperPass>, const Blocks<SuperPass>&, Nanos);

}  // namespace ssdetect
