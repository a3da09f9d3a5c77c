// SPEC 5: blocks in issue order; lower nearest rank; what is absent is no value.
#include "run/super_pass.h"

#include <doctest/doctest.h>

#include <limits>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

TEST_CASE("seven requests in blocks of three: the last one is partial") {
  std::vector<Planned> requests;
  for (Nanos i = 0; i < 7; ++i) requests.push_back({10 * i, 10 * i + 1, 10 * i + 5, 4});
  requests[4].failed = true;
  const Run run = run_of(requests);
  const auto passes = super_passes(run, 3);
  REQUIRE(passes.size() == 3);
  CHECK(passes[0].range == Range{0, 3});
  CHECK(passes[2].range == Range{6, 7});
  CHECK_FALSE(passes[1].partial);
  CHECK(passes[2].partial);
  CHECK(passes[1].issued() == 3);
  CHECK(passes[1].completed == 2);
  CHECK(passes[1].failed == 1);
  CHECK(passes[1].tokens_out == 8);
  CHECK(passes[1].first_issue == 30);
  CHECK(passes[1].last_issue == 50);
  CHECK(passes[1].last_event == 55);
  CHECK(requests_of(passes, {1, 3}) == Range{3, 7});
  CHECK(requests_of(passes, {2, 2}) == Range{});
}

TEST_CASE("a size beyond the run gives one partial block; an empty run none") {
  const Run run = run_of({{0, 1, 2, 3}, {1, 2, 3, 3}});
  CHECK(super_passes(run, std::numeric_limits<std::size_t>::max()).size() == 1);
  CHECK(super_passes(run, 2).front().partial == false);
  CHECK(super_passes(Run{}, 2).empty());
}

TEST_CASE("first and last issue are by the clock, whatever the order of the lines") {
  const Run run = run_of({{50, 51, 60, 3}, {20, 21, 30, 3}, {90, 91, 95, 3}, {70, 71, 99, 3}});
  const auto passes = super_passes(run, 2);
  CHECK(passes[0].first_issue == 20);
  CHECK(passes[0].last_issue == 50);
  const TimeWindow span = offered_load_span(passes, {0, 2});
  CHECK(span.begin == 20);
  CHECK(span.end == 90);
}

TEST_CASE("percentiles are the lower nearest rank, the mean is the mean") {
  const Run run = run_of({{0, 40, 50, 3}, {0, 10, 50, 3}, {0, 30, 50, 3}, {0, 20, 50, 3}});
  const auto series = measure_series(run, super_passes(run, 4), Measure::ttft, std::nullopt);
  CHECK(series.p50[0] == 20);  // floor(0.5 * 3) = 1
  CHECK(series.p90[0] == 30);  // floor(0.9 * 3) = 2
  CHECK(series.p99[0] == 30);
  CHECK(series.mean[0] == 25);
  CHECK(&series.at(Level::p90) == &series.p90);
}

TEST_CASE("a cut leaves out what ends later; a block without values has none") {
  const Run run = run_of({{0, 10, 30, 3}, {0, 10, 50, 3}, {60, 70, 90, 1}, {60, 70, 90, 1}});
  const auto passes = super_passes(run, 2);
  const auto all = measure_series(run, passes, Measure::tpot, std::nullopt);
  CHECK(all.mean[0] == 15);
  CHECK_FALSE(all.p50[1]);
  const auto cut = measure_series(run, passes, Measure::tpot, 30);
  CHECK(cut.mean[0] == 10);  // one that ends at the cut stays
  CHECK_FALSE(measure_series(run, passes, Measure::tpot, 29).mean[0]);
  CHECK(pool(run, {0, 4}, Quantity::latency).size() == 4);
  CHECK(pool(run, {0, 4}, Quantity::latency, 30).size() == 1);
  CHECK(pool(run, {0, 4}, Quantity::latency, 30).mean() == 30);
  CHECK(pool(run, {1, 3}, Quantity::output_tokens).mean() == 2);
}

TEST_CASE("values that exist, within the series") {
  const Series series{1.0, std::nullopt, 3.0};
  CHECK(present(series, {0, 3}) == std::vector<double>{1, 3});
  CHECK(present(series, {1, 99}) == std::vector<double>{3});
  CHECK(present(series, {5, 9}).empty());
}
