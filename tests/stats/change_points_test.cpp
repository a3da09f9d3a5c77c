// Where changes are found in planted series, how wide their sets are, and that cells lose nothing.
#include "stats/change_points.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/stats/method_series.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

std::vector<double> stepping(testing::Noise& noise, std::size_t n, std::size_t at, double height,
                             double scatter, double phi) {
  std::vector<double> y = noise.series(n, phi);
  for (std::size_t i = 0; i < n; ++i) y[i] = 2 + scatter * y[i] + (i < at ? 0 : height);
  return y;
}

}  // namespace

TEST_CASE("change-points need a value that counts") {
  CHECK_FALSE(change_points(std::vector<double>{}, {}, {}));
  CHECK_FALSE(change_points(std::vector<double>{1, 2}, std::vector<std::size_t>{0, 1}, {}));
  const ChangePoints one = *change_points(std::vector<double>{1}, {}, {});
  CHECK(one.pieces.size() == 1);
  CHECK(one.noise.correlation == 0);
  CHECK(one.noise.variance == Approx(.005 * .005));
}

TEST_CASE("the noise around a partition is AR(1), its score as written out") {
  const std::vector<double> y{2.0, 2.1, 2.1, 1.9, 1.9, 2.0};
  const SeriesSums series(y, {});
  const PieceNoise noise = noise_around(series, std::vector<Piece>{{0, 6, false}}, {});
  const double phi = (0 + .01 + -.01 + .01 + 0) / .04;
  const double variance = (.1 * .1 + (.1 - phi * .1) * (.1 - phi * .1) + (-.1 - phi * .1) * (-.1 - phi * .1) +
                           (-.1 + phi * .1) * (-.1 + phi * .1) + (phi * .1) * (phi * .1)) /
                          6;
  CHECK(noise.correlation == Approx(phi));
  CHECK(noise.variance == Approx(variance));
  CHECK(noise.score ==
        Approx(6 * std::log(variance) - std::log(1 - phi * phi) + (2 + 8 / 6.0) * std::log(6.0)));
}

TEST_CASE("a change-point and its set") {
  testing::Noise noise(21);
  const ChangePoints sharp = *change_points(stepping(noise, 20, 12, .2, .003, 0), {}, {});
  REQUIRE(sharp.pieces.size() == 2);
  CHECK(sharp.pieces[1].begin == 12);
  CHECK(sharp.changes[1].low == 12);
  CHECK(sharp.changes[1].high == 12);
  CHECK(sharp.changes[0].low == 0);
}

// METHOD.md section D: the 95 % set covers 99 to 100 %, 1.0 to 1.3 wide.
TEST_CASE("sets hold the change as often as METHOD.md measured") {
  struct Cell {
    double scatter, phi, width;
  };
  for (const Cell& cell : {Cell{.01, .6, 1.0}, Cell{.02, .3, 1.3}}) {
    testing::Noise noise(22);
    int found = 0, covered = 0;
    double width = 0;
    for (int run = 0; run < 200; ++run) {
      const std::vector<double> y = stepping(noise, 20, 10, std::log(1.1), cell.scatter, cell.phi);
      const ChangePoints points = *change_points(y, {}, {});
      if (points.pieces.size() != 2 || points.pieces[0].line || points.pieces[1].line) continue;
      const ChangeSet& set = points.changes[1];
      ++found;
      covered += set.low <= 10 && 10 <= set.high;
      width += static_cast<double>(set.high - set.low + 1);
    }
    CHECK(found > 150);
    CHECK(covered >= .96 * found);
    CHECK(width / found == Approx(cell.width).epsilon(.15));
  }
}

TEST_CASE("cells: a change is placed to the value, and what is left out stays out") {
  testing::Noise noise(23);
  std::vector<double> y = stepping(noise, 4500, 2718, .1, .005, .3);
  std::vector<std::size_t> left_out;
  for (std::size_t i = 1000; i < 1020; ++i) {  // four cells of which nothing counts
    y[i] += 1;
    left_out.push_back(i);
  }
  const ChangePoints points = *change_points(y, left_out, {});
  REQUIRE(points.pieces.size() == 2);
  CHECK(points.pieces[1].begin == 2718);
  CHECK(points.pieces[1].end == 4500);
  CHECK(points.noise.correlation == Approx(.3).epsilon(.2));
}
