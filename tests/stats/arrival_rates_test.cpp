// Planted rates: how often a change is seen that is not there, missed that is, and how near it is placed.
#include "stats/arrival_rates.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace ssdetect;

namespace {

struct Step {
  std::size_t gaps;
  double rate;
};

std::vector<double> gaps_of(const std::vector<Step>& steps, double shape, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<double> gaps;
  for (const Step& step : steps) {
    std::gamma_distribution<double> gap(shape, 1 / (shape * step.rate));
    for (std::size_t i = 0; i < step.gaps; ++i) gaps.push_back(gap(random));
  }
  return gaps;
}

int runs_with_changes(const std::vector<Step>& steps, double shape, int runs) {
  int found = 0;
  for (int run = 0; run < runs; ++run)
    found += !rate_changes(gaps_of(steps, shape, 1000 + static_cast<unsigned>(run))).empty();
  return found;
}

}  // namespace

TEST_CASE("rates: one rate has no change, regular or bursty") {
  for (const double shape : {0.5, 1.0, 3.0, 50.0}) {
    CAPTURE(shape);
    CHECK(runs_with_changes({{1000, 5}}, shape, 400) <= 2);
  }
  CHECK(runs_with_changes({{100, 5}}, 1, 1000) <= 2);
  CHECK(runs_with_changes({{20000, 5}}, 1, 50) <= 1);
}

TEST_CASE("rates: a gap that is always the same is one rate, with or without jitter") {
  CHECK(rate_changes(std::vector<double>(500, 0.1)).empty());
  CHECK(rate_changes(std::vector<double>(500, 0.0)).empty());
  CHECK(rate_changes({}).empty());
}

TEST_CASE("rates: planted steps are all found, near their places") {
  for (const double shape : {1.0, 20.0}) {
    int right = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
      const auto found = rate_changes(gaps_of({{120, 2}, {240, 4}, {480, 8}}, shape, seed));
      const auto near = [](std::size_t at, std::size_t planted) {  // 10 % of the stages beside it, or less
        return at + 40 > planted && at < planted + 40;
      };
      right += found.size() == 2 && near(found[0], 120) && near(found[1], 360);
    }
    CAPTURE(shape);
    CHECK(right >= 180);
  }
}

TEST_CASE("rates: of a constant load the change is where it is") {
  std::vector<double> gaps(60, 0.5);
  gaps.insert(gaps.end(), 60, 0.25);
  CHECK(rate_changes(gaps) == std::vector<std::size_t>{60});
  std::vector<double> close(300, 0.5);
  close.insert(close.end(), 300, 0.5 / 1.05);  // by 5 %: one step
  CHECK(rate_changes(close).empty());
}

TEST_CASE("rates: up and down again") {
  int right = 0;
  for (unsigned seed = 0; seed < 100; ++seed)
    right += rate_changes(gaps_of({{300, 4}, {300, 12}, {300, 4}}, 1, seed)).size() == 2;
  CHECK(right >= 97);
}

TEST_CASE("rates: a pause is no change, nor what catches up after it") {
  auto gaps = gaps_of({{400, 5}}, 1, 7);
  gaps[200] = 120;
  CHECK(rate_changes(gaps).empty());
  std::vector<double> regular(400, 0.1);
  regular[200] = 3;
  std::fill(regular.begin() + 201, regular.begin() + 231, 0.0001);
  CHECK(rate_changes(regular).empty());
}
