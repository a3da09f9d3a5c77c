// Tokens are spread evenly from first token to completion, so the rate is smooth without any knowledge of the
// server. The rate is above 0 only while requests decode: latency contains the whole queue, which grows with
// the run, so the relaxation term of the minimum duration uses the time in decode. Tests:
// tests/steady/offline_test.cpp (runs that ramp, hold, sag and drain).

#include "steady/offline.h"

#include <algorithm>
#include <cmath>

#include "run/run_times.h"
#include "run/token_timeline.h"
#include "stats/moments.h"
#include "stats/pool.h"
#include "steady/plateau.h"
#include "steady/warmup.h"

namespace ssdetect {

namespace {

constexpr double kBins = 200;  // SPEC 10: fine enough for a ramp, coarse enough to smooth single requests

bool decodes_in(const Request& request, TimeWindow window) {
  if (request.state != RequestState::completed || !request.has_first_token) return false;
  const Nanos middle = request.first_token + elapsed(request.first_token, request.completed) / 2;
  return middle >= window.begin && middle <= window.end;
}

std::vector<const Cell*> cells_decoding_in(const Run& run, TimeWindow window) {
  std::vector<const Cell*> found;
  for (const Cell& cell : run.compacted.cells) {
    const auto middle = run.compacted.decode_middle(cell);
    if (middle && *middle >= window.begin && *middle <= window.end) found.push_back(&cell);
  }
  return found;
}

std::optional<double> decode_p90_s(const Run& run, TimeWindow window) {
  const auto p90 = pool_of_decoding(run, window, Quantity::decode).quantile(0.9);
  return p90 ? std::optional(*p90 / 1e9) : std::nullopt;
}

Nanos edge(const RateTimeline& timeline, std::size_t bin) {
  const std::size_t count = timeline.tokens_per_s.size();
  if (bin >= count) return timeline.run.end;
  const double share = static_cast<double>(bin) / static_cast<double>(count);
  return timeline.run.begin + static_cast<Nanos>(share * timeline.run.length_ns());
}

RatePlateau describe(const Run& run, const RateTimeline& timeline, Range bins, const Policy& policy) {
  RatePlateau plateau;
  plateau.bins = bins;
  plateau.span = {edge(timeline, bins.begin), edge(timeline, bins.end)};
  plateau.tokens_per_s = tokens_in(run, plateau.span, TokenTimes::spread) / plateau.span.length_s();
  plateau.cov = coefficient_of_variation(present(timeline.tokens_per_s, bins));
  plateau.duration = duration_needed(
      {plateau.span.length_s(), plateau.cov, timeline.bin_s, decode_p90_s(run, plateau.span)}, policy);
  return plateau;
}

// The first long enough plateau, as long as the rate has not fallen off an earlier one.
std::optional<std::size_t> choose(const std::vector<RatePlateau>& plateaus, const Policy& policy) {
  double highest = 0;
  for (std::size_t i = 0; i < plateaus.size(); ++i) {
    if (plateaus[i].tokens_per_s < (1 - policy.gate.step_size) * highest) return std::nullopt;
    if (!policy.duration.enforced || !plateaus[i].duration.is_short) return i;
    highest = std::max(highest, plateaus[i].tokens_per_s);
  }
  return std::nullopt;
}

std::optional<std::size_t> longest_of(const std::vector<RatePlateau>& plateaus) {
  if (plateaus.empty()) return std::nullopt;
  const auto shorter = [](const RatePlateau& a, const RatePlateau& b) {
    return a.bins.size() < b.bins.size();
  };
  return std::max_element(plateaus.begin(), plateaus.end(), shorter) - plateaus.begin();
}

std::optional<RateTimeline> binned(const Run& run) {
  const RunTimes times = times_of(run);
  RateTimeline timeline;
  timeline.run = {times.first_issue, times.last_completion};
  if (timeline.run.end <= timeline.run.begin) return std::nullopt;
  timeline.bin_s = timeline.run.length_s() / kBins;
  const auto bins = token_bins(run, timeline.run, timeline.run.length_ns() / kBins, TokenTimes::spread);
  if (!bins || std::all_of(bins->begin(), bins->end(), [](Tokens tokens) { return tokens == 0; }))
    return std::nullopt;
  for (Tokens tokens : *bins) timeline.tokens_per_s.push_back(tokens / timeline.bin_s);
  return timeline;
}

}  // namespace

Pool pool_of_decoding(const Run& run, TimeWindow window, Quantity quantity) {
  Pool values;
  for (const Request& request : run.requests)
    if (decodes_in(request, window))
      if (const auto value = run.value(quantity, request)) values.add(*value);
  for (const Cell* cell : cells_decoding_in(run, window)) values.merge(cell->of(quantity));
  return values;
}

std::size_t count_decoding(const Run& run, TimeWindow window) {
  std::size_t count = 0;
  for (const Request& request : run.requests) count += decodes_in(request, window);
  for (const Cell* cell : cells_decoding_in(run, window)) count += cell->of(Quantity::decode).moments.count;
  return count;
}

std::optional<RateTimeline> rate_timeline(const Run& run, const Policy& policy) {
  auto timeline = binned(run);
  if (!timeline) return std::nullopt;
  const std::size_t count = timeline->tokens_per_s.size();
  const Range middle_half{count / 4, count - count / 4};
  const Gates gates{{&timeline->tokens_per_s, 1.0}};
  timeline->warmup = find_warmup(timeline->tokens_per_s, middle_half, gates, policy).count;
  for (const Range& bins : segment(gates, {std::min(timeline->warmup, count), count}, policy.gate))
    timeline->plateaus.push_back(describe(run, *timeline, bins, policy));
  timeline->chosen = choose(timeline->plateaus, policy);
  timeline->longest = longest_of(timeline->plateaus);
  return timeline;
}

}  // namespace ssdetect
