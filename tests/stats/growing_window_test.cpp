// Twins: the plain functions on every prefix. What is ruled out must not be significant there, and what is
// significant must never be ruled out.
#include "stats/growing_window.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "stats/mann_kendall.h"
#include "stats/moments.h"
#include "stats/ranks.h"
#include "stats/trend.h"
#include "tests/stats/vectors.h"

using namespace ssdetect;

namespace {

bool agree(std::optional<double> grown, std::optional<double> plain, double slack) {
  if (!grown || !plain) return grown.has_value() == plain.has_value();
  return std::abs(*grown - *plain) <= 1e-9 * std::abs(*plain) + slack;
}

// Rounding of the values themselves, relative to their mean or median: 4 units in the last place.
double rounding(std::span<const double> x) {
  const double largest = largest_magnitude(x);
  const double center = std::abs(median(x).value_or(0));
  return center == 0 ? 1e-15 : 1e-15 * largest / center;
}

void check_series(const std::vector<double>& x) {
  GrowingSeries grown;
  for (std::size_t n = 1; n <= x.size(); ++n) {
    grown.push(x[n - 1]);
    const std::span<const double> prefix = std::span<const double>(x).first(n);
    REQUIRE(grown.size() == n);
    REQUIRE(agree(grown.coefficient_of_variation(), coefficient_of_variation(prefix), 0));
    // Asked seldom, so that the median takes in many values at once.
    if (n % 7 == 0 || n == x.size())
      REQUIRE(agree(grown.relative_drift(), relative_drift(prefix), rounding(prefix)));
    for (const double size : {0.0, 0.01, 0.05, 0.5}) {
      GrowingSeries asked = grown;
      REQUIRE(grown.drifts_by(size) == (std::abs(asked.relative_drift().value_or(0)) >= size));
    }
  }
}

constexpr double kAlpha = 0.05;
constexpr TrendRule kRules[] = {{.average_ranks = true,
                                 .floor_correction_at_one = true,
                                 .exact_when_small = true,
                                 .flat_is_significant = false},
                                {.average_ranks = false,
                                 .floor_correction_at_one = false,
                                 .exact_when_small = false,
                                 .flat_is_significant = true}};

struct Tally {
  int significant = 0, open = 0, ruled_out = 0;
};

// Asks at every prefix, at every `stride`-th only, or both by turns.
Tally check_trend(const std::vector<double>& x, const TrendRule& rule, std::size_t stride = 1) {
  GrowingTrend grown(rule, kAlpha);
  Tally tally;
  for (std::size_t n = 1; n <= x.size(); ++n) {
    grown.push(x[n - 1]);
    if (n < 3 || n % stride != 0) continue;
    const bool significant = corrected_mann_kendall(grown.values(), rule)->p < kAlpha,
               open = grown.may_be_significant();
    CAPTURE(n);
    REQUIRE((open || !significant));
    tally.significant += significant;
    tally.open += open;
    tally.ruled_out += !open;
  }
  return tally;
}

std::vector<double> with_step(std::vector<double> x, std::size_t at, double size) {
  for (std::size_t i = at; i < x.size(); ++i) x[i] += size;
  return x;
}

std::vector<double> walk(std::size_t n, std::uint64_t seed) {
  std::vector<double> x = testing::uniform(n, seed);
  for (double& value : x) value -= 0.5;
  std::partial_sum(x.begin(), x.end(), x.begin());
  return x;
}

}  // namespace

TEST_CASE("an empty window has neither spread nor drift, one value has no drift") {
  GrowingSeries grown;
  CHECK_FALSE(grown.coefficient_of_variation());
  CHECK_FALSE(grown.relative_drift());
  grown.push(5);
  CHECK(grown.coefficient_of_variation() == 0);
  CHECK_FALSE(grown.relative_drift());
}

TEST_CASE("a growing window agrees with the plain functions at every prefix") {
  for (const testing::Vector& vector : testing::vectors()) {
    CAPTURE(vector.name);
    check_series(vector.x);
  }
}

TEST_CASE("a growing window agrees after an outlier, across zero and with ties") {
  std::vector<double> outlier = testing::uniform(200, 5);
  outlier.front() = 1000;
  check_series(outlier);
  check_series(testing::tied(200, 3, 6));
  std::vector<double> across = testing::uniform(200, 7);
  for (double& value : across) value -= 0.75;
  check_series(across);
}

TEST_CASE("an offset of 1e9 costs a growing window no digits") {
  GrowingSeries grown;
  for (const double value : {2, 4, 4, 4, 5, 5, 7, 9}) grown.push(1e9 + value);
  CHECK(*grown.coefficient_of_variation() * (1e9 + 5) == doctest::Approx(2).epsilon(1e-9));
}

TEST_CASE("equal values have no spread and no drift at all") {
  GrowingSeries grown;
  for (int i = 0; i < 50; ++i) grown.push(0.1);
  CHECK(grown.coefficient_of_variation() == 0);
  CHECK(grown.relative_drift() == 0);
}

TEST_CASE("a growing trend is never ruled out where the test on the prefix is significant") {
  for (const TrendRule& rule : kRules) {
    for (const testing::Vector& vector : testing::vectors()) {
      CAPTURE(vector.name);
      check_trend(vector.x, rule);
    }
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      CAPTURE(seed);
      check_trend(walk(150, seed), rule);
      check_trend(testing::uniform(150, seed), rule, 1 + seed % 7);
      check_trend(testing::tied(150, 3, seed), rule);
      check_trend(with_step(testing::tied(150, 4, seed), 20 + 3 * seed, 2), rule);
    }
  }
}

TEST_CASE("a growing trend on constant, alternating and rising series") {
  std::vector<double> alternate, rising;
  for (int i = 0; i < 200; ++i) alternate.push_back(i % 2), rising.push_back(i);
  for (const TrendRule& rule : kRules) {
    check_trend(std::vector<double>(200, 7.25), rule);
    check_trend(alternate, rule);
    check_trend(rising, rule);
  }
}

TEST_CASE("a step in a long window is ruled out nearly always, by its lags") {
  const std::vector<double> x = with_step(testing::uniform(1500, 3), 750, 1.5);
  for (const TrendRule& rule : kRules) {
    const Tally tally = check_trend(x, rule);
    CHECK(tally.significant < 400);
    CHECK(tally.ruled_out > 1000);
    CHECK(tally.open - tally.significant < 100);
  }
}

TEST_CASE("a growing trend asked for seldom takes in what came since") {
  const std::vector<double> x = with_step(testing::uniform(4000, 5), 2500, 0.4);
  CHECK(check_trend(x, kRules[0], 1250).ruled_out > 0);
}

TEST_CASE("growing window: the example of the comment") {
  const std::vector<double> anchor{3, 1, 2}, now{3, 1, 2, 2.5};
  CHECK(mann_kendall(anchor)->s == -1);
  CHECK(mann_kendall(now)->s == 0);
  const std::vector<double> before = centered_ranks(anchor, positions_by_value(anchor), true);
  const std::vector<double> after = centered_ranks(now, positions_by_value(now), true);
  CHECK(before == std::vector<double>{2, -2, 0});
  CHECK(after == std::vector<double>{3, -3, -1, 1});
  CHECK(lagged_products(before)[1] == -4);
  CHECK(lagged_products(after)[1] == -7);
}
