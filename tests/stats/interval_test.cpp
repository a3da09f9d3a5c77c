// Twin: MSER by trying every truncation.
#include "stats/interval.h"

#include <doctest/doctest.h>

#include <cmath>
#include <span>
#include <vector>

#include "tests/stats/vectors.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

long double mser_value(std::span<const double> rest) {
  long double mean = 0, squares = 0;
  const auto n = static_cast<long double>(rest.size());
  for (const double value : rest) mean += value / n;
  for (const double value : rest) squares += (value - mean) * (value - mean);
  return squares / (n * n);
}

std::size_t truncation_by_trying(std::span<const double> x) {
  std::size_t best = 0;
  for (std::size_t d = 1; d <= x.size() / 2; ++d) {
    if (mser_value(x.subspan(d)) < mser_value(x.subspan(best)) * (1 - 1e-12L)) best = d;
  }
  return best;
}

}  // namespace

TEST_CASE("intervals need enough values") {
  CHECK_FALSE(batch_means(std::vector<double>{1}, TQuantile::exact));
  CHECK_FALSE(marginal_standard_error(std::vector<double>{}));
  CHECK_FALSE(mser(std::vector<double>{1}));
}

TEST_CASE("batch means by hand") {
  // Sample deviation sqrt(2), error 1; t with 1 degree of freedom at 0.975 is tan(0.475 pi).
  const BatchMeans interval = *batch_means(std::vector<double>{1, 3}, TQuantile::exact);
  CHECK(interval.mean == 2);
  CHECK(interval.standard_error == Approx(1));
  CHECK(interval.half_width_95 == Approx(std::tan(0.475 * std::acos(-1))).epsilon(1e-11));
  CHECK(batch_means(std::vector<double>(9, 0.1), TQuantile::exact)->half_width_95 == 0);
}

TEST_CASE("the reference takes 1.96 above 30 degrees of freedom") {
  for (const std::size_t n : {31, 32}) {
    const std::vector<double> x = testing::uniform(n, 3);
    const BatchMeans exact = *batch_means(x, TQuantile::exact);
    const BatchMeans reference = *batch_means(x, TQuantile::normal_above_30);
    CHECK(reference.standard_error == exact.standard_error);
    if (n == 31) CHECK(reference.half_width_95 == exact.half_width_95);
    if (n == 32) CHECK(reference.half_width_95 == 1.96 * exact.standard_error);
    if (n == 32) CHECK(exact.half_width_95 > reference.half_width_95);
  }
}

TEST_CASE("marginal standard error divides by n twice") {
  CHECK(marginal_standard_error(std::vector<double>{7}) == 0);
  CHECK(marginal_standard_error(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9}) == Approx(2 / std::sqrt(8)));
}

TEST_CASE("MSER agrees with trying every truncation") {
  for (std::size_t n = 2; n < 80; ++n) {
    std::vector<double> x = n % 2 == 0 ? testing::tied(n, 5, n) : testing::uniform(n, n);
    for (std::size_t t = 0; t < n / 3; ++t) x[t] += static_cast<double>(n / 3 - t);
    const Mser cut = *mser(x);
    CHECK(cut.truncate == truncation_by_trying(x));
    const double value = static_cast<double>(mser_value(std::span<const double>(x).subspan(cut.truncate)));
    CHECK(cut.value == Approx(value).epsilon(1e-11).scale(1e-12));
  }
}

TEST_CASE("MSER keeps all of a constant and finds a ramp under any offset") {
  CHECK(mser(std::vector<double>(30, 0.1))->truncate == 0);
  CHECK(mser(std::vector<double>(30, 0.1))->value == 0);
  for (const double offset : {0.0, 1e12}) {
    std::vector<double> x(20, offset);
    for (std::size_t t = 0; t < 4; ++t) x[t] += 100;
    CHECK(mser(x)->truncate == 4);
    CHECK(mser(x)->value == 0);
  }
}
