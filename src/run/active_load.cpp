// Cost: a walk over the stretches of constant count and a sort of them; for the hairball as many requests a
// super-pass as the loop holds. Tests: tests/run/active_load_test.cpp (closed forms; a twin that asks every
// request).
#include "run/active_load.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "run/token_timeline.h"

namespace ssdetect {
namespace {

constexpr double kTenth = 0.1;

struct Stretch {
  double in_flight, ns;
};

std::vector<Stretch> levels_in(const InFlight& in_flight, TimeWindow stretch) {
  std::vector<Stretch> levels;
  Nanos last = stretch.begin;
  const auto add = [&](Nanos begin, Nanos end, std::size_t count) {
    const Nanos low = std::max(begin, stretch.begin), high = std::min(end, stretch.end);
    if (high > low) levels.push_back({static_cast<double>(count), distance_ns(low, high)});
    last = std::max(last, end);
  };
  in_flight.for_each_stretch(add);
  add(last, stretch.end, in_flight.at(std::numeric_limits<Nanos>::max()));
  return levels;
}

// Of these requests.
std::size_t still_in_flight(const Run& run, RequestRange numbers, Nanos stop) {
  std::size_t count = 0;
  run.requests.for_each(numbers, [&](std::size_t, const Request& request) {
    count += request.issued <= stop && !(request.has_left() && request.left() <= stop);
  });
  return count;
}

std::optional<Tokens> tokens_by(const Run& run, std::size_t number, const Request& request, Nanos stop) {
  if (request.state != RequestState::completed || request.tokens_out < 0) return std::nullopt;
  const TimeWindow so_far{request.issued, stop};
  if (so_far.end <= so_far.begin) return 0;
  TokenBins bins(so_far, so_far.length_ns());
  bins.add(run, number, request, TokenTimes::recorded_if_any);
  const auto tokens = bins.take();
  return std::accumulate(tokens.begin(), tokens.end(), Tokens{0});
}

}  // namespace

std::optional<ActiveLoad> active_load(const InFlight& in_flight, TimeWindow stretch, double capacity) {
  if (stretch.end <= stretch.begin || capacity <= 0 || in_flight.requests() == 0) return std::nullopt;
  auto levels = levels_in(in_flight, stretch);
  std::sort(levels.begin(), levels.end(), [](Stretch a, Stretch b) { return a.in_flight < b.in_flight; });
  double all_ns = 0, weighted = 0, passed_ns = 0;
  for (const Stretch& level : levels) all_ns += level.ns, weighted += level.ns * level.in_flight;
  const auto p10 = std::find_if(levels.begin(), levels.end(), [&](const Stretch& level) {
    return (passed_ns += level.ns) >= kTenth * all_ns;
  });
  return ActiveLoad{levels.front().in_flight / capacity, p10->in_flight / capacity,
                    weighted / all_ns / capacity};
}

std::optional<Ratio> hairball_weight(const Run& run, const InFlight& in_flight, Nanos stop,
                                     std::size_t issued, double capacity) {
  // Whoever is still in flight at the last issue is kept by a compaction, whose bins may miscount them.
  const std::size_t all =
      run.compacted.any() ? still_in_flight(run, {0, run.requests.size()}, stop) : in_flight.at(stop);
  if (all == 0) return std::nullopt;
  const double first = std::max(0.0, std::ceil(static_cast<double>(issued) - capacity));
  const std::size_t recent = still_in_flight(run, {static_cast<std::size_t>(first), issued}, stop);
  return static_cast<double>(all - std::min(all, recent)) / static_cast<double>(all);
}

std::vector<std::optional<Ratio>> hairball_weights(const Blocks<SuperPass>& passes, const InFlight& in_flight,
                                                   double capacity) {
  std::vector<std::optional<Ratio>> weights;
  if (passes.run().compacted.any()) return weights;
  std::size_t issued = 0;
  for (const Block& pass : passes.list()) {
    issued += pass.issued();
    weights.push_back(hairball_weight(passes.run(), in_flight, pass.last_issue, issued, capacity));
  }
  return weights;
}

std::vector<LongRequest> longest_running(const Run& run, Nanos stop, std::size_t most) {
  std::vector<std::pair<Nanos, std::size_t>> found;
  run.requests.for_each({0, run.requests.size()}, [&](std::size_t number, const Request& request) {
    if (request.issued <= stop && !(request.has_left() && request.left() <= stop))
      found.emplace_back(request.issued, number);
  });
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(most, found.size()));
  std::partial_sort(found.begin(), end, found.end());
  std::vector<LongRequest> longest;
  for (auto at = found.begin(); at != end; ++at) {
    const Request& request = run.requests[at->second];
    longest.push_back({at->second, request.issued, to_seconds(elapsed(request.issued, stop)),
                       tokens_by(run, at->second, request, stop)});
  }
  return longest;
}

}  // namespace ssdetect
