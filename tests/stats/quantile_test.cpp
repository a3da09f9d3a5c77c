#include "stats/quantile.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/stats/vectors.h"

using namespace ssdetect;

TEST_CASE("quantiles of nothing do not exist") {
  std::vector<double> none;
  CHECK_FALSE(quantile_of_sorted(none, 0.5));
  CHECK_FALSE(quantile_in_place(none, 0.5));
}

TEST_CASE("the rank is cut, not rounded") {
  const std::vector<double> sorted{10, 20, 30, 40};
  CHECK(quantile_of_sorted(sorted, 0) == 10);
  CHECK(quantile_of_sorted(sorted, 0.5) == 20);   // floor(1.5)
  CHECK(quantile_of_sorted(sorted, 0.9) == 30);   // floor(2.7)
  CHECK(quantile_of_sorted(sorted, 0.99) == 30);  // floor(2.97)
  CHECK(quantile_of_sorted(sorted, 1) == 40);
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

TEST_CASE("selection agrees with sorting") {
  for (const double p : {0.0, 0.1, 0.5, 0.9, 0.999, 1.0}) {
    for (const std::size_t n : {1, 2, 7, 100, 1001}) {
      std::vector<double> values = testing::tied(n, 40, n);
      std::vector<double> sorted = values;
      std::sort(sorted.begin(), sorted.end());
      CHECK(quantile_in_place(values, p) == quantile_of_sorted(sorted, p));
    }
  }
}
