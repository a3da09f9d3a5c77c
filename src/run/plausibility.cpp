// A median is below a bound when more than half of the values are: so counts suffice. Tests:
// tests/run/plausibility_test.cpp.

#include "run/plausibility.h"

#include <algorithm>
#include <vector>

#include "run/issue_order.h"
#include "run/run.h"
#include "run/tally.h"

namespace ssdetect {

namespace {

constexpr std::size_t kLeastGaps = 3;            // of fewer there is no usual one
constexpr double kLateGap = 5;                   // times the median gap
constexpr std::size_t kLeastApart = 50;          // of fewer requests, a long wait may be one
constexpr Nanos kLongestWait = 600'000'000'000;  // for the first response of a whole run

std::optional<Doubt> when_above(Ratio share, std::size_t requests, std::size_t of) {
  if (of == 0 || static_cast<double>(requests) <= share * static_cast<double>(of)) return std::nullopt;
  return Doubt{requests, of};
}

Tally tally_of(const Run& run) {
  Tally all;
  for (const Cell& cell : run.compacted.cells) all.merge(cell.sum);
  for (const Request& request : run.requests) all.add(run, request);
  return all;
}

// All responses are later than all issues, by more than either of them lasts and than anybody waits.
bool are_apart(const RunTimes& times) {
  if (times.requests < kLeastApart || times.responded == 0) return false;
  const Nanos wait = elapsed(times.last_issue, times.first_response);
  return wait > kLongestWait && wait > elapsed(times.first_issue, times.last_issue) &&
         wait > elapsed(times.first_response, times.last_event);
}

std::optional<SurvivorDoubt> survivors(const Tally& all, Ratio most) {
  const auto is_much = [&](std::size_t requests) {
    return when_above(most, requests, all.completed).has_value();
  };
  SurvivorDoubt found{all.completed - all.with_first_token, all.empty, all.completed};
  if (all.with_first_token == 0) found.without_first_token = 0;  // not streamed, or not recorded
  if (!is_much(found.without_first_token) && !is_much(found.empty)) return std::nullopt;
  return found;
}

std::optional<ServerDoubt> server_doubt(const StreamCounts& streams, Ratio most) {
  const auto found = when_above(most, streams.served_otherwise, streams.served);
  if (!found) return std::nullopt;
  const double served = static_cast<double>(streams.served);
  return ServerDoubt{*found, streams.server_tpot_ns / served, streams.stamped_tpot_ns / served};
}

void doubt_order(Plausibility& found, const Run& run, const PlausibilityPolicy& policy,
                 std::size_t superpass_size) {
  const std::size_t requests = run.requests.size();
  if (run.reissued > 0) found.duplicate_requests = Doubt{run.reissued, requests};
  found.order_suspect = when_above(policy.out_of_order, out_of_place(run, superpass_size), requests);
  if (!found.order_suspect && run.tracking_overlaps) found.order_suspect = Doubt{0, requests};
}

void move_first_tokens(Run& run) {
  for (std::size_t number = 0; number < run.token_times.size(); ++number)
    if (Request& request = run.requests[number]; request.has_gaps)
      request.first_token = run.token_times[number][1];
}

}  // namespace

bool Plausibility::withholds(Quantity quantity) const {
  if (quantity == Quantity::ttft) return clocks_mixed || ttft_not_first_token;
  if (quantity != Quantity::tpot) return false;
  return not_streamed || buffered_stream || tpot_implausible || tpot_has_no_gaps;
}

std::optional<bool> is_first_gap_late(Nanos started, std::span<const Nanos> token_times) {
  if (token_times.size() < kLeastGaps + 1) return std::nullopt;
  std::vector<double> gaps;
  for (std::size_t i = 1; i < token_times.size(); ++i)
    gaps.push_back(static_cast<double>(elapsed(token_times[i - 1], token_times[i])));
  const double first = gaps.front(), ttft = static_cast<double>(elapsed(started, token_times.front()));
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  return *middle > 0 && first > kLateGap * *middle && ttft < first;
}

Plausibility judge_plausibility(const Tally& all, const PlausibilityPolicy& policy) {
  Plausibility found;
  if (!policy.enabled) return found;
  const StreamCounts& streams = all.streams;
  found.clocks_mixed = when_above(policy.negative_ttfts, streams.negative_ttfts, streams.ttfts);
  if (!found.clocks_mixed && are_apart(all)) found.clocks_mixed = Doubt{all.responded, all.requests};
  found.clocks_apart = are_apart(all);
  found.survivors_only = survivors(all, policy.survivors);
  found.server_tpot_disagrees = server_doubt(streams, policy.most);
  found.ttft_not_first_token = when_above(policy.most, streams.late_first_gaps, streams.with_gaps);
  // A share of the latency says nothing where that is no time.
  if (!found.clocks_apart)
    found.not_streamed = when_above(policy.most, streams.in_one_chunk, streams.stamped);
  if (!found.clocks_apart && !found.not_streamed)
    found.buffered_stream = when_above(policy.most, streams.buffered, streams.stamped);
  if (!found.not_streamed && !found.buffered_stream)
    found.tpot_implausible = when_above(policy.most, streams.too_fast, all.timed);
  return found;
}

void doubt(Run& run, const PlausibilityPolicy& policy, std::size_t superpass_size) {
  Plausibility found = judge_plausibility(tally_of(run), policy);
  if (policy.enabled) doubt_order(found, run, policy, superpass_size);
  if (found.ttft_not_first_token) {
    if (run.compacted.any())
      found.tpot_has_no_gaps = true;
    else
      move_first_tokens(run);
  }
  run.plausibility = found;
}

}  // namespace ssdetect
