// SPEC 7.1, §5.3: the worked example, the cap, and the guard on both sides of each of its conditions.
#include "steady/warmup.h"

#include <doctest/doctest.h>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

WarmupCrop crop(const Values& values, const Policy& policy = default_policy()) {
  const auto tpot = series_of(values);
  return find_warmup(tpot, std::nullopt, {{&tpot, 1.0}, {&tpot, 1.25}}, policy);
}

Policy unguarded() {
  Policy policy;
  policy.warmup.guard = false;
  return policy;
}

// The worked example with `third` in third place.
Values example(double third) {
  Values series = Values{3.6, 4.5, third, 5.0};
  for (int i = 0; i < 6; ++i) series.push_back(5.0);
  return series;
}

// `before` super-passes that go straight from `from` to 1, then `after` at `level`.
Values staircase(double from, std::size_t before, double level, std::size_t after) {
  Values series;
  for (std::size_t i = 0; i < before; ++i)
    series.push_back(from + (1 - from) * static_cast<double>(i) / static_cast<double>(before - 1));
  add_level(series, level, after);
  return series;
}

}  // namespace

TEST_CASE("the worked example: 4.9 lies inside the band, 4.7 does not") {
  CHECK(crop(example(4.9)).count == 2);
  CHECK(crop(example(4.7)).count == 3);
}

TEST_CASE("a value on the edge of the band is inside, in either direction") {
  CHECK(crop(Values{4.75, 5, 5, 5, 5, 5}, unguarded()).count == 1);  // the least
  CHECK(crop(Values{4, 4.75, 5, 5, 5, 5}, unguarded()).count == 1);
  CHECK(crop(Values{4, 4.74, 5, 5, 5, 5}, unguarded()).count == 2);
  CHECK(crop(Values{6, 5.25, 5, 5, 5, 5}, unguarded()).count == 1);
  CHECK(crop(Values{6, 5.26, 5, 5, 5, 5}, unguarded()).count == 2);
}

TEST_CASE("the level is the median from index n / 2 on") {
  // n = 5: of 5, 9, 9 (index 2 on). With another half the level would be 5.
  CHECK(crop(Values{5, 5, 5, 9, 9}, unguarded()).count == 2);
  // n = 4: of 10 and 20, so 15: only 15 is inside.
  CHECK(crop(Values{15, 15, 10, 20}, unguarded()).count == 1);
  CHECK(crop(Values{20, 15, 10, 20}, unguarded()).count == 1);
  CHECK(crop(Values{20, 20, 10, 20}, unguarded()).count == 2);
}

TEST_CASE("at least the minimum is dropped; fewer than four super-passes drop just that") {
  Policy policy = unguarded();
  CHECK(crop(Values{5, 5, 5, 5, 5}, policy).count == 1);
  CHECK(crop(Values{1, 2, 5}, policy).count == 1);
  CHECK(crop(Values{1, 2, 5, 5}, policy).count == 2);
  policy.warmup.least = 3;
  CHECK(crop(Values{5, 5, 5, 5, 5}, policy).count == 3);
  CHECK(crop(Values{1, 2, 5}, policy).count == 3);
  policy.warmup.least = 0;
  CHECK(crop(Values{5, 5, 5, 5, 5}, policy).count == 0);
}

TEST_CASE("no more than half is dropped, and a crop that only the cap ended says so") {
  const WarmupCrop ramp = crop(Values{1, 2, 3, 4, 5, 6, 7, 8}, unguarded());
  CHECK(ramp.count == 4);
  CHECK(ramp.capped);
  const WarmupCrop settled = crop(Values{1, 2, 3, 10, 10, 10, 10, 10}, unguarded());
  CHECK(settled.count == 3);
  CHECK_FALSE(settled.capped);
  CHECK_FALSE(crop(Values{1, 2, 5}, unguarded()).capped);
}

TEST_CASE("a leading super-pass without a driver value is dropped; one further in is not looked at") {
  Values series{std::nullopt, 4.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0};
  CHECK(crop(series, unguarded()).count == 2);
  series = {5.0, 5.0, std::nullopt, 5.0, 5.0, 5.0, 5.0, 5.0};
  CHECK(crop(series, unguarded()).count == 1);
  CHECK(crop(Values(6, std::nullopt), unguarded()).count == 3);
}

