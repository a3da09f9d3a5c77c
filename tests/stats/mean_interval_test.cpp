// Against METHOD.md's examples, and a few cells of its table of coverage.
#include "stats/mean_interval.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/stats/method_series.h"

using namespace ssdetect;
using doctest::Approx;

TEST_CASE("intervals for a mean agree with METHOD.md's examples") {
  for (const auto which : {testing::Example::flat, testing::Example::step, testing::Example::line}) {
    const std::string title = testing::title_of(which);
    const auto point = testing::numbers_in(testing::golden_line(title, "A mean, half-width 95 %"));
    const auto spread = testing::numbers_in(testing::golden_line(title, "A inflation, posterior phi"));
    if (point.empty()) {
      MESSAGE("skipped: no shared golden file");
      return;
    }
    const MeanInterval ours = *mean_interval(testing::example(which));
    CHECK(testing::as_printed(ours.value, point.at(0)));
    CHECK(testing::as_printed(ours.high - ours.value, point.at(1)));
    CHECK(testing::as_printed(ours.inflation, spread.at(0)));
    CHECK(testing::as_printed(ours.phi, spread.at(1)));
    CHECK((ours.trust == Trust::trusted) == (which == testing::Example::flat));
  }
}

TEST_CASE("an interval for a mean needs four values, and six to be trusted") {
  CHECK_FALSE(mean_interval(std::vector<double>{1, 2, 3}));
  CHECK(mean_interval(std::vector<double>{1, 2, 1, 2})->trust == Trust::few_values);
  CHECK(mean_interval(std::vector<double>{1, 2, 1, 2, 1})->trust == Trust::few_values);
  CHECK(mean_interval(std::vector<double>{1, 2, 1, 2, 1, 2})->trust == Trust::trusted);
}

TEST_CASE("an interval around values that are never negative stays above 0") {
  const MeanInterval wide = *mean_interval(std::vector<double>{0, 0, 0, 1});
  CHECK(wide.low > 0);
  CHECK(wide.low * wide.high == Approx(wide.value * wide.value));
  CHECK(mean_interval(std::vector<double>{-1, 1, -2, 1})->low < 0);
  CHECK(mean_interval(std::vector<double>{-9, 9, -9, 9.001})->low < 0);
}

TEST_CASE("the ratio of sums: equal weights give the mean, equal ratios no error") {
  const std::vector<double> x = testing::example(testing::Example::flat), twos(x.size(), 2);
  const MeanInterval plain = *mean_interval(x), halved = *ratio_interval(x, twos);
  CHECK(halved.value == Approx(plain.value / 2));
  CHECK(halved.low == Approx(plain.low / 2));
  std::vector<double> thirds = x;
  for (double& value : thirds) value /= 3;
  const MeanInterval constant = *ratio_interval(x, thirds);
  CHECK(constant.value == Approx(3));
  CHECK(constant.standard_error == 0);
  CHECK(constant.phi == 0);
  CHECK_FALSE(ratio_interval(x, std::vector<double>(x.size(), 0)));
  CHECK_FALSE(ratio_interval(x, std::vector<double>{1}));
}

TEST_CASE("the ends of an interval are inverted, not its half-width") {
  const MeanInterval interval = *mean_interval(testing::example(testing::Example::flat));
  const MeanInterval inverse = *inverted(interval);
  CHECK(inverse.low == 1 / interval.high);
  CHECK(inverse.high == 1 / interval.low);
  CHECK_FALSE(inverted(*mean_interval(std::vector<double>{-1, 1, -2, 1})));
}

// METHOD.md section A, 6,000 runs a cell; 1,000 here, within four binomial standard deviations.
TEST_CASE("intervals for a mean cover as METHOD.md measured") {
  struct Cell {
    std::size_t n;
    double phi, covered, half_width;
  };
  for (const Cell& cell : {Cell{6, 0, .998, 2.2}, Cell{12, .3, .982, 1.36}, Cell{12, .6, .953, 1.42},
                           Cell{20, .6, .959, 1.16}, Cell{40, 0, .959, .35}}) {
    testing::Noise noise(cell.n);
    int covered = 0;
    double half_width = 0;
    constexpr int kRuns = 1000;
    for (int run = 0; run < kRuns; ++run) {
      std::vector<double> y = noise.series(cell.n, cell.phi);
      for (double& value : y) value += 100;
      const MeanInterval interval = *mean_interval(y);
      covered += interval.low <= 100 && 100 <= interval.high;
      half_width += (interval.high - interval.low) / 2 / kRuns;
    }
    const double bound = 4 * std::sqrt(cell.covered * (1 - cell.covered) / kRuns) + .002;
    CHECK(std::abs(covered / double{kRuns} - cell.covered) < bound);
    CHECK(half_width == Approx(cell.half_width).epsilon(.06));
  }
}
