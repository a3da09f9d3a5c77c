// Selection against sorting, exactly; the same questions of a sketch within its bound.
#include "stats/pool.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "stats/quantile.h"
#include "tests/stats/vectors.h"

using namespace ssdetect;

namespace {

PackedSketch packed(const std::vector<double>& values) {
  Sketch sketch;
  sketch.add(values);
  return sketch.pack();
}

}  // namespace

TEST_CASE("a pool of nothing has no answers") {
  Pool pool;
  CHECK(pool.size() == 0);
  CHECK_FALSE(pool.mean());
  CHECK_FALSE(pool.standard_deviation());
  CHECK_FALSE(pool.coefficient_of_variation());
  CHECK_FALSE(pool.mean_median_skew());
  CHECK_FALSE(pool.least());
  CHECK_FALSE(pool.largest());
  CHECK_FALSE(pool.quantile(0.5));
  CHECK_FALSE(pool.median());
  pool.merge(PackedSketch{});
  CHECK(pool.size() == 0);
  CHECK_FALSE(pool.mean());
}

TEST_CASE("selection agrees with sorting, in whatever order it is asked") {
  for (const std::size_t n : {1, 2, 7, 100, 1001}) {
    const std::vector<double> values = testing::tied(n, 40, n);
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    Pool pool(values);
    for (const double p : {0.5, 0.9, 0.999, 0.1, 1.0, 0.0, 0.9, 0.5})
      CHECK(pool.quantile(p) == sorted[lower_rank(p, n)]);
    CHECK(pool.median() == (sorted[(n - 1) / 2] + sorted[n / 2]) / 2);
    CHECK(pool.least() == sorted.front());
    CHECK(pool.largest() == sorted.back());
    pool.add(-1);
    CHECK(pool.quantile(0) == -1);
  }
}

TEST_CASE("skew is the distance of mean and median over the mean, and does not exist about 0") {
  CHECK(Pool({1, 2, 9}).mean_median_skew() == doctest::Approx(0.5));
  CHECK(Pool({3}).mean_median_skew() == 0);
  CHECK_FALSE(Pool({-1, 1}).mean_median_skew());
}

TEST_CASE("a histogram has each value in the bin that begins at or below it, the last bin with its end") {
  Pool pool({0, 1, 2, 2, 3, 4});
  const std::vector<double> edges{0, 2, 3, 4};
  CHECK(pool.histogram(edges) == std::vector<std::size_t>{2, 2, 2});
  CHECK(pool.histogram(std::vector<double>{0}).empty());
}

TEST_CASE("merging a sketch and values answers for both; the bins still hold everything") {
  const std::vector<double> some{100, 200, 300}, others{150, 250, 350, 450};
  Pool pool(others);
  pool.merge(packed(some));
  CHECK(pool.size() == 7);
  CHECK(pool.mean() == doctest::Approx(1800.0 / 7));
  CHECK(pool.least() == 100);
  CHECK(pool.largest() == 450);
  CHECK(pool.median() == doctest::Approx(250).epsilon(0.001));
  CHECK(pool.histogram(std::vector<double>{100, 180, 320, 450}) == std::vector<std::size_t>{2, 3, 2});
  Pool both(some);
  both.merge(Pool(others));
  CHECK(both.size() == 7);
  CHECK(*both.standard_deviation() == doctest::Approx(*pool.standard_deviation()));
}
