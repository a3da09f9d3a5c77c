// SPEC 7.2: both guards at their bounds, what counts as drained, and unfinished samples.
#include "steady/tail.h"

#include <doctest/doctest.h>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

constexpr Nanos kStop = 1000 * kSecond;  // the last issue

// One request a TPOT, of 101 tokens. `late` of them, the last ones, end after the last issue.
Run run_with(const std::vector<double>& tpots_ns, std::size_t late) {
  std::vector<Planned> requests;
  for (std::size_t i = 0; i < tpots_ns.size(); ++i) {
    const bool is_late = i + late >= tpots_ns.size();
    const Nanos issued = is_late ? kStop : static_cast<Nanos>(i);
    requests.push_back({issued, issued + 10, issued + 10 + static_cast<Nanos>(100 * tpots_ns[i]), 101});
  }
  return run_of(requests);
}

TailCut judge(const Run& run, const TailPolicy& policy = {}) {
  return judge_tail(super_passes(run, 1), {0, run.requests.size()}, kStop, policy);
}

TailCut judge(const std::vector<double>& tpots_ns) { return judge(run_with(tpots_ns, 1)); }

PassRange examined(const Division& division) { return {division.warmup, division.examined_end}; }

// Two super-passes of `size`; the last one has `outside` samples that end by the last issue.
Division examine(std::size_t size, std::size_t outside, bool also_first = false) {
  std::vector<double> tpots(2 * size, 1000);
  const Run run = run_with(tpots, also_first ? 2 * size - outside : size - outside);
  const auto passes = super_passes(run, size);
  return divide(passes, 0, judge(run), false, {});
}

// Super-passes of 100; `hung[k]` samples of super-pass k never end.
Division examine_hung(const std::vector<std::size_t>& hung, bool interrupted, const TailPolicy& policy = {},
                      std::size_t warmup = 0) {
  EventFeed feed = tracked();
  std::uint64_t id = 0;
  for (const std::size_t count : hung) {
    for (std::size_t i = 0; i < 100; ++i) {
      feed.issue(++id, 0);
      if (i >= count) feed.complete(id, 10, 5);
    }
  }
  const Run run = feed.finish();
  return divide(super_passes(run, 100), warmup, {}, interrupted, policy);
}

}  // namespace

TEST_CASE("the tail is what ends after the last issue") {
  const TailCut cut = judge(run_with({1000, 1000, 1000, 1000, 1000}, 2));
  CHECK(cut.samples == 2);
  CHECK(cut.applied);
  CHECK(cut.cut_after == kStop);
  // Ending at the very moment of the last issue is not after it.
  const Run at_stop = run_of({{0, 10, kStop, 11}, {kStop, kStop + 1, kStop + 2, 2}});
  CHECK(judge_tail(super_passes(at_stop, 1), {0, 2}, kStop, {}).samples == 1);
}

TEST_CASE("spread up to 0.10 of the mean is cut, more is kept") {
  const TailCut at = judge({9e6, 11e6, 9e6, 11e6});
  CHECK(at.cov == doctest::Approx(0.1));
  CHECK(at.applied);
  const TailCut over = judge({8.99e6, 11.01e6, 8.99e6, 11.01e6});
  CHECK_FALSE(over.applied);
  CHECK_FALSE(over.cut_after);
}

TEST_CASE("skew up to 0.05 of the mean is cut, more is kept") {
  // Mean 10, median 9.5.
  const TailCut at = judge({9.5e6, 9.5e6, 9.5e6, 10.75e6, 10.75e6});
  CHECK(at.skew == doctest::Approx(0.05));
  CHECK(at.cov < 0.1);
  CHECK(at.applied);
  // Mean 10, median 9.48.
  const TailCut over = judge({9.48e6, 9.48e6, 9.48e6, 10.78e6, 10.78e6});
  CHECK(over.cov < 0.1);
  CHECK_FALSE(over.applied);
}

TEST_CASE("reference never cuts, but reports") {
  const TailCut cut = judge(run_with({1000, 1000, 1000, 1000}, 2), reference_policy().tail);
  CHECK_FALSE(cut.applied);
  CHECK(cut.samples == 2);
  CHECK(cut.cov == 0);
}

