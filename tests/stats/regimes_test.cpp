// Against METHOD.md's examples, cells of its tables, and its promise of time.
#include "stats/regimes.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/stats/method_series.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

using Roles = std::vector<RegimeRole>;

std::string word(RegimeRole role) {
  switch (role) {
    case RegimeRole::steady:
      return "steady";
    case RegimeRole::shifted_up:
      return "shifted_up";
    case RegimeRole::drift_up:
      return "drift_up";
    default:
      return "other";
  }
}

std::vector<double> logarithms(std::vector<double> x) {
  for (double& value : x) value = std::log(value);
  return x;
}

Roles roles_of(const std::vector<double>& y) {
  const Regimes found = *regimes(y);
  Roles roles;
  for (const Regime& regime : found.regimes) roles.push_back(regime.role);
  return roles;
}

// A shape on noise: ln of (shape(i) * (1 + scatter * noise)).
std::vector<double> noisy(testing::Noise& noise, std::size_t n, double scatter, double phi,
                          const std::function<double(std::size_t)>& shape) {
  std::vector<double> y = noise.series(n, phi);
  for (std::size_t i = 0; i < n; ++i) y[i] = std::log(shape(i) * (1 + scatter * y[i]));
  return y;
}

double share_with(std::size_t n, double scatter, double phi, int runs,
                  const std::function<double(std::size_t)>& shape, const Roles& roles) {
  testing::Noise noise(n);
  int right = 0;
  for (int run = 0; run < runs; ++run) right += roles_of(noisy(noise, n, scatter, phi, shape)) == roles;
  return right / static_cast<double>(runs);
}

double flat(std::size_t) { return 1; }

}  // namespace

TEST_CASE("regimes agree with METHOD.md's examples") {
  for (const auto which : {testing::Example::flat, testing::Example::step, testing::Example::line}) {
    const std::string title = testing::title_of(which);
    const std::string labels = testing::golden_line(title, "D labels");
    const auto pieces =
        testing::numbers_in(testing::golden_line(title, "D pieces b e line level slope lo hi"));
    if (labels.empty()) {
      MESSAGE("skipped: no shared golden file");
      return;
    }
    const std::vector<Regime> ours = regimes(logarithms(testing::example(which)))->regimes;
    REQUIRE(pieces.size() == 7 * ours.size());
    for (std::size_t p = 0; p < ours.size(); ++p) {
      const Regime& regime = ours[p];
      const double numbers[] = {
          double(regime.begin), double(regime.end),        double(regime.line),       regime.level,
          regime.slope,         double(regime.starts.low), double(regime.starts.high)};
      for (std::size_t i = 0; i < 7; ++i) CHECK(testing::close(numbers[i], pieces[7 * p + i], 1e-9, 1e-9));
      const std::string label = "('" + word(regime.role) + "', " + std::to_string(regime.begin) + ", " +
                                std::to_string(regime.end) + ",";
      CHECK(labels.find(label) != std::string::npos);
    }
  }
}

TEST_CASE("regimes are named against the first level that lasts") {
  using enum RegimeRole;
  testing::Noise noise(11);
  const auto named = [&](std::size_t n, const std::function<double(std::size_t)>& shape) {
    return roles_of(noisy(noise, n, .002, 0, shape));
  };
  const auto within = [](std::size_t i, std::size_t begin, std::size_t end) { return begin <= i && i < end; };
  CHECK(named(20, flat) == Roles{steady});
  CHECK(named(20, [](std::size_t i) { return i < 10 ? 1 : .8; }) == Roles{steady, shifted_down});
  CHECK(named(20, [&](auto i) { return within(i, 8, 14) ? 1.2 : 1; }) ==
        Roles{steady, shifted_up, recovered});
  CHECK(named(20, [&](auto i) { return within(i, 8, 10) ? 1.2 : 1; }) == Roles{steady, excursion, recovered});
  CHECK(named(20, [](auto i) { return i < 2 ? 1.5 : 1; }) == Roles{ramp, steady});
  CHECK(named(20, [](auto i) { return i == 9 ? 1.5 : 1; }) == Roles{steady});
  CHECK(named(20, [](auto i) { return i == 19 ? 1.5 : 1; }) == Roles{steady, blip});
  CHECK(named(20, [](auto i) { return 1 - .01 * static_cast<double>(i); }) == Roles{drift_down});
  CHECK(named(24, [](auto i) { return i % 6 < 3 ? 1 : 1.1; }) == Roles{oscillating});
  CHECK(named(3, [](auto i) { return i < 2 ? 1 : 1.0; }) == Roles{unsettled});
}

