#include "stats/trend.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/stats/vectors.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

std::vector<double> line(std::size_t n, double intercept, double slope) {
  std::vector<double> x(n);
  for (std::size_t t = 0; t < n; ++t) x[t] = intercept + slope * static_cast<double>(t);
  return x;
}

}  // namespace

TEST_CASE("fits need enough values") {
  CHECK_FALSE(linear_fit(std::vector<double>{1}));
  CHECK_FALSE(relative_drift(std::vector<double>{1}));
  CHECK_FALSE(newey_west(std::vector<double>{1, 2}));
  CHECK_FALSE(slope_versus_scatter(std::vector<double>{1, 2}));
}

TEST_CASE("two values are their own line") {
  const LinearFit fit = *linear_fit(std::vector<double>{3, 5});
  CHECK(fit.slope == 2);
  CHECK(fit.intercept == 3);
  CHECK(fit.residual_sum_of_squares == 0);
}

TEST_CASE("a fit by hand") {
  // Mean 2, slope (-1.5*1 + -0.5*3 + 0.5*1 + 1.5*3) / 5 = 0.4; residuals -0.4, 1.2, -1.2, 0.4.
  const LinearFit fit = *linear_fit(std::vector<double>{1, 3, 1, 3});
  CHECK(fit.slope == Approx(0.4));
  CHECK(fit.intercept == Approx(1.4));
  CHECK(fit.residual_sum_of_squares == Approx(3.2));
}

TEST_CASE("a flat series leaves no residual at all") {
  for (const double level : {0.1, 1.0 / 3, 1e9 + 0.1, 1e-200}) {
    const LinearFit fit = *linear_fit(std::vector<double>(37, level));
    CHECK(fit.slope == 0);
    CHECK(fit.intercept == level);
    CHECK(fit.residual_sum_of_squares == 0);
  }
}

TEST_CASE("relative drift is the fitted change over the median") {
  CHECK(*relative_drift(line(11, 100, 1)) == Approx(10.0 / 105));
  CHECK(*relative_drift(line(11, 100, -1)) == Approx(-10.0 / 95));
  CHECK(*relative_drift(line(4, 1e-200, 1e-201)) == Approx(0.3 / 1.15));
  CHECK_FALSE(relative_drift(std::vector<double>{-1, 0, 1}));
}

TEST_CASE("Newey-West has no error where residuals are rounding") {
  CHECK_FALSE(newey_west(line(12, 0, 0.1)));
  CHECK_FALSE(newey_west(line(50, 3, 2)));
  CHECK_FALSE(newey_west(std::vector<double>(20, 7.25)));
  CHECK(newey_west(std::vector<double>{1, 2, 4}));
}

TEST_CASE("Newey-West's lag grows with n") {
  CHECK(newey_west(testing::uniform(4, 1))->lag == 1);
  CHECK(newey_west(testing::uniform(99, 1))->lag == 3);
  CHECK(newey_west(testing::uniform(100, 1))->lag == 4);
  CHECK(newey_west(testing::uniform(1000, 1))->lag == 6);
}

TEST_CASE("Newey-West is unmoved by an offset and by scale") {
  const std::vector<double> x = testing::tied(60, 64, 5);  // whole numbers: the offset rounds nothing
  std::vector<double> moved = x, small = x;
  for (double& value : moved) value += 1e12;
  for (double& value : small) value *= 0x1p-700;
  CHECK(newey_west(moved)->standard_error == Approx(newey_west(x)->standard_error).epsilon(1e-12));
  CHECK(newey_west(small)->t == Approx(newey_west(x)->t).epsilon(1e-12));
}

TEST_CASE("slope versus scatter by hand") {
  // The fit above: change 1.2, residual deviation sqrt(3.2 / 4), median 2.
  const SlopeVersusScatter found = *slope_versus_scatter(std::vector<double>{1, 3, 1, 3});
  CHECK(found.relative_drift == Approx(0.6));
  CHECK(found.change_over_scatter == Approx(1.2 / std::sqrt(0.8)));
}

TEST_CASE("a perfect line has no scatter, a flat one no change") {
  CHECK(std::isinf(slope_versus_scatter(line(12, 0, 0.1))->change_over_scatter));
  CHECK(std::isinf(slope_versus_scatter(line(12, 5, -2))->change_over_scatter));
  CHECK(slope_versus_scatter(std::vector<double>(12, 7.25))->change_over_scatter == 0);
  CHECK_FALSE(slope_versus_scatter(std::vector<double>{-1, 0, 1}));
}
