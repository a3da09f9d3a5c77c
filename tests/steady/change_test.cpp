// SPEC 7.8: what counts as a change, and which verdict follows.
#include "steady/change.h"

#include <doctest/doctest.h>

#include "steady/verdict.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// A window of ten at 100, then `after`.
std::optional<PassRange> excursion(std::initializer_list<std::optional<double>> after,
                                   const std::vector<Segment<SuperPass>>& later = {},
                                   std::size_t examined_end = 99) {
  Values values;
  add_level(values, 100, 10);
  values.insert(values.end(), after);
  std::vector<Segment<SuperPass>> plateaus{plateau_of(0, 10)};
  plateaus.insert(plateaus.end(), later.begin(), later.end());
  return find_excursion(segments_of(plateaus, std::min(examined_end, values.size())), 0, series_of(values),
                        {});
}

// Plateaus of four super-passes at these levels.
Segmentation<SuperPass> at_levels(std::initializer_list<std::optional<double>> levels) {
  std::vector<Segment<SuperPass>> plateaus;
  for (const auto& level : levels)
    plateaus.push_back(plateau_of(4 * plateaus.size(), 4 * plateaus.size() + 4, level));
  return segments_of(plateaus, 4 * plateaus.size());
}

}  // namespace

TEST_CASE("two super-passes off the level on one side are an excursion, one is a blip") {
  CHECK(excursion({160, 160}) == PassRange{10, 12});
  CHECK(excursion({60, 60}) == PassRange{10, 12});
  CHECK_FALSE(excursion({160}));
  CHECK_FALSE(excursion({160, 100, 160, 100}));
  CHECK_FALSE(excursion({160, 60, 160}));
  CHECK(excursion({100, 100, 160, 160, 160, 100}) == PassRange{12, 15});
  CHECK(excursion({160, 100, 60, 60}) == PassRange{12, 14});
  CHECK(excursion({160, 60, 60, 160}) == PassRange{11, 13});
}

TEST_CASE("more than 5 % off the median counts, 5 % does not") {
  CHECK_FALSE(excursion({104.9, 104.9}));
  CHECK(excursion({105.1, 105.1}) == PassRange{10, 12});
  CHECK_FALSE(excursion({95.1, 95.1}));
  CHECK(excursion({94.9, 94.9}) == PassRange{10, 12});
}

TEST_CASE("what lies in a plateau, has no value, or is not examined, is no excursion") {
  CHECK_FALSE(excursion({160, 160, 160, 160}, {plateau_of(10, 14)}));
  CHECK_FALSE(excursion({160, 160, 160, 160, 160}, {plateau_of(11, 15)}));
  CHECK_FALSE(excursion({160, std::nullopt, 160}));
  CHECK_FALSE(excursion({160, 160}, {}, 11));
  CHECK_FALSE(excursion({}));
}

TEST_CASE("what lies before the window is no excursion") {
  Values values{160, 160, 160};
  add_level(values, 100, 10);
  CHECK_FALSE(find_excursion(segments_of({plateau_of(3, 13)}, 13), 0, series_of(values), {}));
}

TEST_CASE("a skipped plateau counts when its level differs by more than 5 % of the reported one") {
  const GatePolicy policy;
  CHECK(skipped_level(at_levels({106, 100}), 1, policy) == 0);
  CHECK_FALSE(skipped_level(at_levels({105, 100}), 1, policy));
  CHECK(skipped_level(at_levels({101, 94, 100}), 2, policy) == 1);
  CHECK_FALSE(skipped_level(at_levels({100, 200}), 0, policy));
  CHECK_FALSE(skipped_level(at_levels({std::nullopt, 100}), 1, policy));
}

TEST_CASE("no change is steady; any change takes its kind's verdict") {
  CHECK(verdict_of({}) == Verdict::steady);
  Change change;
  change.kind = ChangeKind::step;
  CHECK(verdict_of(change) == Verdict::steady);
  change.run_trend = true;
  for (const auto& [kind, verdict] : {std::pair{ChangeKind::step, Verdict::anomaly},
                                      {ChangeKind::line_up, Verdict::drifting_up},
                                      {ChangeKind::line_down, Verdict::drifting_down}}) {
    change.kind = kind;
    CHECK(verdict_of(change) == verdict);
  }
  Change shifted, skipped, strayed;
  shifted.level_shift = LevelShift{};
  skipped.skipped_level = 0;
  strayed.excursion = PassRange{1, 3};
  for (Change* each : {&shifted, &skipped, &strayed}) {
    each->kind = ChangeKind::step;
    CHECK(verdict_of(*each) == Verdict::anomaly);
    each->kind = ChangeKind::line_up;
    CHECK(verdict_of(*each) == Verdict::drifting_up);
  }
}
