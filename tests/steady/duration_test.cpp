// SPEC 7.5: each term dominant in turn, ties, equality.
#include "steady/duration.h"

#include <doctest/doctest.h>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

constexpr std::size_t kPasses = 6;

// Super-passes of two requests, 100 s from first to second and 120 s from one to the next: the window of all
// six lasts 700 s, tau is 100 s. Every latency is `latency`.
Run run_with(Nanos latency) {
  std::vector<Planned> requests;
  for (std::size_t i = 0; i < kPasses; ++i) {
    const Nanos first = static_cast<Nanos>(i) * 120 * kSecond;
    for (const Nanos at : {first, first + 100 * kSecond}) requests.push_back({at, at + 1, at + latency, 11});
  }
  return run_of(requests);
}

// Mean 100, CoV d / 100.
Series<SuperPass> scattered(double d) {
  Series<SuperPass> series;
  for (std::size_t i = 0; i < kPasses; ++i) series.push_back(i % 2 == 0 ? 100 - d : 100 + d);
  return series;
}

MinDuration demand(double d, Nanos latency, const DurationPolicy& duration = {}) {
  const Run run = run_with(latency);
  Policy policy;
  policy.duration = duration;
  return min_duration(super_passes(run, 2), scattered(d), {0, kPasses}, policy);
}

}  // namespace

TEST_CASE("a calm, fast run is held to the floor of 600 s") {
  const MinDuration calm = demand(1, 10 * kSecond);
  CHECK(calm.dominant == DurationTerm::floor);
  CHECK(calm.required_s == 600);
  CHECK(calm.window_s == 700);
  CHECK(calm.tau_sp_s == 100);
  CHECK(calm.l_p90_s == 10);
  CHECK(calm.relaxation_s == 50);
  CHECK(calm.cov_b == doctest::Approx(0.01));
  CHECK(calm.kstar == 4);
  CHECK_FALSE(calm.precision_s);
  CHECK_FALSE(calm.is_short);
}

TEST_CASE("long requests: five times their p90") {
  const MinDuration slow = demand(1, 130 * kSecond);
  CHECK(slow.dominant == DurationTerm::relaxation);
  CHECK(slow.required_s == 650);
  CHECK_FALSE(slow.is_short);
  CHECK(demand(1, 141 * kSecond).is_short);
  CHECK_FALSE(demand(1, 140 * kSecond).is_short);  // 700 where 700 are required is long enough
}

TEST_CASE("scatter: k* batches of the median span, from k* = 5 on") {
  // (1.96 * 0.06 / 0.05)^2 = 5.53 -> 6 batches of 100 s, no more than the floor; 0.07: 7.53 -> 8.
  CHECK(demand(6, kSecond).kstar == 6);
  CHECK(demand(7, kSecond).kstar == 8);
  CHECK(demand(7, kSecond).required_s == 800);
  CHECK(demand(7, kSecond).dominant == DurationTerm::precision);
  CHECK(demand(7, kSecond).is_short);
  // (1.96 * d / 5)^2 crosses 4 at d = 5.102.
  CHECK(demand(5.10, kSecond).kstar == 4);
  CHECK_FALSE(demand(5.10, kSecond).precision_s);
  CHECK(demand(5.11, kSecond).kstar == 5);
  CHECK(demand(5.11, kSecond).precision_s == 500);
}

TEST_CASE("a tie names precision, then relaxation, then floor") {
  CHECK(demand(6, kSecond).dominant == DurationTerm::precision);            // 600 and the floor
  CHECK(demand(6, 120 * kSecond).dominant == DurationTerm::precision);      // 600 three times
  CHECK(demand(1, 120 * kSecond).dominant == DurationTerm::relaxation);     // 600 and the floor
  CHECK(demand(5.11, 120 * kSecond).dominant == DurationTerm::relaxation);  // 500, 600, 600
}

TEST_CASE("the options change the constants") {
  CHECK(demand(1, kSecond, {.floor_s = 30}).required_s == 30);
  CHECK(demand(1, 100 * kSecond, {.floor_s = 30, .latency_multiple = 3}).required_s == 300);
  // (1.96 * 0.01 / 0.005)^2 = 15.4 -> 16.
  CHECK(demand(1, kSecond, {.precision = 0.005}).required_s == 1600);
}

TEST_CASE("the 600 s are met by equality and missed by a nanosecond") {
  std::vector<Planned> requests(4, {0, 1, 20, 3});
  requests.push_back({600 * kSecond, 600 * kSecond + 1, 600 * kSecond + 20, 3});
  const auto demanded = [&] {
    const Run run = run_of(requests);
    return min_duration(super_passes(run, 5), series_of({1.0}), {0, 1}, default_policy());
  };
  CHECK_FALSE(demanded().is_short);
  --requests.back().issued;
  CHECK(demanded().is_short);
}

TEST_CASE("a window without latencies has no relaxation term") {
  const Run run = tracked().issue(1, 0).issue(2, 700 * kSecond).finish();
  const MinDuration bare =
      min_duration(super_passes(run, 2), series_of({std::nullopt}), {0, 1}, default_policy());
  CHECK_FALSE(bare.relaxation_s);
  CHECK_FALSE(bare.cov_b);
  CHECK(bare.dominant == DurationTerm::floor);
}
