// Runs that ramp, hold, sag and drain: is the held rate found again, within 1 %? The truth is the
// generator's: full slots, each giving its tokens at the planted TPOT. No text in between.
#include "steady/rate.h"

#include <doctest/doctest.h>

#include <cmath>

#include "report/build.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

struct Judged {
  oracle::Simulation simulation;
  Report report;
  double held() const { return *simulation.truth.held_tokens_per_s; }
};

Judged judge(const oracle::Plan& plan, const Policy& policy = default_policy()) {
  Judged judged{oracle::simulate(plan), {}};
  judged.report = report_as(Mode::offline, run_of(judged.simulation), 100, policy);
  return judged;
}

oracle::Plan plan_of(std::uint64_t seed, std::int64_t slots, double sag) {
  oracle::Plan plan = *oracle::scenario("offline");
  plan.seed = seed;
  plan.server.decode_slots = slots;
  plan.server.prefill_service_ns = 6'400'000'000 / slots;  // the slots fill in 6.4 s
  plan.n_requests = 125 * slots;
  plan.tpot.superpass_cov = 0;
  plan.tpot.steps = {{.request = 100 * slots, .factor = sag}};
  return plan;
}

// `count` streams of 10 tokens a second over [from, to] s, in requests of 20 s.
void add(std::vector<Planned>& requests, int count, Nanos from_s, Nanos to_s) {
  for (int i = 0; i < count; ++i)
    for (Nanos at = from_s; at < to_s; at += 20)
      requests.push_back({0, at * kSecond, (at + 20) * kSecond, 200});
}

std::optional<RateCourse> course_in(const Run& run) {
  const auto bins = rate_bins(run, facts_of(run, Mode::offline, {}, {}).times, {});
  return bins ? rate_course(*bins, default_policy()) : std::nullopt;
}

RateCourse course_of(const std::vector<Planned>& requests) { return *course_in(run_of(requests)); }

bool is_ttft_disowned(const Report& report) {
  return std::any_of(report.warnings.begin(), report.warnings.end(), [](const Warning& warning) {
    return std::holds_alternative<warning::TtftNotMeaningful>(warning);
  });
}

}  // namespace

TEST_CASE("offline: 200 bins from the first issue to the last completion, tokens spread evenly") {
  std::vector<Planned> requests;
  add(requests, 1, 0, 1000);
  add(requests, 2, 500, 2000);
  const RateCourse course = course_of(requests);
  CHECK(course.tokens_per_s.size() == 200);
  CHECK(course.bin_s == 10);
  CHECK(*course.tokens_per_s[0] == doctest::Approx(10));
  CHECK(*course.tokens_per_s[75] == doctest::Approx(30));
  CHECK(*course.tokens_per_s[150] == doctest::Approx(20));
}

TEST_CASE("offline: the first long enough plateau, its rate exact") {
  std::vector<Planned> requests;
  add(requests, 4, 100, 900);  // 40 tok/s, then 30, then nothing but one
  add(requests, 3, 900, 1400);
  add(requests, 1, 1400, 1600);
  const RateCourse course = course_of(requests);
  REQUIRE(course.selection.chosen == 0);
  const Segment<RateBin>& held = *course.held();
  CHECK(held.level == doctest::Approx(40));
  // Of 200 bins between 0 and 1,600 s: what lies whole between 100 and 900 s.
  CHECK(held.range == BinRange{13, 112});
  CHECK(*held.duration.cov_b == doctest::Approx(0));
}

TEST_CASE("offline: a later, lower plateau is none, however long: the rate has fallen") {
  std::vector<Planned> requests;
  add(requests, 4, 0, 400);
  add(requests, 3, 400, 2000);
  const RateCourse course = course_of(requests);
  CHECK(course.segments.plateau_count() >= 2);
  CHECK_FALSE(course.held());
  CHECK(course.selection.candidate == 1);
}

TEST_CASE("offline: nothing to bin") {
  CHECK_FALSE(course_in(run_of({{5, 5, 5, 3}})));  // no time
  CHECK_FALSE(course_in(tracked().issue(1, 0).first(1, 5).complete(1, 9).finish()));
}

