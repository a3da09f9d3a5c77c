// Twin: corrected_mann_kendall on every prefix. What is ruled out must not be significant there, and what is
// significant must never be ruled out.
#include "stats/growing_trend.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "tests/stats/vectors.h"

using namespace ssdetect;

namespace {

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
Tally check_every_prefix(const std::vector<double>& x, const TrendRule& rule, std::size_t stride = 1) {
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

TEST_CASE("a growing trend is never ruled out where the test on the prefix is significant") {
  for (const TrendRule& rule : kRules) {
    for (const testing::Vector& vector : testing::vectors()) {
      CAPTURE(vector.name);
      check_every_prefix(vector.x, rule);
    }
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      CAPTURE(seed);
      check_every_prefix(walk(150, seed), rule);
      check_every_prefix(testing::uniform(150, seed), rule, 1 + seed % 7);
      check_every_prefix(testing::tied(150, 3, seed), rule);
      check_every_prefix(with_step(testing::tied(150, 4, seed), 20 + 3 * seed, 2), rule);
    }
  }
}

TEST_CASE("a growing trend on constant, alternating and rising series") {
  std::vector<double> alternate, rising;
  for (int i = 0; i < 200; ++i) alternate.push_back(i % 2), rising.push_back(i);
  for (const TrendRule& rule : kRules) {
    check_every_prefix(std::vector<double>(200, 7.25), rule);
    check_every_prefix(alternate, rule);
    check_every_prefix(rising, rule);
  }
}

TEST_CASE("a step in a long window is ruled out nearly always, by its lags") {
  const std::vector<double> x = with_step(testing::uniform(1500, 3), 750, 1.5);
  for (const TrendRule& rule : kRules) {
    const Tally tally = check_every_prefix(x, rule);
    CHECK(tally.significant < 400);
    CHECK(tally.ruled_out > 1000);
    CHECK(tally.open - tally.significant < 100);
  }
}

TEST_CASE("a growing trend asked for seldom takes in what came since") {
  const std::vector<double> x = with_step(testing::uniform(4000, 5), 2500, 0.4);
  CHECK(check_every_prefix(x, kRules[0], 1250).ruled_out > 0);
}
