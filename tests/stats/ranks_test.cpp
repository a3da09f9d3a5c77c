#include "stats/ranks.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace ssdetect;

namespace {

double twin(const std::vector<double>& x, std::size_t lag) {
  long double sum = 0;
  for (std::size_t i = 0; i + lag < x.size(); ++i) sum += static_cast<long double>(x[i]) * x[i + lag];
  return static_cast<double>(sum);
}

// Not periodic, no trend, both signs.
std::vector<double> series(std::size_t n) {
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(std::sin(0.7 * static_cast<double>(i * i % 1009)) * 100);
  return x;
}

}  // namespace

TEST_CASE("lagged products: both ways give the plain sums, at sizes around powers of two") {
  for (std::size_t n :
       {1u, 2u, 3u, 127u, 128u, 129u, 255u, 256u, 257u, 511u, 512u, 513u, 1023u, 1024u, 1025u, 3000u}) {
    const auto x = series(n);
    const auto products = lagged_products(x);
    REQUIRE(products.size() == n);
    for (std::size_t lag = 0; lag < n; ++lag)
      REQUIRE(std::abs(products[lag] - twin(x, lag)) <= 1e-11 * twin(x, 0));
  }
}

TEST_CASE("lagged products: a short series by hand") {
  CHECK(lagged_products(std::vector<double>{1, -2, 3}) == std::vector<double>{14, -8, 3});
  CHECK(lagged_products({}).empty());
}
