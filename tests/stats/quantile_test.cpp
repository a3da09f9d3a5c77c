#include "stats/quantile.h"

#include <doctest/doctest.h>

using namespace ssdetect;

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
