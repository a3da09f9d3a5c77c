// SPEC 7.3, both gates at their bounds.
#include "steady/gate.h"

#include <doctest/doctest.h>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

TrendReading read(std::initializer_list<double> values, const GatePolicy& policy = {}) {
  return read_trend(std::vector<double>(values), policy);
}

bool holds(const Values& p50, const Values& p90, const GatePolicy& policy = {}) {
  const auto first = series_of(p50), second = series_of(p90);
  return admissible<SuperPass>({{&first, 1.0}, {&second, policy.p90_bound_factor}}, first.blocks(), policy);
}

// 100 - d, 100 + d, ...: mean 100, CoV d / 100, no trend that any test sees.
Values alternating(double d, std::size_t n = 8) {
  Values series;
  for (std::size_t i = 0; i < n; ++i) series.push_back(i % 4 == 0 || i % 4 == 3 ? 100 - d : 100 + d);
  return series;
}

}  // namespace

TEST_CASE("fewer than four values are insufficient") {
  CHECK(read({1, 2, 3}).state == TrendState::insufficient);
  CHECK_FALSE(read({1, 2, 3}).drifts());
  CHECK(read({}).state == TrendState::insufficient);
  CHECK_FALSE(read({}).relative_drift);
}

TEST_CASE("four values: only a strictly monotone window is significant") {
  CHECK(read({1, 2, 3, 4}).state == TrendState::drifting_up);
  CHECK(read({4, 3, 2, 1}).state == TrendState::drifting_down);
  CHECK(read({1, 2, 2, 4}).state == TrendState::plateau);
  CHECK(read({1, 3, 2, 4}).state == TrendState::plateau);
  CHECK(read({2, 2, 2, 2}).state == TrendState::plateau);
}

TEST_CASE("reference: four values cannot drift") {
  CHECK(read({1, 2, 3, 4}, reference_policy().gate).state == TrendState::plateau);
}

TEST_CASE("five monotone values: exact p = 2 / 120") {
  const TrendReading up = read({1, 2, 3, 4, 5});
  CHECK(up.state == TrendState::drifting_up);
  CHECK(up.test->p == doctest::Approx(2.0 / 120));
  // One exchange of neighbours: S = 8, (1 + 4) * 2 / 120 = 0.083.
  CHECK(read({1, 2, 3, 5, 4}).test->p == doctest::Approx(10.0 / 120));
  CHECK(read({1, 2, 3, 5, 4}).state == TrendState::plateau);
}

TEST_CASE("a window of equal values is flat in both presets") {
  CHECK(read({5, 5, 5, 5, 5, 5}).state == TrendState::plateau);
  CHECK(read({5, 5, 5, 5, 5, 5}, reference_policy().gate).state == TrendState::plateau);
}

TEST_CASE("a trend breaks a window from 5 % on: the fitted change over the median") {
  const TrendReading four = read({98, 99, 100, 101, 102});
  CHECK(four.relative_drift == doctest::Approx(0.04));
  CHECK(four.drifts());
  CHECK_FALSE(breaks(four, {}));
  CHECK(breaks(read({97.5, 98.75, 100, 101.25, 102.5}), {}));  // exactly 0.05
  CHECK(breaks(read({102.5, 101.25, 100, 98.75, 97.5}), {}));
  CHECK_FALSE(breaks(read({97.51, 98.75, 100, 101.25, 102.49}), {}));
}

TEST_CASE("a large drift without significance does not break") {
  const TrendReading jumpy = read({100, 120, 90, 130});
  CHECK(*jumpy.relative_drift > 0.05);
  CHECK_FALSE(breaks(jumpy, {}));
}

TEST_CASE("CoV up to the loosest bound, p90 up to 1.25 times that") {
  CHECK(holds(alternating(8), alternating(1)));
  CHECK_FALSE(holds(alternating(8.01), alternating(1)));
  CHECK(holds(alternating(1), alternating(10)));
  CHECK_FALSE(holds(alternating(1), alternating(10.01)));
}

TEST_CASE("reference: p90 has the bound of p50") {
  const GatePolicy reference = reference_policy().gate;
  CHECK(holds(alternating(1), alternating(8), reference));
  CHECK_FALSE(holds(alternating(1), alternating(8.01), reference));
}

TEST_CASE("either series can break the window by its trend") {
  Values ramp;
  for (int i = 0; i < 8; ++i) ramp.push_back(100 + i);  // 7 / 103.5
  CHECK_FALSE(holds(ramp, alternating(1)));
  CHECK_FALSE(holds(alternating(1), ramp));
  Values creep;
  for (int i = 0; i < 8; ++i) creep.push_back(100 + 0.5 * i);
  CHECK(holds(creep, creep));
}

TEST_CASE("at least four super-passes, none empty") {
  CHECK(holds(alternating(1, 4), alternating(1, 4)));
  CHECK_FALSE(holds(alternating(1, 3), alternating(1, 3)));
  Values gap = alternating(1);
  gap[3] = std::nullopt;
  CHECK_FALSE(holds(gap, alternating(1)));
  CHECK_FALSE(holds(alternating(1), gap));
}

TEST_CASE("which settings certify: all gates under the same bound") {
  const auto p50 = series_of(alternating(4)), p90 = series_of(alternating(7));
  const Gates<SuperPass> gates{{&p50, 1.0}, {&p90, 1.25}};
  const std::vector<std::optional<double>> covs{0.04, 0.07};
  CHECK_FALSE(certifies(covs, gates, 0.03));
  CHECK_FALSE(certifies(covs, gates, 0.05));  // 0.07 > 0.0625
  CHECK(certifies(covs, gates, 0.08));
  CHECK_FALSE(certifies(std::vector<std::optional<double>>{0.01, std::nullopt}, gates, 0.08));
}