TEST_CASE("reference leaves out what has no driver value before counting") {
  CHECK(crop({std::nullopt, 4.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0}, reference_policy()).count == 1);
}

TEST_CASE("a fixed count stands, whatever the series") {
  Policy policy;
  policy.warmup.fixed = 40;
  const WarmupCrop fixed = crop(example(4.9), policy);
  CHECK(fixed.count == 40);
  CHECK(fixed.fixed);
  policy.warmup.fixed = 0;
  CHECK(crop(example(4.9), policy).count == 0);
}

TEST_CASE("the crop never swallows a flat level that ends in a step") {
  const Values series = staircase(1, 8, 1.2, 12);
  CHECK(crop(series, unguarded()).count == 8);
  const WarmupCrop guarded = crop(series);
  CHECK(guarded.count == 1);
  CHECK(guarded.guarded);
  CHECK_FALSE(guarded.capped);
}

TEST_CASE("behind a ramp, the crop is cut back to where the level starts") {
  Values series = Values{0.5, 0.7, 0.85};
  add_level(series, 1, 8);
  add_level(series, 1.2, 13);
  CHECK(crop(series, unguarded()).count == 11);
  CHECK(crop(series).count == 3);
}

TEST_CASE("a level that moves by half the band or more is ramp, not a plateau") {
  CHECK(crop(staircase(0.976, 8, 1.2, 12)).count == 1);        // from super-pass 1 on it moves by 2.07 %
  const WarmupCrop ramp = crop(staircase(0.965, 8, 1.2, 12));  // ... by 3.04 %
  CHECK(ramp.count == 8);
  CHECK_FALSE(ramp.guarded);
}

TEST_CASE("a step of no more than the band does not guard") {
  CHECK(crop(staircase(1, 8, 0.949, 12)).guarded);
  const WarmupCrop small = crop(staircase(1, 8, 0.951, 12));
  CHECK(small.count == 8);  // 0.951 is 4.9 % below 1, but 1 is 5.15 % above 0.951
  CHECK_FALSE(small.guarded);
}

TEST_CASE("a plain ramp is cropped, guard or not") {
  const Values series = staircase(0.5, 8, 1.0001, 12);
  CHECK(crop(series).count == crop(series, unguarded()).count);
  CHECK_FALSE(crop(series).guarded);
}

TEST_CASE("the crop covers what fills a closed loop, half of the run at most") {
  const auto covering = [](WarmupCrop crop, double concurrency, std::size_t blocks) {
    return covering_fill(crop, concurrency, blocks, 75);
  };
  CHECK(covering({.count = 1}, 75, 40).count == 1);
  CHECK_FALSE(covering({.count = 1}, 75, 40).by_fill);
  CHECK(covering({.count = 1}, 76, 40).count == 2);
  CHECK(covering({.count = 1}, 76, 40).by_fill);
  CHECK(covering({.count = 3}, 76, 40).count == 3);
  CHECK(covering({.count = 3}, 76, 40).fill == 2);
  CHECK(covering({.count = 1}, 1e9, 9).count == 4);
  CHECK(covering({.count = 1}, 128, 1).count == 1);
  CHECK(covering({.count = 1, .fixed = true}, 1e9, 9).count == 1);
  CHECK(covering({.count = 1, .fixed = true}, 1e9, 9).fill == 0);
}

TEST_CASE("the crop covers all that was issued while the client ramped its load up") {
  const auto covering = [](WarmupCrop crop, std::size_t issued) {
    return covering_ramp(crop, issued, 10, 75);
  };
  CHECK(covering({.count = 1}, 75).count == 1);
  CHECK_FALSE(covering({.count = 1}, 75).by_ramp);
  CHECK(covering({.count = 1}, 76).count == 2);
  CHECK(covering({.count = 1}, 76).by_ramp);
  CHECK(covering({.count = 1}, 700).count == 10);  // beyond half of the run, too
  CHECK(covering({.count = 1}, 9000).count == 10);
  CHECK(covering({.count = 1, .fixed = true}, 700).count == 1);
}
