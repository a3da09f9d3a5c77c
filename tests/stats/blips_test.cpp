#include "stats/blips.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/stats/method_series.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

// Two levels, `dwell` values on each in turn, noise of standard deviation `scatter`.
std::vector<double> swinging(std::size_t n, std::size_t dwell, double height, double scatter) {
  std::vector<double> y = testing::Noise(dwell).series(n, 0);
  for (std::size_t i = 0; i < n; ++i) y[i] = 2 + scatter * y[i] + (i / dwell % 2 == 0 ? 0 : height);
  return y;
}

}  // namespace

TEST_CASE("a blip stands out of both sides; steps, pairs and ends do not") {
  std::vector<double> y(12, 1.0);
  CHECK(blips(y, .05).empty());
  y[4] = 1.2;
  y[9] = .9;
  CHECK(blips(y, .05) == std::vector<std::size_t>{4, 9});
  CHECK(blips(y, .15) == std::vector<std::size_t>{4});
  CHECK(blips(std::vector<double>{1, 1, 1, 2, 2, 2}, .05).empty());
  CHECK(blips(std::vector<double>{1, 1, 2, 2, 1, 1}, .05).empty());
  CHECK(blips(std::vector<double>{2, 1, 1, 1, 2}, .05).empty());
  CHECK(blips(std::vector<double>{1, 2, 1}, .05).empty());  // half of the steps are large
  CHECK(blips(std::vector<double>{1, 2}, .05).empty());
}

TEST_CASE("scatter hides blips of its own size") {
  std::vector<double> y = swinging(30, 30, 0, .03);
  CHECK(blips(y, .05).empty());
  y[15] += .5;
  CHECK(blips(y, .05) == std::vector<std::size_t>{15});
}

TEST_CASE("an oscillation has two levels") {
  for (const std::size_t dwell : {1, 3}) {
    const TwoLevels levels = *two_levels(swinging(24, dwell, .1, .01), .05);
    CHECK(levels.low == Approx(2).epsilon(.01));
    CHECK(levels.high == Approx(2.1).epsilon(.01));
    CHECK(levels.switches == 24 / dwell - 1);
    CHECK(levels.mean_dwell == static_cast<double>(dwell));
  }
  CHECK(two_levels(swinging(24, 3, .1, 0), .05)->switches == 7);
}

TEST_CASE("one level, a step, a line, a small swing and few values are no oscillation") {
  CHECK_FALSE(two_levels(swinging(24, 24, 0, .01), .05));
  CHECK_FALSE(two_levels(std::vector<double>(24, 1.0), .05));
  CHECK_FALSE(two_levels(swinging(24, 12, .1, .01), .05));
  CHECK_FALSE(two_levels(swinging(24, 3, .04, .001), .05));
  CHECK_FALSE(two_levels(swinging(7, 1, .1, .01), .05));
  std::vector<double> line(24);
  for (std::size_t i = 0; i < line.size(); ++i) line[i] = .05 * static_cast<double>(i);
  CHECK_FALSE(two_levels(line, .05));
}
