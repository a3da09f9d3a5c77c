// SPEC 7.6: size, corroboration, scope, and the exact super-pass of planted staircases.
#include "stats/level_shift.h"

#include <doctest/doctest.h>

#include <cmath>

#include "steady/change.h"
#include "tests/oracles/random.h"
#include "tests/stats/whole_series.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

using Plateaus = std::vector<Segment<SuperPass>>;

Values levels(std::initializer_list<std::pair<double, std::size_t>> all, std::uint64_t seed = 1) {
  oracle::Random random(seed);
  Values series;
  for (const auto& [level, count] : all)
    for (std::size_t i = 0; i < count; ++i) series.push_back(level * (1 + 0.001 * random.uniform()));
  return series;
}

std::optional<LevelShift> shift(const Plateaus& plateaus, const Values& means,
                                const Policy& policy = default_policy(), std::size_t reported = 0) {
  const auto segments = segments_of(plateaus, means.size(), plateaus.front().range.begin);
  return find_level_shift(segments, reported, series_of(means), policy);
}

// Every later plateau tested from scratch.
std::optional<std::size_t> slow_shift(const Plateaus& plateaus, const Values& means, const Policy& policy) {
  for (std::size_t later = 1; later < plateaus.size(); ++later) {
    if (std::abs(*level_difference(plateaus[0], plateaus[later])) <= policy.gate.step_size) continue;
    const std::size_t begin = plateaus[0].range.begin;
    const auto series = series_of(means);
    const auto values = series.in({begin, plateaus[later].range.end});
    const Pettitt test = *testing::pettitt(values);
    const bool permute = values.size() <= policy.shift.permute_up_to;
    const double p =
        permute ? *pettitt_permutation_p(values, policy.shift.draws, policy.shift.seed) : test.p_approximate;
    if (p < policy.gate.alpha) return begin + test.before;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("a later plateau more than 5 % off, with the change-point on its first super-pass") {
  const Values means = levels({{100, 2}, {100, 9}, {110, 7}});
  const auto found = shift({plateau_of(2, 11, 100), plateau_of(11, 18, 110)}, means);
  REQUIRE(found);
  CHECK(found->change_point == 11);
  CHECK(found->delta == doctest::Approx(0.10));
  CHECK(found->p < 0.05);
  const auto down = shift({plateau_of(2, 11, 100), plateau_of(11, 18, 90)}, levels({{100, 11}, {90, 7}}));
  REQUIRE(down);
  CHECK(down->delta == doctest::Approx(-0.10));
}

TEST_CASE("5 % is no shift, a little more is") {
  const Values means = levels({{100, 9}, {106, 9}});
  CHECK_FALSE(shift({plateau_of(0, 9, 100), plateau_of(9, 18, 105)}, means));
  CHECK(shift({plateau_of(0, 9, 100), plateau_of(9, 18, 105.01)}, means));
  CHECK_FALSE(shift({plateau_of(0, 9, 100), plateau_of(9, 18, 95)}, means));
  CHECK(shift({plateau_of(0, 9, 100), plateau_of(9, 18, 94.99)}, means));
}

TEST_CASE("four against four: the permutation p is 2 / 70, the approximate one says nothing") {
  const Values means = levels({{100, 4}, {110, 4}});
  const Plateaus plateaus{plateau_of(0, 4, 100), plateau_of(4, 8, 110)};
  const auto found = shift(plateaus, means);
  REQUIRE(found);
  CHECK(found->p == doctest::Approx(2.0 / 70).epsilon(0.2));  // 5 standard deviations of 9,999 draws
  CHECK(found->p_approximate == doctest::Approx(2 * std::exp(-6.0 * 256 / (512 + 64))));
  CHECK_FALSE(shift(plateaus, means, reference_policy()));  // 0.14
}

TEST_CASE("a difference that the ranks do not bear out is no shift") {
  // The pooled means differ, the super-pass means do not.
  const Values means = levels({{100, 16}}, 7);
  CHECK_FALSE(shift({plateau_of(0, 8, 100), plateau_of(8, 16, 110)}, means));
}

TEST_CASE("only plateaus after the reported one count") {
  const Values means = levels({{120, 8}, {100, 8}, {100, 8}});
  const Plateaus plateaus{plateau_of(0, 8, 120), plateau_of(8, 16, 100), plateau_of(16, 24, 100)};
  CHECK_FALSE(shift(plateaus, means, default_policy(), 1));
  CHECK(shift(plateaus, means)->change_point == 8);
}

TEST_CASE("a plateau back at the first level does not hide one that was off") {
  const Values means = levels({{100, 8}, {101, 8}, {115, 8}});
  const auto found = shift({plateau_of(0, 8, 100), plateau_of(8, 16, 101), plateau_of(16, 24, 115)}, means);
  REQUIRE(found);
  CHECK(found->delta == doctest::Approx(0.15));
}

TEST_CASE("empty super-passes are skipped, and the change-point stays absolute") {
  Values means = levels({{100, 8}, {110, 8}});
  means.insert(means.begin() + 3, std::nullopt);
  means.insert(means.begin() + 9, std::nullopt);  // before the step
  const auto found = shift({plateau_of(0, 9, 100), plateau_of(10, 18, 110)}, means);
  REQUIRE(found);
  CHECK(found->change_point == 10);
}

TEST_CASE("reference looks at every super-pass after warmup, empty ones as 0") {
  Values means = levels({{100, 10}, {110, 10}});
  means[0] = std::nullopt;
  const auto found = shift({plateau_of(0, 10, 100), plateau_of(10, 18, 110)}, means, reference_policy());
  REQUIRE(found);
  CHECK(found->change_point == 10);
  // All ten before lie below all ten after: K = 100, n = 20.
  CHECK(found->p_approximate == doctest::Approx(2 * std::exp(-6.0 * 10000 / (8000 + 400))));
  CHECK(found->p == found->p_approximate);
}

TEST_CASE("up to 100 super-passes p is by permutation, above by the approximation") {
  const auto with = [](std::size_t each) {
    return shift({plateau_of(0, each, 100), plateau_of(each, 2 * each, 110)},
                 levels({{100, each}, {110, each}}));
  };
  CHECK(with(50)->p == doctest::Approx(1e-4));  // no draw reaches K: (1 + 0) / 10,000
  CHECK(with(51)->p == with(51)->p_approximate);
}

TEST_CASE("without a mean there is no difference") {
  Segment<SuperPass> bare = plateau_of(0, 4, 0);
  CHECK_FALSE(level_difference(bare, plateau_of(4, 8, 1)));
  bare.level.reset();
  CHECK_FALSE(level_difference(bare, plateau_of(4, 8, 1)));
  CHECK(level_difference(plateau_of(0, 4, 2), plateau_of(4, 8, 3)) == 0.5);
}

TEST_CASE(
    "twin: hundreds of plateaus that alternate, then settle at another level, each tested from scratch") {
  for (const std::size_t settled : {0u, 60u, 400u}) {
    Values means;
    Plateaus plateaus;
    oracle::Random random(5);
    for (std::size_t i = 0; i < 1200; ++i) {
      const double level = i % 12 < 6 && i < 1200 - settled ? 100 : 110;
      if (i % 6 == 0) plateaus.push_back(plateau_of(i, i + 6, level));
      // A wide scatter keeps the ranks from bearing the first pairs out.
      means.push_back(level + 30 * random.normal());
    }
    const auto found = shift(plateaus, means);
    const auto twin = slow_shift(plateaus, means, default_policy());
    REQUIRE(found.has_value() == twin.has_value());
    if (found) CHECK(found->change_point == *twin);
  }
}
