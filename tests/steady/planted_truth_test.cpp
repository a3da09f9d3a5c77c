// Is the planted truth found again? Runs of the generator's queueing model, judged as a log would be.
#include <doctest/doctest.h>

#include <cmath>

#include "report/build.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

struct Judged {
  oracle::Simulation simulation;
  Run run;
  Analysis analysis;
  Report report;
};

Judged judge(const oracle::Plan& plan, const Policy& policy = default_policy()) {
  Judged judged{oracle::simulate(plan), {}, {}, {}};
  judged.run = run_of(judged.simulation);
  const auto size = static_cast<std::uint64_t>(judged.simulation.truth.superpass_size);
  judged.report = report_as(Mode::concurrency, judged.run, size, policy, judged.simulation.truth.interrupted);
  judged.analysis = judged.report.analysis;
  return judged;
}

oracle::Plan plan_of(const char* scenario, std::uint64_t seed = 1) {
  oracle::Plan plan = *oracle::scenario(scenario);
  plan.seed = seed;
  plan.tpot.superpass_cov = 0;
  plan.tpot.request_cov = 0.01;
  return plan;
}

double relative_error(double found, double truth) { return std::abs(found / truth - 1); }

// The planted levels of the reported window, the super-passes' own noise in them.
double planted_level(const Judged& judged) {
  double sum = 0;
  const PassRange window = *judged.analysis.window();
  for (std::size_t k = window.begin; k < window.end; ++k) sum += judged.simulation.truth.tpot_ns[k];
  return sum / static_cast<double>(window.size());
}

void check_recovers(const oracle::Plan& plan, const Policy& policy = default_policy()) {
  const Judged judged = judge(plan, policy);
  CHECK(judged.analysis.verdict == Verdict::steady);
  REQUIRE(judged.analysis.window());
  CHECK(static_cast<std::int64_t>(judged.analysis.window()->begin) >=
        judged.simulation.truth.ramp_end_superpass - 1);
  CHECK(relative_error(*(*judged.report.steady)[Measure::tpot].mean, plan.tpot.steady_ns) < 0.001);
}

// Levels from the given super-passes on; the rest of a plan is `steady`.
oracle::Plan stairs(std::int64_t superpasses, std::vector<oracle::Step> steps) {
  oracle::Plan plan = plan_of("steady");
  plan.n_requests = superpasses * plan.dataset_size;
  plan.tpot.steps = std::move(steps);
  return plan;
}

}  // namespace

TEST_CASE("planted: steady TPOT is recovered within 0.1 %") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    check_recovers(plan_of("steady", seed));
    check_recovers(plan_of("failures", seed));
    check_recovers(plan_of("retries", seed));
    check_recovers(plan_of("poisson", seed));
  }
}

TEST_CASE("planted: ... behind a ramp, whose own level the total carries") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    oracle::Plan plan = plan_of("ramp", seed);
    plan.tpot.ramp_start_factor = 0.4;
    plan.n_requests = 3000;
    plan.tpot.ramp_requests = 800;
    const Judged judged = judge(plan);
    REQUIRE(judged.analysis.window());
    // Inside the band of 5 % the last of the ramp still counts; no estimate is off by more than a part of
    // that.
    CHECK(relative_error(*(*judged.report.steady)[Measure::tpot].mean, plan.tpot.steady_ns) < 0.002);
    CHECK(relative_error(*judged.report.total[Measure::tpot].mean, plan.tpot.steady_ns) > 0.05);
  }
}

TEST_CASE("planted: ... with a prefill queue that swamps TTFT at first") {
  oracle::Plan plan = plan_of("demo", 3);
  plan.tpot.ramp_requests = 0;
  plan.tpot.ramp_start_factor = 1;
  plan.concurrency = 200;
  plan.server.prefill_service_ns = 40'000'000;
  const Judged judged = judge(plan, without_duration_gate());
  REQUIRE(judged.report.steady);
  CHECK(relative_error(*(*judged.report.steady)[Measure::tpot].mean, plan.tpot.steady_ns) < 0.001);
  CHECK(*judged.report.total[Measure::ttft][p99] > 1.5 * *(*judged.report.steady)[Measure::ttft][p99]);
}

