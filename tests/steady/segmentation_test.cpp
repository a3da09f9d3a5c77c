// The whole run in order, and which plateau of it is reported (SPEC 7.5, 10).
#include "steady/segmentation.h"

#include <doctest/doctest.h>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Segment<SuperPass> lasting(Seconds seconds, bool is_short) {
  Segment<SuperPass> plateau{.role = Role::plateau};
  plateau.duration.window_s = seconds;
  plateau.duration.is_short = is_short;
  return plateau;
}

// Five super-passes each, one after the other.
Selection selected(std::vector<Segment<SuperPass>> plateaus, const DurationPolicy& policy = {}) {
  for (std::size_t i = 0; i < plateaus.size(); ++i) plateaus[i].range = {5 * i, 5 * i + 5};
  return select_window(segments_of(plateaus, 5 * plateaus.size()), policy);
}

// A stretch of the token rate; without a duration gate unless `is_short`.
Segment<RateBin> rate(std::size_t begin, std::size_t end, double tokens_per_s, bool is_short = false) {
  Segment<RateBin> plateau{.range = {begin, end}, .role = Role::plateau, .level = tokens_per_s};
  plateau.duration.is_short = is_short;
  return plateau;
}

Selection held(const std::vector<Segment<RateBin>>& plateaus) {
  return select_held({{.warmup = 0, .examined_end = 200}, plateaus}, {});
}

using Roles = std::vector<std::pair<Role, PassRange>>;

Roles roles_of(const Segmentation<SuperPass>& segments) {
  Roles roles;
  for (const auto& segment : segments.segments()) roles.emplace_back(segment.role, segment.range);
  return roles;
}

}  // namespace

TEST_CASE("segments cover the run end to end, each with its role") {
  const Segmentation<SuperPass> segments({.warmup = 2, .examined_end = 20, .drained = 1, .unfinished = 3},
                                         {plateau_of(2, 11), plateau_of(13, 19)});
  CHECK(roles_of(segments) == Roles{{Role::warmup, {0, 2}},
                                    {Role::plateau, {2, 11}},
                                    {Role::transition, {11, 13}},
                                    {Role::plateau, {13, 19}},
                                    {Role::transition, {19, 20}},
                                    {Role::drain, {20, 21}},
                                    {Role::unfinished, {21, 24}}});
  CHECK(segments.examined() == PassRange{2, 20});
  CHECK(segments.plateau_count() == 2);
  CHECK(segments.plateau(1).range == PassRange{13, 19});
  CHECK(segments.size_of(Role::transition) == 3);
  CHECK(segments.size_of(Role::drain) == 1);
  CHECK(segments.size_of(Role::unfinished) == 3);
}

TEST_CASE("no segment is empty") {
  CHECK(roles_of({{.warmup = 0, .examined_end = 4}, {plateau_of(0, 4)}}) == Roles{{Role::plateau, {0, 4}}});
  CHECK(roles_of({{.warmup = 3, .examined_end = 3}, {}}) == Roles{{Role::warmup, {0, 3}}});
  CHECK(roles_of({}).empty());
}

TEST_CASE("the first plateau that is long enough is chosen, the shorter ones before it are counted") {
  const Selection selection =
      selected({lasting(100, true), lasting(300, true), lasting(700, false), lasting(900, false)});
  CHECK(selection.chosen == 2);
  CHECK(selection.skipped_short == 2);
}

TEST_CASE("none long enough: the longest is the candidate, the first of equals") {
  const Selection selection = selected({lasting(100, true), lasting(300, true), lasting(300, true)});
  CHECK_FALSE(selection.chosen);
  CHECK(selection.candidate == 1);
  CHECK_FALSE(selected({}).candidate);
  CHECK(selected({}).skipped_short == 0);
}

TEST_CASE("without the gate the first plateau is chosen, short or not") {
  const Selection selection = selected({lasting(100, true), lasting(700, false)}, {.enforced = false});
  CHECK(selection.chosen == 0);
  CHECK(selection.skipped_short == 0);
}

TEST_CASE("a held rate: the first that is long enough, unless the rate has fallen before") {
  CHECK(held({rate(0, 10, 100, true), rate(10, 90, 101)}).chosen == 1);
  CHECK_FALSE(held({rate(0, 10, 100, true), rate(10, 90, 94)}).chosen);
  CHECK(held({rate(0, 10, 100, true), rate(10, 90, 96)}).chosen == 1);
  // Once fallen it stays so, also where the rate comes back.
  CHECK_FALSE(held({rate(0, 10, 100, true), rate(10, 20, 90, true), rate(20, 90, 100)}).chosen);
}

TEST_CASE("a held rate: the longest is the first of those with the most bins") {
  CHECK(held({rate(0, 10, 100, true), rate(20, 50, 100, true), rate(60, 90, 100, true)}).candidate == 1);
  CHECK_FALSE(held({}).candidate);
}
