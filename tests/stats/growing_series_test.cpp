// Twins: the plain functions on every prefix.
#include "stats/growing_series.h"

#include <doctest/doctest.h>

#include <cmath>
#include <span>
#include <vector>

#include "stats/deviations.h"
#include "stats/moments.h"
#include "stats/trend.h"
#include "tests/stats/vectors.h"

using namespace ssdetect;

namespace {

bool agree(std::optional<double> grown, std::optional<double> plain, double slack) {
  if (!grown || !plain) return grown.has_value() == plain.has_value();
  return std::abs(*grown - *plain) <= 1e-9 * std::abs(*plain) + slack;
}

// Rounding of the values themselves, relative to their mean or median: 4 units in the last place.
double rounding(std::span<const double> x) {
  const double largest = largest_magnitude(x);
  const double center = std::abs(median(x).value_or(0));
  return center == 0 ? 1e-15 : 1e-15 * largest / center;
}

void check_every_prefix(const std::vector<double>& x) {
  GrowingSeries grown;
  for (std::size_t n = 1; n <= x.size(); ++n) {
    grown.push(x[n - 1]);
    const std::span<const double> prefix = std::span<const double>(x).first(n);
    REQUIRE(grown.size() == n);
    REQUIRE(agree(grown.coefficient_of_variation(), coefficient_of_variation(prefix), 0));
    // Asked seldom, so that the median takes in many values at once.
    if (n % 7 == 0 || n == x.size())
      REQUIRE(agree(grown.relative_drift(), relative_drift(prefix), rounding(prefix)));
    for (const double size : {0.0, 0.01, 0.05, 0.5}) {
      GrowingSeries asked = grown;
      REQUIRE(grown.drifts_by(size) == (std::abs(asked.relative_drift().value_or(0)) >= size));
    }
  }
}

}  // namespace

TEST_CASE("an empty window has neither spread nor drift, one value has no drift") {
  GrowingSeries grown;
  CHECK_FALSE(grown.coefficient_of_variation());
  CHECK_FALSE(grown.relative_drift());
  grown.push(5);
  CHECK(grown.coefficient_of_variation() == 0);
  CHECK_FALSE(grown.relative_drift());
}

TEST_CASE("a growing window agrees with the plain functions at every prefix") {
  for (const testing::Vector& vector : testing::vectors()) {
    CAPTURE(vector.name);
    check_every_prefix(vector.x);
  }
}

TEST_CASE("a growing window agrees after an outlier, across zero and with ties") {
  std::vector<double> outlier = testing::uniform(200, 5);
  outlier.front() = 1000;
  check_every_prefix(outlier);
  check_every_prefix(testing::tied(200, 3, 6));
  std::vector<double> across = testing::uniform(200, 7);
  for (double& value : across) value -= 0.75;
  check_every_prefix(across);
}

TEST_CASE("an offset of 1e9 costs a growing window no digits") {
  GrowingSeries grown;
  for (const double value : {2, 4, 4, 4, 5, 5, 7, 9}) grown.push(1e9 + value);
  CHECK(*grown.coefficient_of_variation() * (1e9 + 5) == doctest::Approx(2).epsilon(1e-9));
}

TEST_CASE("equal values have no spread and no drift at all") {
  GrowingSeries grown;
  for (int i = 0; i < 50; ++i) grown.push(0.1);
  CHECK(grown.coefficient_of_variation() == 0);
  CHECK(grown.relative_drift() == 0);
}
