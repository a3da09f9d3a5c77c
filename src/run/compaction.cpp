// One walk over the kept requests, in order: what is closed goes into its cell's values and into the bins,
// the rest stays. A cell is unpacked once a compaction, however many of its requests close. Where the
// super-pass size follows from the number of requests, cells double whenever there are too many, so they stay
// small against a super-pass and few. Cost: a logarithm a value. Tests: tests/run/compaction_test.cpp.

#include "run/compaction.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "run/run.h"
#include "run/token_timeline.h"

namespace ssdetect {

namespace {

// Of the memory that there is, at most: for time bins, for cells whose size is free, and for requests that
// have ended but have a moment far from all others.
constexpr std::size_t kBinShare = 32, kCellShare = 4, kFarShare = 4;
constexpr std::size_t kMostExtents = 4096;  // looked at to see what is far
constexpr std::size_t kOutside = 8;  // one in so many, at either end, does not decide where the others are
constexpr std::size_t kMostWaiting = std::size_t{1} << 16;  // requests a cell; their values are 3 MB
constexpr std::size_t kCellBytes = 2500;                    // about, with six sketches of some hundred values
// Of the automatic super-passes: 32 cells in each when there is memory, 2 when there is none.
constexpr std::size_t kMostCells = SizingPolicy{}.count * 32, kLeastCells = SizingPolicy{}.count * 2;
// Below, a cell takes as much memory as the requests themselves.
constexpr std::size_t kLeastCell = 2 * sizeof(Cell) / sizeof(Request);

// Puts requests into cells and bins, in the order of their numbers.
class Compactor {
 public:
  Compactor(Run& run)
      : run_(run),
        left_(run.compacted),
        spread_(left_.times.span(), static_cast<double>(left_.times.width())),
        recorded_(left_.times.span(), static_cast<double>(left_.times.width())) {}

  void put(std::size_t number, const Request& request);
  void finish();

 private:
  void open(std::size_t cell);
  void close();
  void put_times(std::size_t number, const Request& request);