TEST_CASE("few and equal values") {
  CHECK_FALSE(regimes(std::vector<double>{1}));
  CHECK(roles_of({1, 1}) == Roles{RegimeRole::unsettled});
  CHECK(roles_of({1, 1, 1, 1}) == Roles{RegimeRole::steady});
  CHECK(roles_of(std::vector<double>(2500, 2.0)) == Roles{RegimeRole::steady});
}

TEST_CASE("a blip is told apart and does not end a regime") {
  testing::Noise noise(12);
  const Regimes found = *regimes(noisy(noise, 20, .01, 0, [](auto i) { return i == 9 ? 1.5 : 1; }));
  CHECK(found.blips == std::vector<std::size_t>{9});
  REQUIRE(found.regimes.size() == 1);
  CHECK(std::abs(found.regimes[0].level) < .01);
}

// METHOD.md section D; 200 runs a cell here, within four binomial standard deviations and its rounding.
TEST_CASE("regimes are found and not found as often as METHOD.md measured") {
  using enum RegimeRole;
  struct Cell {
    std::size_t n;
    double scatter, phi, share;
    std::function<double(std::size_t)> shape;
    Roles roles;
  };
  const auto half = [](std::size_t i) { return i < 10 ? 1 : 1.1; };
  const auto quarter = [](std::size_t i) { return 8 <= i && i < 13 ? 1.15 : 1; };
  const auto line = [](std::size_t i) { return 1 + .1 * static_cast<double>(i) / 19; };
  constexpr int kRuns = 200;
  for (const Cell& cell :
       {Cell{20, .01, .6, 1, flat, {steady}}, Cell{20, .03, .6, .92, flat, {steady}},
        Cell{12, .02, 0, .99, flat, {steady}}, Cell{20, .01, .6, 1, half, {steady, shifted_up}},
        Cell{20, .02, .3, .87, half, {steady, shifted_up}},
        Cell{20, .01, .6, 1, quarter, {steady, shifted_up, recovered}},
        Cell{20, .01, .6, .97, line, {drift_up}}}) {
    const double share = share_with(cell.n, cell.scatter, cell.phi, kRuns, cell.shape, cell.roles);
    CAPTURE(cell.n);
    CAPTURE(cell.scatter);
    CAPTURE(cell.share);
    CHECK(std::abs(share - cell.share) < 4 * std::sqrt(cell.share * (1 - cell.share) / kRuns) + .03);
  }
}

TEST_CASE("30,000 values: nothing in noise, a step to the value, in half a second") {
  using enum RegimeRole;
  constexpr std::size_t kValues = 30000;
  testing::Noise noise(13);
  const std::vector<double> level = noisy(noise, kValues, .03, .6, flat);
  const std::vector<double> step = noisy(noise, kValues, .01, .6, [](auto i) { return i < 17001 ? 1 : 1.1; });
  const std::vector<double> drift = noisy(noise, kValues, .03, .6, [](std::size_t i) {
    return 1 + .1 * static_cast<double>(i) / double{kValues};
  });
  const std::vector<double> short_one =
      noisy(noise, kValues, .01, .6, [](auto i) { return 9010 <= i && i < 9050 ? 1.1 : 1; });
  const auto start = std::chrono::steady_clock::now();
  CHECK(roles_of(level) == Roles{steady});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  MESSAGE("30,000 values took ", taken.count(), " s");
  CHECK(roles_of(drift) == Roles{drift_up});
  const std::vector<Regime> found = regimes(step)->regimes;
  REQUIRE(found.size() == 2);
  CHECK(std::abs(static_cast<double>(found[1].begin) - 17001) <= 1);
  CHECK(found[1].starts.low <= 17001);
  CHECK(found[1].starts.high >= 17001);
  const std::vector<Regime> there_and_back = regimes(short_one)->regimes;
  REQUIRE(there_and_back.size() == 3);
  CHECK(std::abs(static_cast<double>(there_and_back[1].begin) - 9010) <= 1);
  CHECK(std::abs(static_cast<double>(there_and_back[1].end) - 9050) <= 1);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
  CHECK(taken.count() < .5);
#endif
}
