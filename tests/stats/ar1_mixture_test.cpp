// Twin: generalised least squares with the correlation matrix written out and solved.
#include "stats/ar1_mixture.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "stats/moments.h"
#include "tests/stats/method_series.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

using Matrix = std::vector<std::vector<long double>>;

Matrix correlations(std::size_t n, double phi) {
  Matrix r(n, std::vector<long double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      r[i][j] = std::pow(static_cast<long double>(phi), i > j ? i - j : j - i);
  }
  return r;
}

// Solves r x = y by elimination, and gives the determinant.
struct Solved {
  std::vector<long double> x;
  long double determinant;
};
Solved solve(Matrix r, std::vector<long double> y) {
  long double determinant = 1;
  const std::size_t n = y.size();
  for (std::size_t p = 0; p < n; ++p) {
    determinant *= r[p][p];
    for (std::size_t i = p + 1; i < n; ++i) {
      const long double factor = r[i][p] / r[p][p];
      for (std::size_t j = p; j < n; ++j) r[i][j] -= factor * r[p][j];
      y[i] -= factor * y[p];
    }
  }
  for (std::size_t p = n; p-- > 0;) {
    for (std::size_t j = p + 1; j < n; ++j) y[p] -= r[p][j] * y[j];
    y[p] /= r[p][p];
  }
  return {std::move(y), determinant};
}

// The posterior of phi up to a constant is |R|^-1/2 (1'R^-1 1)^-1/2 S^-(n-1)/2.
double standard_error_by_matrices(const std::vector<double>& values) {
  const std::size_t n = values.size();
  const std::vector<long double> y(values.begin(), values.end()), ones(n, 1);
  long double total = 0, variance = 0;
  for (std::size_t g = 0; g < kPhiGridSize; ++g) {
    const Matrix r = correlations(n, phi_of_grid(g));
    const Solved one = solve(r, ones);
    long double information = 0, level = 0, residual = 0;
    for (std::size_t i = 0; i < n; ++i) information += one.x[i], level += one.x[i] * y[i];
    level /= information;
    std::vector<long double> rest(y);
    for (long double& value : rest) value -= level;
    const Solved scaled = solve(r, rest);
    for (std::size_t i = 0; i < n; ++i) residual += rest[i] * scaled.x[i];
    const long double freedom = static_cast<long double>(n - 1);
    const long double weight =
        1 / std::sqrt(one.determinant * information) * std::pow(residual, -freedom / 2);
    total += weight;
    variance += weight * residual / (freedom * information);
  }
  return static_cast<double>(std::sqrt(variance / total));
}

}  // namespace

TEST_CASE("the AR(1) mixture agrees with matrices written out") {
  testing::Noise noise(1);
  for (const std::size_t n : {2, 3, 6, 17, 40}) {
    for (const double phi : {-0.2, 0.0, 0.5, 0.8}) {
      std::vector<double> y = noise.series(n, phi);
      for (double& value : y) value = 5 + value;
      CHECK(mixture_mean(y)->standard_error == Approx(standard_error_by_matrices(y)).epsilon(1e-10));
    }
  }
}

TEST_CASE("the AR(1) mixture needs two values, and equal ones have no error") {
  CHECK_FALSE(mixture_mean(std::vector<double>{1}));
  for (const std::size_t n : {2, 6, 97}) {
    const MixtureMean equal = *mixture_mean(std::vector<double>(n, 0.1));
    CHECK(equal.mean == 0.1);
    CHECK(equal.standard_error == 0);
    CHECK(equal.inflation == 1);
    CHECK(equal.phi == 0);
  }
}

TEST_CASE("neither level nor scale matters to the AR(1) mixture") {
  const std::vector<double> y = testing::Noise(2).series(12, 0.4);
  const MixtureMean plain = *mixture_mean(y);
  for (const double scale : {1e-170, 1e-3, 1e150}) {
    std::vector<double> other = y;
    for (double& value : other) value *= scale;
    CHECK(mixture_mean(other)->standard_error / scale == Approx(plain.standard_error).epsilon(1e-12));
    CHECK(mixture_mean(other)->inflation == Approx(plain.inflation).epsilon(1e-12));
  }
  std::vector<double> other = y;
  for (double& value : other) value += 1e6;
  CHECK(mixture_mean(other)->standard_error == Approx(plain.standard_error).epsilon(1e-8));
}

TEST_CASE("more than 40 values are batched, the first left out of the error alone") {
  std::vector<double> y(95);
  for (std::size_t t = 0; t < y.size(); ++t) y[t] = static_cast<double>(t);
  const std::vector<double> batches = batches_for_error(y);
  REQUIRE(batches.size() == 31);  // ceil(95 / 40) = 3
  CHECK(batches.front() == Approx(3));
  CHECK(batches.back() == Approx(93));
  CHECK(mixture_mean(y)->mean == Approx(47));
  CHECK(mixture_mean(y)->batches == 31);
  CHECK(batches_for_error(std::vector<double>(40, 1.0)).size() == 40);
}
