#include "stats/moments.h"

#include <doctest/doctest.h>

#include <vector>

#include "tests/stats/vectors.h"

using namespace ssdetect;

namespace {

const std::vector<double> kNone;
const std::vector<double> kOne{3};

}  // namespace

TEST_CASE("moments of nothing do not exist") {
  CHECK_FALSE(mean(kNone));
  CHECK_FALSE(standard_deviation(kNone));
  CHECK_FALSE(coefficient_of_variation(kNone));
  CHECK_FALSE(median(kNone));
}

TEST_CASE("one value lies at itself and has no spread") {
  CHECK(mean(kOne) == 3);
  CHECK(standard_deviation(kOne) == 0);
  CHECK(coefficient_of_variation(kOne) == 0);
  CHECK(median(kOne) == 3);
}

TEST_CASE("the standard deviation divides by n") {
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
  CHECK(mean(values) == 5);
  CHECK(standard_deviation(values) == 2);
  CHECK(coefficient_of_variation(values) == doctest::Approx(0.4));
}

TEST_CASE("a spread relative to a mean of 0 does not exist, and a negative mean counts by its size") {
  CHECK_FALSE(coefficient_of_variation(std::vector<double>{-1, 1}));
  CHECK(coefficient_of_variation(std::vector<double>{-1, -3}) == doctest::Approx(0.5));
}

TEST_CASE("the median of an even number is the mean of the two middle values") {
  CHECK(median(std::vector<double>{9, 1, 4}) == 4);
  CHECK(median(std::vector<double>{9, 1, 4, 6}) == 5);
  CHECK(median(std::vector<double>{7, 1}) == 4);
}

TEST_CASE("equal values have themselves for a mean and a spread of exactly 0, whatever their digits") {
  for (const double value : {0.1, 1.0 / 3, 7.25, 1e300, 1e-300, -1e9 - 0.1}) {
    const std::vector<double> same(1001, value);
    CHECK(mean(same) == value);
    CHECK(standard_deviation(same) == 0);
    CHECK(coefficient_of_variation(same) == 0);
  }
}

TEST_CASE("neither an offset nor a tiny scale costs the spread its digits") {
  const std::vector<double> offset{1e15 + 1, 1e15 + 2, 1e15 + 3, 1e15 + 4};
  CHECK(standard_deviation(offset) == doctest::Approx(std::sqrt(1.25)).epsilon(1e-12));
  const std::vector<double> tiny{2e-300, 4e-300, 4e-300, 4e-300, 5e-300, 5e-300, 7e-300, 9e-300};
  CHECK(coefficient_of_variation(tiny) == doctest::Approx(0.4).epsilon(1e-12));
}

TEST_CASE("the rank is cut, not rounded") {
  CHECK(lower_rank(0, 4) == 0);
  CHECK(lower_rank(0.5, 4) == 1);   // floor(1.5)
  CHECK(lower_rank(0.9, 4) == 2);   // floor(2.7)
  CHECK(lower_rank(0.99, 4) == 2);  // floor(2.97)
  CHECK(lower_rank(1, 4) == 3);
}

TEST_CASE("the rank agrees with whole-number arithmetic for every per mille") {
  for (std::size_t n = 1; n < 1500; ++n) {
    for (std::size_t per_mille = 0; per_mille <= 1000; ++per_mille) {
      const std::size_t exact = per_mille * (n - 1) / 1000;
      if (lower_rank(static_cast<double>(per_mille) / 1000, n) == exact) continue;
      FAIL("p = ", per_mille, "/1000, n = ", n);
    }
  }
}