TEST_CASE("only the samples given are judged, and those without a TPOT have no say") {
  const Run run = run_of({{0, 1, 900, 2}, {0, 10, 1010, 11}, {0, 10, 1010, 11}, {0, 5, 99, 1}});
  const TailCut cut = judge_tail(super_passes(run, 1), {1, 4}, kStop, {});
  CHECK(cut.cov == 0);
  CHECK(cut.applied);
  CHECK_FALSE(judge_tail(super_passes(run, 1), {3, 4}, kStop, {}).cov);
  CHECK_FALSE(judge_tail(super_passes(run, 1), {3, 4}, kStop, {}).applied);
}

TEST_CASE("tail against body, and how much of the output lengths is left") {
  std::vector<Planned> requests(8, {0, 0, 99'000, 100});  // TPOT 1000
  requests.push_back({kStop, kStop, kStop + 299 * 1020, 300});
  requests.push_back({kStop, kStop, kStop + 299 * 1040, 300});
  const TailCut cut = judge(run_of(requests));
  REQUIRE(cut.applied);
  CHECK(cut.body_tpot_median_ns == 1000);
  CHECK(cut.tail_tpot_median_ns == 1030);
  CHECK(cut.body_osl_median == 100);
  CHECK(cut.tail_osl_median == 300);
  CHECK(cut.osl_mean_coverage == doctest::Approx(100.0 / 140));
  CHECK(cut.osl_p99_coverage == doctest::Approx(1.0 / 3));
  const TailCut kept = judge(run_of(requests), reference_policy().tail);
  CHECK(kept.osl_mean_coverage == 1);
}

TEST_CASE("drained: fewer than min(issued, max(10, 10 %)) outside the tail") {
  CHECK(examine(50, 9).drained == 1);
  CHECK(examine(50, 10).drained == 0);
  CHECK(examine(8, 7).drained == 1);
  CHECK(examine(8, 8).drained == 0);
  CHECK(examine(200, 19).drained == 1);
  CHECK(examine(200, 20).drained == 0);
  CHECK(examined(examine(50, 9)) == PassRange{0, 1});
}

TEST_CASE("every drained super-pass at the end goes, none in front of a whole one") {
  CHECK(examine(50, 9, true).drained == 2);
  // Super-pass 0 is all tail, super-pass 1 is not.
  std::vector<Planned> requests(20, {0, 10, 2 * kStop, 101});
  for (Planned& each : requests) each.first_token = 2 * kStop - 100'000;
  for (int i = 0; i < 20; ++i) requests.push_back({kStop - 200'000, kStop - 100'000, kStop, 101});
  const Run run = run_of(requests);
  const TailCut cut = judge(run);
  REQUIRE(cut.applied);
  CHECK(examined(divide(super_passes(run, 20), 0, cut, false, {})) == PassRange{0, 2});
}

TEST_CASE("a tail that stays drains nothing") {
  const Run run = run_with(std::vector<double>(100, 1000), 50);
  const TailCut kept = judge(run, reference_policy().tail);
  CHECK(examined(divide(super_passes(run, 50), 1, kept, false, reference_policy().tail)) == PassRange{1, 2});
}

TEST_CASE("an interrupted log: examination ends before more than 1 % unfinished samples") {
  CHECK(examined(examine_hung({0, 1, 0, 2, 0}, true)) == PassRange{0, 3});
  CHECK(examine_hung({0, 1, 0, 2, 0}, true).unfinished == 2);
  CHECK(examined(examine_hung({0, 1, 1, 1, 1}, true)) == PassRange{0, 5});
  CHECK(examined(examine_hung({0, 1, 0, 2, 0}, false)) == PassRange{0, 5});
  CHECK(examined(examine_hung({0, 1, 0, 2, 0}, true, reference_policy().tail)) == PassRange{0, 5});
  CHECK(examined(examine_hung({0, 2, 0, 0, 0}, true)) == PassRange{0, 1});
}

TEST_CASE("a warmup beyond the run leaves nothing to examine") {
  CHECK(examined(examine_hung({0, 0}, false, {}, 7)) == PassRange{2, 2});
}