TEST_CASE("planted offline: the held rate is found within 1 %, with and without a sag") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const std::int64_t slots : {8, 32, 64}) {
      for (const double sag : {1.0, 1.1, 1.3, 2.0}) {
        CAPTURE(seed);
        CAPTURE(slots);
        CAPTURE(sag);
        const Judged judged = judge(plan_of(seed, slots, sag));
        CHECK(judged.report.analysis.verdict == Verdict::steady);
        REQUIRE(judged.report.held);
        CHECK(std::abs(*judged.report.held->tps.system / judged.held() - 1) < 0.01);
        if (sag > 1)
          CHECK(judged.report.held->window->end_s <= to_seconds(judged.simulation.truth.hold_end_ns) + 60);
        CHECK(judged.report.steady->tps.headline == *judged.report.held->tps.system);
      }
    }
  }
}

TEST_CASE("planted offline: ... and under lengths that vary by a factor of ten") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    oracle::Plan plan = plan_of(seed, 64, 1.3);
    plan.length = {.kind = oracle::OutputLength::Kind::lognormal, .median = 200, .min = 20, .max = 2000};
    const Judged judged = judge(plan);
    REQUIRE(judged.report.held);
    CHECK(std::abs(*judged.report.held->tps.system / judged.held() - 1) < 0.01);
  }
}

TEST_CASE("planted offline: what is reported beside the rate, and what is not") {
  const Judged judged = judge(plan_of(1, 32, 1.3));
  const Report& report = judged.report;
  REQUIRE(report.steady);
  CHECK_FALSE(report.steady->window->range);
  CHECK(report.steady->window->duration_s == report.held->window->duration_s);
  CHECK(*(*report.steady)[Measure::tpot].mean == doctest::Approx(50e6).epsilon(0.002));
  CHECK(*report.total[Measure::tpot].mean > 52e6);
  CHECK((*report.steady)[Measure::ttft].count == 0);
  CHECK(is_ttft_disowned(report));
  CHECK(*report.held->tps.system_interval->low < *report.held->tps.system);
  CHECK(*report.held->tps.system_interval->high > *report.held->tps.system);
  CHECK(report.official_is_steady);
  CHECK_FALSE(report.best_effort);
}

TEST_CASE("planted offline: a rate that never holds is not found") {
  oracle::Plan plan = plan_of(1, 32, 1);
  plan.tpot.drift_total = 3;  // each super-pass slower than the last
  const Judged judged = judge(plan);
  CHECK(judged.report.analysis.verdict == Verdict::not_found);
  CHECK_FALSE(judged.report.held);
  REQUIRE(judged.report.best_effort);
}

TEST_CASE("planted offline: too short a hold gives the held rate as the best effort") {
  oracle::Plan plan = plan_of(1, 32, 1);
  plan.n_requests = 800;  // 25 rounds of 10 s
  plan.tpot.steps.clear();
  const Judged judged = judge(plan);
  CHECK(judged.report.analysis.verdict == Verdict::not_found);
  CHECK(judged.report.analysis.coverage == CoverageStatus::insufficient_duration);
  REQUIRE(judged.report.best_effort);
  CHECK(judged.report.best_effort->basis == BestEffortBasis::longest_plateau);
  const Numbers& numbers = judged.report.best_effort->numbers;
  CHECK(*numbers.tps.headline == doctest::Approx(judged.held()).epsilon(0.01));
  CHECK(numbers.tps.system == numbers.tps.headline);
  CHECK(*numbers[Measure::tpot].mean == doctest::Approx(50e6).epsilon(0.002));
  CHECK(judge(plan, without_duration_gate()).report.analysis.verdict == Verdict::steady);
}

TEST_CASE("planted offline: without any plateau the best effort is the whole run, as in the total") {
  std::vector<Planned> requests;
  for (Nanos i = 1; i <= 60; ++i)  // a burst of 100 tokens each minute, bins of 18 s
    requests.push_back({i, i * 60 * kSecond - 1, i * 60 * kSecond, 100});
  const Report report = report_as(Mode::offline, run_of(requests), 20, default_policy());
  REQUIRE(report.best_effort);
  CHECK(report.best_effort->basis == BestEffortBasis::whole_run);
  CHECK(*report.best_effort->numbers.tps.headline == doctest::Approx(6000.0 / 3600));
  CHECK(report.best_effort->numbers.window->samples == 60);
  CHECK(report.best_effort->numbers.window->duration_s == doctest::Approx(3600));
}
