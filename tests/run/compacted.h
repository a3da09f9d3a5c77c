// How do tests read a log with and without room for it, and compare what comes out?
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "run/request_table.h"
#include "run/tally.h"
#include "stats/sketch.h"
#include "tests/support.h"

namespace ssdetect::testing {

inline constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
inline constexpr std::size_t kTight = 100'000;  // bytes: a thousand requests

inline Run read(const std::vector<Event>& log, std::size_t budget, std::optional<std::size_t> superpass_size,
                const RequestPolicy& policy = {}) {
  RequestTable table(policy, true, budget);
  for (const Event& event : log) {
    table.on_event(event);
    if (table.is_full()) table.compact(superpass_size);
  }
  return table.finish();
}

// The values of a sketch are rounded themselves.
inline bool is_within_bound(std::optional<double> found, std::optional<double> exact) {
  if (!found || !exact) return found.has_value() == exact.has_value();
  return std::abs(*found - *exact) <= kSketchError * (1 + 1e-9) * std::abs(*exact);
}

inline void check_equal(const Tally& found, const Tally& exact) {
  REQUIRE(found.requests == exact.requests);
  REQUIRE(found.completed == exact.completed);
  REQUIRE(found.failed == exact.failed);
  REQUIRE(found.in_flight == exact.in_flight);
  REQUIRE(found.samples == exact.samples);
  REQUIRE(found.ended == exact.ended);
  REQUIRE(found.with_first_token == exact.with_first_token);
  REQUIRE(found.counted == exact.counted);
  REQUIRE(found.streamed == exact.streamed);
  REQUIRE(found.timed == exact.timed);
  REQUIRE(found.tokens_out == exact.tokens_out);
  REQUIRE(found.tokens_after_first == exact.tokens_after_first);
  REQUIRE(found.cut_off == exact.cut_off);
  REQUIRE(found.cut_off_tokens == exact.cut_off_tokens);
  REQUIRE(found.invalid_durations == exact.invalid_durations);
  REQUIRE(found.first_issue == exact.first_issue);
  REQUIRE(found.last_issue == exact.last_issue);
  if (exact.ended > 0) REQUIRE(found.last_completion == exact.last_completion);
  REQUIRE(found.last_event == exact.last_event);
}

// The last moment of a time bin: its end belongs to the next one, where the clock does not end before.
inline Nanos last_moment(const TimeBins& bins, std::size_t bin) {
  const Nanos end = bins.span(bin).end;
  return end == std::numeric_limits<Nanos>::max() ? end : end - 1;
}

}  // namespace ssdetect::testing
