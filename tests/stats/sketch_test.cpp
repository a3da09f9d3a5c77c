// The bound of SPEC 13 on distributions of very different shape, against sorting; merging in any grouping. Of
// a pool: selection against sorting, exactly; the same questions of a sketch within its bound.
#include "stats/sketch.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "stats/moments.h"
#include "tests/stats/vectors.h"

using namespace ssdetect;

namespace {

// The rounding of a logarithm and a power on top of the bound.
constexpr double kRounding = 1e-12;

bool is_within(double found, double exact) {
  return std::abs(found - exact) <= kSketchError * std::abs(exact) * (1 + kRounding);
}

std::vector<double> draw(std::size_t count, const std::function<double(std::mt19937_64&)>& next) {
  std::mt19937_64 random(count);
  std::vector<double> values(count);
  for (double& value : values) value = next(random);
  return values;
}

struct Shape {
  std::string name;
  std::function<double(std::mt19937_64&)> next;
};

const std::vector<Shape> kShapes{
    {"lognormal", [](auto& r) { return std::lognormal_distribution<double>(17, 0.5)(r); }},
    {"wide lognormal", [](auto& r) { return std::lognormal_distribution<double>(10, 3)(r); }},
    {"bimodal",
     [](auto& r) {
       const double center = r() % 2 ? 2e7 : 9e9;
       return std::abs(std::normal_distribution<double>(center, center / 50)(r));
     }},
    {"heavy tail",
     [](auto& r) { return 1e6 * std::pow(std::uniform_real_distribution(1e-12, 1.0)(r), -1 / 0.8); }},
    {"whole numbers", [](auto& r) { return static_cast<double>(r() % 3000); }},
    {"below and above 0", [](auto& r) { return std::normal_distribution<double>(0, 1e6)(r); }},
    {"few values", [](auto& r) { return static_cast<double>(1 + r() % 3) * 1e8; }},
};

void check_bound(const Sketch& sketch, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  REQUIRE(sketch.size() == values.size());
  for (int i = 0; i <= 2000; ++i) {
    const std::size_t rank = lower_rank(i / 2000.0, values.size());
    INFO("rank ", rank, " of ", values.size(), ": exact ", values[rank], ", found ", sketch.at_rank(rank));
    REQUIRE(is_within(sketch.at_rank(rank), values[rank]));
  }
  for (const double p : {0.999, 0.9999, 0.99999}) {
    const std::size_t rank = lower_rank(p, values.size());
    REQUIRE(is_within(sketch.at_rank(rank), values[rank]));
  }
}

PackedSketch packed(std::span<const double> values) {
  Sketch sketch;
  sketch.add(values);
  return sketch.pack();
}

}  // namespace

TEST_CASE("every quantile is within 0.1 % of the exact one, whatever the distribution") {
  for (const Shape& shape : kShapes) {
    INFO(shape.name);
    for (const std::size_t count : {1, 2, 10, 1000, 100000}) {
      const auto values = draw(count, shape.next);
      Sketch sketch;
      sketch.add(values);
      check_bound(sketch, values);
    }
  }
}

TEST_CASE("merging costs no accuracy, packed and in any grouping, and gives the same sketch") {
  for (const Shape& shape : kShapes) {
    INFO(shape.name);
    const auto values = draw(30000, shape.next);
    const std::span<const double> all(values);
    Sketch pairs, singles;
    for (std::size_t i = 0; i < all.size(); i += 1000) {
      Sketch pair;
      pair.merge(packed(all.subspan(i, 300)));
      pair.merge(packed(all.subspan(i + 300, 700)));
      pairs.merge(pair.pack());
    }
    for (std::size_t i = all.size(); i > 0; i -= 500) singles.merge(packed(all.subspan(i - 500, 500)));
    check_bound(pairs, values);
    CHECK(pairs.pack().code == singles.pack().code);
    CHECK(pairs.pack().code == packed(all).code);
  }
}

TEST_CASE("moments, smallest and largest value stay exact but for rounding") {
  for (const Shape& shape : kShapes) {
    INFO(shape.name);
    const auto values = draw(20000, shape.next);
    Sketch sketch;
    for (std::size_t i = 0; i < values.size(); i += 100)
      sketch.merge(packed(std::span(values).subspan(i, 100)));
    const double scale = *standard_deviation(values);
    CHECK(std::abs(sketch.moments().mean - *mean(values)) <= 1e-12 * scale);
    CHECK(sketch.standard_deviation() == doctest::Approx(scale).epsilon(1e-10));
    CHECK(sketch.moments().least == *std::min_element(values.begin(), values.end()));
    CHECK(sketch.moments().largest == *std::max_element(values.begin(), values.end()));
  }
}

TEST_CASE("small whole numbers come back exactly, 0 too") {
  std::vector<double> values;
  for (int i = 0; i < 499; ++i) values.push_back(i);
  Sketch sketch;
  sketch.add(values);
  for (std::size_t i = 0; i < values.size(); ++i) CHECK(sketch.at_rank(i) == values[i]);
}

TEST_CASE("what lies below an edge is counted but for the edge's own bucket") {
  const auto values = draw(10000, kShapes[0].next);
  Sketch sketch;
  sketch.add(values);
  for (const double edge : {1e6, 1e7, 2.4e7, 5e7, 1e9}) {
    const auto count_below = [&](double limit) {
      return static_cast<std::size_t>(
          std::count_if(values.begin(), values.end(), [&](double value) { return value < limit; }));
    };
    CHECK(sketch.below(edge) >= count_below(edge * (1 - 3 * kSketchError)));
    CHECK(sketch.below(edge) <= count_below(edge * (1 + 3 * kSketchError)));
  }
}

TEST_CASE("at rest a sketch takes at most two bytes a value, and less than a tenth of many") {
  for (const Shape& shape : kShapes) {
    INFO(shape.name);
    CHECK(packed(draw(100, shape.next)).code.size() <= 2 * 100 + 4);
  }
  CHECK(packed(draw(100000, kShapes[0].next)).code.size() <= 8 * 100000 / 10);
}

TEST_CASE("a sketch of nothing has no size and adds nothing") {
  Sketch sketch;
  sketch.merge(PackedSketch{});
  sketch.add({});
  CHECK(sketch.size() == 0);
  CHECK(sketch.pack().code.empty());
  CHECK(sketch.standard_deviation() == 0);
}

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