TEST_CASE("planted: ... under heavy-tailed output lengths, tail cut and all") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    oracle::Plan plan = plan_of("steady", seed);
    plan.length = {
        .kind = oracle::OutputLength::Kind::lognormal, .median = 150, .min = 2, .max = 4000, .sigma = 1};
    plan.n_requests = 4000;
    check_recovers(plan, without_duration_gate());
    CHECK(judge(plan).analysis.tail.applied);
  }
}

TEST_CASE("planted: super-pass noise is part of the truth, and is recovered, too") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    oracle::Plan plan = plan_of("steady", seed);
    plan.tpot.superpass_cov = 0.01;
    const Judged judged = judge(plan);
    REQUIRE(judged.report.steady);
    CHECK(relative_error(*(*judged.report.steady)[Measure::tpot].mean, planted_level(judged)) < 0.001);
  }
}

// Pettitt's change-point is the first maximum of a rank statistic: it is the step itself when the values of a
// level are alike, and may lie a few super-passes before it when the last ones of the first level happen to
// lie on the far side of that level.
TEST_CASE("planted: without noise the change-point is the exact super-pass of the step") {
  for (const char* scenario : {"staircase-up", "staircase-down"}) {
    oracle::Plan plan = plan_of(scenario);
    plan.tpot.request_cov = 0;
    plan.length = {};
    const Judged judged = judge(plan);
    REQUIRE(judged.analysis.change.level_shift);
    CHECK(judged.analysis.change.level_shift->change_point == 26);
    CHECK(judged.analysis.window()->end == 26);
  }
}

TEST_CASE("planted: the first level of a staircase is reported, up to the exact super-pass of the step") {
  for (const auto& [scenario, factor] : {std::pair{"staircase-up", 1.25}, std::pair{"staircase-down", 0.8}}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      CAPTURE(std::string(scenario));
      CAPTURE(seed);
      const Judged judged = judge(plan_of(scenario, seed));
      CHECK(judged.analysis.verdict == Verdict::anomaly);
      REQUIRE(judged.analysis.window());
      CHECK(judged.analysis.window()->end == 26);
      CHECK(relative_error(*(*judged.report.steady)[Measure::tpot].mean, 50e6) < 0.001);
      REQUIRE(judged.analysis.change.level_shift);
      CHECK(judged.analysis.change.level_shift->change_point >= 20);
      CHECK(judged.analysis.change.level_shift->change_point <= 27);
      CHECK(judged.analysis.change.level_shift->delta == doctest::Approx(factor - 1).epsilon(0.01));
      CHECK(judged.analysis.change.level_shift->p < 0.05);
    }
  }
}

TEST_CASE("planted: the first level is reported when more than half of the run is degraded") {
  // 25 super-passes of some 31 s, then 45 worse ones: the level of the back half would crop the healthy part.
  const Judged judged = judge(stairs(70, {{.superpass = 25, .factor = 1.2}}));
  CHECK(judged.analysis.warmup.guarded);
  REQUIRE(judged.analysis.window());
  CHECK(judged.analysis.window()->end == 25);
  CHECK(judged.analysis.change.level_shift->change_point == 25);
  CHECK(judged.analysis.verdict == Verdict::anomaly);
}

TEST_CASE("planted: 5 % a super-pass is never steady") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    oracle::Plan plan = plan_of("steady", seed);
    plan.n_requests = 1500;
    plan.tpot.drift_per_superpass = seed % 2 == 0 ? 0.05 : -0.025;
    plan.tpot.superpass_cov = 0.01;
    CHECK(judge(plan).analysis.verdict != Verdict::steady);
    CHECK(judge(plan, without_duration_gate()).analysis.verdict != Verdict::steady);
  }
}

TEST_CASE("planted: a drift of 40 % drifts up") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Verdict verdict = judge(plan_of("drift", seed), without_duration_gate()).analysis.verdict;
    CHECK((verdict == Verdict::drifting_up || verdict == Verdict::not_found));
    CHECK(judge(plan_of("drift", seed)).analysis.trends.run.of({Measure::tpot, Level::p50}).state ==
          TrendState::drifting_up);
  }
}

