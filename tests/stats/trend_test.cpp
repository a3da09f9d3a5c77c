// Fits by hand; the Theil-Sen slope against its twin, the median of all slopes, sorted: past 300 values the
// counting search must find the same one.
#include "stats/trend.h"

#include <doctest/doctest.h>

#include <algorithm>
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

double median_of_all_slopes(const std::vector<double>& x) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j)
      slopes.push_back((x[j] - x[i]) / static_cast<double>(j - i));
  }
  std::sort(slopes.begin(), slopes.end());
  const std::size_t middle = slopes.size() / 2;
  return slopes.size() % 2 == 1 ? slopes[middle] : (slopes[middle - 1] + slopes[middle]) / 2;
}

std::vector<double> with_drift(std::vector<double> x, double offset, double drift) {
  for (std::size_t t = 0; t < x.size(); ++t) x[t] += offset + drift * static_cast<double>(t);
  return x;
}

// What the values' own rounding leaves undecided in a slope over half the series.
double slack(const std::vector<double>& x) {
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  return 1e-15 * (*high - *low) / static_cast<double>(x.size());
}

void check_against_twin(const std::vector<double>& x) {
  const double twin = median_of_all_slopes(x);
  CHECK(std::abs(*theil_sen_slope(x) - twin) <= 1e-12 * std::abs(twin) + slack(x));
}

// 0 .. n-1 in an order where exactly `falling` pairs fall: each value goes in front of as many smaller ones
// as it can.
std::vector<double> with_falling_pairs(std::size_t n, std::size_t falling) {
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t passed = std::min(i, falling);
    x.insert(x.end() - static_cast<std::ptrdiff_t>(passed), static_cast<double>(i));
    falling -= passed;
  }
  return x;
}

constexpr std::size_t kCounted = 401;  // 80,200 pairs; 403 values have an odd number, 81,003

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

TEST_CASE("Theil-Sen needs 2 values") {
  CHECK_FALSE(theil_sen_slope(std::vector<double>{1}));
  CHECK(theil_sen_slope(std::vector<double>{1, 4}) == 3);
  CHECK(theil_sen_slope(std::vector<double>{0, 1, 10}) == 5);  // slopes 1, 5, 9
}

TEST_CASE("Theil-Sen on few values agrees with all slopes") {
  for (std::size_t n = 2; n < 40; ++n) check_against_twin(testing::uniform(n, n));
}

TEST_CASE("Theil-Sen on many values agrees with all slopes") {
  for (const std::size_t n : {kCounted, kCounted + 2, kCounted + 700}) {
    check_against_twin(testing::uniform(n, n));
    check_against_twin(with_drift(testing::uniform(n, n), 50, 1e-3));
    check_against_twin(with_drift(testing::uniform(n, n), 1e6, -3));
    check_against_twin(with_drift(testing::tied(n, 50, n), 0, 0.25));
  }
}

TEST_CASE("Theil-Sen on many values finds a slope of exactly 0 and an exact line") {
  CHECK(theil_sen_slope(std::vector<double>(kCounted, 7.25)) == 0);
  CHECK(theil_sen_slope(testing::tied(kCounted, 3, 1)) == 0);
  CHECK(theil_sen_slope(with_drift(std::vector<double>(kCounted, 0.0), 3, 2)) ==
        doctest::Approx(2).epsilon(1e-14));
  CHECK(theil_sen_slope(with_drift(std::vector<double>(kCounted, 0.0), 3, -0.5)) ==
        doctest::Approx(-0.5).epsilon(1e-14));
}

TEST_CASE("Theil-Sen on many values follows a level shift, a few equal slopes and a symmetric series") {
  std::vector<double> shifted = testing::uniform(kCounted, 3);
  for (std::size_t t = kCounted / 2; t < kCounted; ++t) shifted[t] += 1000;
  check_against_twin(shifted);
  check_against_twin(with_drift(testing::tied(kCounted, 3, 2), 0, 1.0 / 3));
  std::vector<double> mirrored = testing::uniform(kCounted, 4);
  for (std::size_t t = 0; t < kCounted / 2; ++t) mirrored[kCounted - 1 - t] = mirrored[t];
  check_against_twin(mirrored);
}

TEST_CASE("Theil-Sen on many values whose two middle slopes lie on either side of 0") {
  const std::size_t half = kCounted * (kCounted - 1) / 4;
  for (const std::size_t falling : {half - 1, half, half + 1})
    check_against_twin(with_falling_pairs(kCounted, falling));
}

TEST_CASE("Theil-Sen on many tiny values") {
  std::vector<double> x = with_drift(testing::uniform(kCounted, 8), 5, 1e-3);
  for (double& value : x) value *= 1e-200;
  check_against_twin(x);
}
