// SPEC 6: the first that applies, on both sides of each boundary.
#include <doctest/doctest.h>

#include "steady/verdict.h"

using namespace ssdetect;

namespace {

CoverageFacts good() {
  return {.issued = 1000, .dataset_size = 100, .full_super_passes = 10, .warmup = 2, .examined = 8};
}

template <class Change>
CoverageStatus with(Change change) {
  CoverageFacts facts = good();
  change(facts);
  return judge_coverage(facts);
}

}  // namespace

TEST_CASE("coverage: the boundaries") {
  CHECK(judge_coverage(good()) == CoverageStatus::windowable);
  CHECK(with([](auto& f) { f.dataset_size = 1000; }) == CoverageStatus::windowable);
  CHECK(with([](auto& f) { f.dataset_size = 1001; }) == CoverageStatus::partial_dataset);
  CHECK(with([](auto& f) { f.warmup = 9; }) == CoverageStatus::windowable);
  CHECK(with([](auto& f) { f.warmup = 10; }) == CoverageStatus::insufficient_passes);
  CHECK(with([](auto& f) { f.examined = 4; }) == CoverageStatus::windowable);
  CHECK(with([](auto& f) { f.examined = 3; }) == CoverageStatus::insufficient_passes);
  CHECK(with([](auto& f) { f.only_short_plateaus = true; }) == CoverageStatus::insufficient_duration);
}

TEST_CASE("coverage: the first that applies") {
  const auto all = [](auto& f) { f.dataset_size = 2000, f.examined = 0, f.only_short_plateaus = true; };
  CHECK(with(all) == CoverageStatus::partial_dataset);
  CHECK(with([](auto& f) { f.examined = 0, f.only_short_plateaus = true; }) ==
        CoverageStatus::insufficient_passes);
}
