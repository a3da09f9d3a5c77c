// Against METHOD.md's examples and figures, and a few cells of its table of coverage.
#include "stats/percentile_interval.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/distributions.h"
#include "tests/stats/method_series.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

constexpr Share kP50{50, 100}, kP90{90, 100}, kP99{99, 100}, kP999{999, 1000};

std::vector<std::size_t> ends_of(std::size_t count, std::size_t size) {
  std::vector<std::size_t> ends(count);
  for (std::size_t i = 0; i < count; ++i) ends[i] = (i + 1) * size;
  return ends;
}

// Exponential tails in ten super-passes, the last five 8 % slower.
std::vector<double> golden_values() {
  testing::Congruential random;
  std::vector<double> values(2000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 1 - 0.3 * std::log(1 - random.next());
    if (i >= 1000) values[i] *= 1.08;
  }
  return values;
}

ShareError independent(Share p, double design_effect) {
  return {p.value(), 100, 10, 10, design_effect, std::numeric_limits<double>::infinity()};
}

// Share of the probability below `x`, by Simpson's rule.
double beta_below(double x, double a, double b) {
  const auto density = [&](double t) { return std::pow(t, a - 1) * std::pow(1 - t, b - 1); };
  const auto area = [&](double to) {
    constexpr int kSteps = 20000;
    double sum = 0;
    for (int i = 0; i <= kSteps; ++i) {
      sum += density(to * i / kSteps) * (i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2);
    }
    return sum * to / kSteps / 3;
  };
  return area(x) / area(1);
}

}  // namespace

TEST_CASE("intervals for percentiles agree with METHOD.md's examples") {
  const std::vector<double> values = golden_values();
  const std::vector<std::pair<std::string, Share>> rows{
      {"B p50 ", kP50}, {"B p90 ", kP90}, {"B p99 ", kP99}, {"B p99.9 ", kP999}};
  for (const auto& [key, p] : rows) {
    std::string line = testing::golden_line("B:", key);
    if (line.empty()) {
      MESSAGE("skipped: no shared golden file");
      return;
    }
    line = line.substr(0, line.find("d.f.")) + line.substr(line.find("d.f.") + 4);
    line.erase(line.find("deff"), 4);
    const std::vector<double> expected = testing::numbers_in(line);
    const PercentileInterval ours = *percentile_interval(p, values, ends_of(10, 200));
    std::vector<double> numbers{ours.value, *ours.low};
    if (ours.high) numbers.push_back(*ours.high);
    numbers.push_back(ours.error.design_effect);
    numbers.push_back(ours.error.degrees_of_freedom);
    REQUIRE(numbers.size() == expected.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) CHECK(testing::as_printed(numbers[i], expected[i]));
  }
}

TEST_CASE("beta quantiles invert the area under the density") {
  for (const auto& [a, b] : {std::pair{2.0, 3.0}, {40.5, 2.25}, {1.5, 30.0}}) {
    for (const double p : {.025, .5, .975})
      CHECK(beta_below(beta_quantile(p, a, b), a, b) == Approx(p).epsilon(1e-5));
  }
}

TEST_CASE("the rank of a percentile is exact") {
  CHECK(upper_rank(kP90, 10) == 9);
  CHECK(upper_rank(kP90, 11) == 10);
  CHECK(upper_rank(kP99, 100) == 99);
  CHECK(upper_rank(kP999, 1000) == 999);
  CHECK(upper_rank({0, 1}, 5) == 1);
}

TEST_CASE("how many values an upper end needs, as METHOD.md gives it") {
  CHECK(values_for_upper_end(independent(kP99, 1)) == 382);
  CHECK(values_for_upper_end(independent(kP99, 2)) == 543);
  CHECK(values_for_upper_end(independent(kP99, 5)) == 930);
  for (const double effect : {1.0, 3.0}) {
    ShareError error = independent(kP99, effect);
    const std::int64_t least = values_for_upper_end(error);
    error.values = least - 1;
    CHECK_FALSE(rank_interval(error).high);
    error.values = least;
    CHECK(rank_interval(error).high == least - 1);
  }
}

TEST_CASE("how many super-passes narrow a percentile") {
  const ShareError error = independent(kP50, 4);
  CHECK(super_passes_for(error, .02, .02) == 10);
  const std::int64_t half = super_passes_for(error, .04, .02);
  CHECK(half < 40);  // more degrees of freedom help, too
  CHECK(half >= 30);
  CHECK(super_passes_for(error, .001, .02) == 2);
}

TEST_CASE("equal super-passes are as good as independent values, and too few give nothing") {
  const std::vector<double> counts(8, 50), sizes(8, 100);
  const ShareError error = *share_error(kP50, counts, sizes);
  CHECK(error.design_effect == 1);
  CHECK(std::isinf(error.degrees_of_freedom));
  const RankInterval ranks = rank_interval(error);
  CHECK(*ranks.low + *ranks.high == 800);
  CHECK_FALSE(share_error(kP50, std::vector<double>{5}, std::vector<double>{10}));
  CHECK_FALSE(share_error({1, 1}, counts, sizes));
  CHECK_FALSE(share_error(kP50, counts, std::vector<double>(8, 0)));
  CHECK_FALSE(percentile_interval(kP50, std::vector<double>{}, {}));
  const std::vector<double> three{1, 2, 3};
  const std::vector<std::size_t> ends{1, 3};
  const PercentileInterval few = *percentile_interval(kP50, three, ends);
  CHECK(few.value == 2);
  CHECK_FALSE(few.low);
  CHECK_FALSE(few.high);
}

// METHOD.md section B: lognormal values, sigma 0.3, between super-passes 2 %, phi 0.6; 300 runs here, within
// four binomial standard deviations and its rounding.
TEST_CASE("intervals for percentiles cover as METHOD.md measured") {
  struct Cell {
    Share p;
    double quantile, covered;
  };
  constexpr std::size_t kCount = 20, kSize = 60;
  constexpr int kRuns = 300;
  for (const Cell& cell : {Cell{kP50, 0, .98}, Cell{kP90, 1.2815516, .97}}) {
    testing::Noise noise(7);
    const double truth = std::exp(std::hypot(.3, .02) * cell.quantile);
    int covered = 0;
    for (int run = 0; run < kRuns; ++run) {
      const std::vector<double> level = noise.series(kCount, .6);
      std::vector<double> values(kCount * kSize);
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = std::exp(.02 * level[i / kSize] + .3 * noise.normal());
      }
      const PercentileInterval ours = *percentile_interval(cell.p, values, ends_of(kCount, kSize));
      covered += *ours.low <= truth && truth <= *ours.high;
    }
    const double bound = 4 * std::sqrt(cell.covered * (1 - cell.covered) / kRuns) + .01;
    CHECK(std::abs(covered / double{kRuns} - cell.covered) < bound);
  }
}