TEST_CASE("planted: plateaus that are too short are skipped, and it is said which and how many") {
  const Judged judged = judge(stairs(50, {{.superpass = 8, .factor = 1.15}, {.superpass = 16, .factor = 1}}));
  REQUIRE(judged.analysis.window());
  CHECK(judged.analysis.window() == PassRange{16, judged.analysis.examined().end});
  CHECK(judged.analysis.segments.plateau_count() == 3);
  CHECK(judged.report.steady->window->plateau_index == 2);
  CHECK(judged.analysis.selection.skipped_short == 2);
  CHECK(judged.analysis.change.skipped_level == 1);  // the first one is at the reported level
  CHECK(judged.analysis.verdict != Verdict::steady);
  CHECK_FALSE(judged.analysis.change.level_shift);  // nothing after the window
}

TEST_CASE("planted: short plateaus at the reported level are skipped without a change") {
  oracle::Plan plan = stairs(50, {});
  plan.tpot.blips = {{8, 1.5}, {16, 1.5}};
  const Judged judged = judge(plan);
  REQUIRE(judged.analysis.window());
  CHECK(judged.analysis.window()->begin == 17);
  CHECK(judged.analysis.selection.skipped_short == 2);
  CHECK(judged.analysis.segments.plateau_count() == 3);
  CHECK(judged.analysis.verdict == Verdict::steady);
}

TEST_CASE("planted: only short plateaus are no steady state") {
  const Judged judged = judge(plan_of("short-plateaus"));
  CHECK(judged.analysis.verdict == Verdict::not_found);
  CHECK(judged.analysis.coverage == CoverageStatus::insufficient_duration);
  CHECK(judged.analysis.segments.plateau_count() == 5);
  CHECK(judged.report.best_effort->basis == BestEffortBasis::longest_plateau);
}

TEST_CASE("planted: a blip leaves the run steady, three bad super-passes at the end do not") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(judge(plan_of("blip", seed)).analysis.verdict == Verdict::steady);
    oracle::Plan bad_end = plan_of("bad-end", seed);
    bad_end.tpot.last_superpasses = 3;
    const Judged judged = judge(bad_end);
    CHECK(judged.analysis.verdict == Verdict::anomaly);
    CHECK(judged.analysis.change.excursion == PassRange{37, 40});
  }
}

TEST_CASE("planted: an interrupted log is judged over what is whole") {
  const Judged judged = judge(plan_of("interrupted"));
  CHECK(judged.analysis.segments.size_of(Role::unfinished) > 0);
  CHECK(judged.analysis.verdict == Verdict::steady);
  CHECK(relative_error(*(*judged.report.steady)[Measure::tpot].mean, 50e6) < 0.001);
}

TEST_CASE("planted: without counts nothing can be judged") {
  EventFeed feed = tracked();
  std::uint64_t id = 0;
  const oracle::Simulation simulation = oracle::simulate(*oracle::scenario("no-tokens"));
  for (const oracle::SimRequest& request : simulation.requests) {
    ++id;
    feed.issue(id, request.issued_ns).first(id, request.first_token_ns).complete(id, request.completed_ns);
  }
  const Analysis analysis = analyse_run(feed.finish(), 50, default_policy());
  CHECK(analysis.not_assessable == NotAssessable::no_token_counts);
}

TEST_CASE("planted: an overloaded server's own rate is the headline, not what was asked of it") {
  oracle::Plan plan = plan_of("poisson-overload");
  const Judged judged = judge(plan, without_duration_gate());
  REQUIRE(judged.report.steady);
  const Throughput& tps = judged.report.steady->tps;
  const double held = *judged.simulation.truth.held_tokens_per_s;
  CHECK(relative_error(*tps.token_time, held) < 0.01);
  CHECK(*tps.system > 2 * held);
  CHECK(tps.headline == tps.token_time);
}

TEST_CASE("planted: in a closed loop the two rates agree") {
  const Throughput tps = judge(plan_of("steady")).report.steady->tps;
  CHECK(relative_error(*tps.system, *tps.token_time) < 0.02);
  CHECK(tps.headline == tps.system);
}