  Run& run_;
  Compacted& left_;
  TokenBins spread_, recorded_;
  std::size_t cell_ = SIZE_MAX;  // the open one
  std::size_t waiting_ = 0;      // requests whose values are not in its sketches yet
  std::array<std::vector<double>, kQuantities> values_;
};

void Compactor::open(std::size_t cell) {
  close();
  cell_ = cell;
  if (cell >= left_.cells.size()) left_.cells.resize(cell + 1);
}

void Compactor::close() {
  if (waiting_ == 0) return;
  waiting_ = 0;
  for (std::size_t i = 0; i < kQuantities; ++i) {
    Sketch sketch;
    sketch.merge(left_.cells[cell_].values[i]);
    sketch.add(values_[i]);
    left_.cells[cell_].values[i] = sketch.pack();
    values_[i].clear();
  }
}

void Compactor::put(std::size_t number, const Request& request) {
  const std::size_t cell = number / left_.cell_size;
  if (cell != cell_ || waiting_ == kMostWaiting) open(cell);
  ++waiting_;
  if (left_.cells[cell].sum.requests == 0) left_.cells[cell].decode_origin = request.issued;
  left_.cells[cell].sum.add(run_, request);
  for (std::size_t i = 0; i < kQuantities; ++i)
    if (const auto value = run_.value(static_cast<Quantity>(i), request)) values_[i].push_back(*value);
  ++left_.sources[static_cast<std::size_t>(request.token_source)];
  ++left_.requests;
  put_times(number, request);
}

void Compactor::put_times(std::size_t number, const Request& request) {
  ++left_.times.at(request.issued).issued;
  ++left_.times.at(request.left()).ended;
  if (const auto decode = run_.value(Quantity::decode, request)) {
    Cell& cell = left_.cells[cell_];
    cell.decode_middles_ns +=
        static_cast<double>(elapsed(cell.decode_origin, request.first_token)) + *decode / 2;
  }
  spread_.add(run_, number, request, TokenTimes::spread);
  if (!run_.succeeded(request)) return;
  recorded_.add(run_, number, request, TokenTimes::recorded_if_any);
  TimeBin& start = left_.times.at(run_.latency_origin(request));
  ++start.started;
  if (request.input_tokens >= 0) {
    ++start.with_input;
    start.input += request.input_tokens;
  }
  ++left_.times.at(request.completed).finished;
  if (number < run_.token_times.size()) run_.token_times[number] = std::vector<Nanos>();
}

void Compactor::finish() {
  close();
  const auto spread = spread_.take(), recorded = recorded_.take();
  for (std::size_t i = 0; i < spread.size(); ++i) {
    left_.times[i].spread += spread[i];
    left_.times[i].recorded += recorded[i];
  }
}

void merge(Cell& cell, const Cell& other) {
  if (other.sum.requests > 0) {
    const double count = static_cast<double>(other.of(Quantity::decode).moments.count);
    if (cell.sum.requests == 0) cell.decode_origin = other.decode_origin;
    cell.decode_middles_ns += other.decode_middles_ns +
                              count * static_cast<double>(elapsed(cell.decode_origin, other.decode_origin));
  }
  for (std::size_t i = 0; i < kQuantities; ++i) {
    Sketch sketch;
    sketch.merge(cell.values[i]);
    sketch.merge(other.values[i]);
    cell.values[i] = sketch.pack();
  }
  cell.sum.merge(other.sum);
}

void double_cells(Compacted& left) {
  std::vector<Cell> wider((left.cells.size() + 1) / 2);
  for (std::size_t i = 0; i < left.cells.size(); ++i) merge(wider[i / 2], left.cells[i]);
  left.cells = std::move(wider);
  left.cell_size *= 2;
}

void choose_cells(Compacted& left, std::size_t requests, std::optional<std::size_t> superpass_size,
                  std::size_t memory) {
  const std::size_t most = std::clamp(memory / kCellShare / kCellBytes, kLeastCells, kMostCells);
  if (!left.any()) left.cell_size = superpass_size.value_or(2 * requests / most + 1);
  if (superpass_size) return;
  while (requests / left.cell_size > most) double_cells(left);
}

std::size_t most_bins(std::size_t memory) {
  return std::clamp(std::bit_floor(memory / kBinShare / sizeof(TimeBin)), TimeBins::kLeastBins,
                    TimeBins::kMostBins);
}

// From the first to the last moment of a request that has ended.
TimeWindow extent_of(const Run& run, std::size_t number, const Request& request) {
  TimeWindow extent{request.issued, request.issued};
  const auto add = [&](Nanos moment) {
    extent.begin = std::min(extent.begin, moment);
    extent.end = std::max(extent.end, moment);
  };
  add(run.started(request));
  add(request.completed);
  if (request.has_first_token) add(request.first_token);
  if (request.is_cut_off) add(run.last_token(request));
  if (number < run.token_times.size())
    std::for_each(run.token_times[number].begin(), run.token_times[number].end(), add);
  return extent;
}

bool is_closed(const Request& request, TimeWindow extent, Nanos latest_issue) {
  return request.has_completion && request.state != RequestState::in_flight && extent.end <= latest_issue;
}

std::vector<TimeWindow> closed_extents(const Run& run, Nanos latest_issue) {
  std::vector<TimeWindow> extents;
  run.requests.for_each({0, run.requests.size()}, [&](std::size_t number, const Request& request) {
    const TimeWindow extent = extent_of(run, number, request);
    if (is_closed(request, extent, latest_issue)) extents.push_back(extent);
  });
  return extents;
}

bool holds(TimeWindow stretch, TimeWindow extent) {
  return extent.begin >= stretch.begin && extent.end <= stretch.end;
}

TimeWindow hull(TimeWindow a, TimeWindow b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

// Where most of the extents are, and as far again on either side.
TimeWindow surroundings(const std::vector<TimeWindow>& extents) {
  std::vector<Nanos> begins, ends;
  for (std::size_t i = 0; i < extents.size(); i += extents.size() / kMostExtents + 1) {
    begins.push_back(extents[i].begin);
    ends.push_back(extents[i].end);
  }
  const auto outside = static_cast<std::ptrdiff_t>(begins.size() / kOutside);
  std::nth_element(begins.begin(), begins.begin() + outside, begins.end());
  std::nth_element(ends.rbegin(), ends.rbegin() + outside, ends.rend(), std::greater<>());
  const Nanos begin = begins[static_cast<std::size_t>(outside)], end = *(ends.rbegin() + outside);
  return {later(begin, elapsed(end, begin)), later(end, elapsed(begin, end))};
}

// The stretch of time that is kept in bins: of all these extents, unless a few would make the bins coarse.
TimeWindow stretch_of(const std::vector<TimeWindow>& extents, const TimeBins& bins, std::size_t memory) {
  TimeWindow near = surroundings(extents);
  if (!bins.empty()) near = hull(near, bins.span());
  const auto is_near = [&](const TimeWindow& extent) { return holds(near, extent); };
  const auto far =
      extents.size() - static_cast<std::size_t>(std::count_if(extents.begin(), extents.end(), is_near));
  const bool take_all = far * sizeof(Request) > memory / kFarShare;
  std::optional<TimeWindow> stretch;
  for (const TimeWindow& extent : extents)
    if (take_all || is_near(extent)) stretch = hull(stretch.value_or(extent), extent);
  return *stretch;
}

}  // namespace

std::size_t Compacted::bytes() const {
  std::size_t sum = times.size() * sizeof(TimeBin);
  for (const Cell& cell : cells) {
    sum += sizeof(Cell);
    for (const PackedSketch& sketch : cell.values) sum += sketch.code.capacity();
  }
  return sum;
}

void Compacted::fail(std::size_t request) {
  Tally& sum = cells[request / cell_size].sum;
  --sum.completed;
  ++sum.failed;
}

std::span<const Cell> Compacted::in(RequestRange requests) const {
  const std::size_t begin = std::min(cells.size(), requests.begin / cell_size);
  const std::size_t end = std::min(cells.size(), requests.end / cell_size + (requests.end % cell_size > 0));
  return std::span(cells).subspan(begin, std::max(begin, end) - begin);
}

std::optional<Nanos> Compacted::decode_middle(const Cell& cell) const {
  const double count = static_cast<double>(cell.of(Quantity::decode).moments.count);
  if (count == 0) return std::nullopt;
  constexpr double kFarthest = 0x1p62;  // as far as a double surely fits
  const double distance = std::clamp(cell.decode_middles_ns / count, -kFarthest, kFarthest);
  return later(cell.decode_origin, static_cast<Nanos>(distance));
}

void compact(Run& run, Nanos latest_issue, std::optional<std::size_t> superpass_size, std::size_t memory) {
  const auto extents = closed_extents(run, latest_issue);
  if (extents.empty() || superpass_size.value_or(kLeastCell) < kLeastCell) return;
  const TimeWindow stretch = stretch_of(extents, run.compacted.times, memory);
  run.conversations = std::vector<std::uint64_t>();
  choose_cells(run.compacted, run.requests.size(), superpass_size, memory);
  run.compacted.times.cover(stretch.begin, stretch.end, most_bins(memory));
  Compactor compactor(run);
  std::vector<RequestExtra> extras;
  run.requests.retain([&](std::size_t number, Request& request) {
    const TimeWindow extent = extent_of(run, number, request);
    if (is_closed(request, extent, latest_issue) && holds(stretch, extent)) {
      compactor.put(number, request);
      return false;
    }
    if (request.extra != Request::kNoExtra) {
      extras.push_back(run.extras[request.extra]);
      request.extra = static_cast<std::uint32_t>(extras.size() - 1);
    }
    return true;
  });
  compactor.finish();
  run.extras = std::move(extras);
}

}  // namespace ssdetect
