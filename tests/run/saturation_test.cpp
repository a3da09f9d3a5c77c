// Near-saturation of open loops (SPEC 10): the rule on hand-made runs, and how often it is right on generated
// ones, 200 a case. The counts are printed for the man page.
#include <doctest/doctest.h>

#include <string>

#include "report/build.h"
#include "run/facts.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

constexpr int kRuns = 200;

Saturation judged(const Run& run) { return facts_of(run, Mode::poisson, {}, {}).load.saturation; }

// One request a second; every request issued after `middle` that is among the first `kept` of those stays in
// flight to the end, the others take half a second.
Run growing_by(std::size_t count, std::size_t kept) {
  std::vector<Planned> requests;
  const auto end = static_cast<Nanos>(count) * kSecond;
  for (std::size_t i = 0; i < count; ++i) {
    const Nanos at = static_cast<Nanos>(i) * kSecond;
    const bool stays = i > count / 2 && i - count / 2 <= kept;
    requests.push_back({at, at + kMs, stays ? end : at + kSecond / 2, 11});
  }
  return run_of(requests);
}

// An open loop of 2 requests a second, 60 % of whose slots are busy on average; `tokens` at 50 ms each.
oracle::Plan healthy(std::int64_t requests, std::int64_t tokens, int seed) {
  oracle::Plan plan;
  plan.seed = static_cast<std::uint64_t>(seed);
  plan.load = oracle::Load::poisson;
  plan.offered_per_s = 2;
  plan.n_requests = requests;
  plan.dataset_size = 100;
  plan.length = {
      .kind = oracle::OutputLength::Kind::lognormal, .median = tokens, .min = 2, .max = 8 * tokens};
  plan.tpot.steady_ns = 50e6;
  const double mean_in_flight = 2 * 0.05 * static_cast<double>(tokens) * 1.13;  // mean of this lognormal
  plan.server.decode_slots = static_cast<std::int64_t>(mean_in_flight / 0.6) + 3;
  return plan;
}

// Offered 8 a second; `slots` of 50 ms a token serve 3.
oracle::Plan overloaded(std::int64_t requests, std::int64_t tokens, int seed) {
  oracle::Plan plan = healthy(requests, tokens, seed);
  plan.offered_per_s = 8;
  plan.server.decode_slots = static_cast<std::int64_t>(3 * 0.05 * static_cast<double>(tokens) * 1.13);
  return plan;
}

int count_saturated(const std::string& name, oracle::Plan (*plan)(std::int64_t, std::int64_t, int),
                    std::int64_t requests, std::int64_t tokens) {
  int saturated = 0;
  for (int seed = 1; seed <= kRuns; ++seed) {
    const Run run = run_of(oracle::simulate(plan(requests, tokens, seed)));
    saturated += judged(run).saturated;
  }
  MESSAGE(name << ", " << requests << " requests of about " << tokens << " tokens: " << saturated << " of "
               << kRuns << " called saturated");
  return saturated;
}

}  // namespace

TEST_CASE("saturation: what is looked at is the second half of the offered-load span") {
  // Issues at 0 s .. 100 s: the middle is 50 s, 50 are issued after it; the last one is in flight at the end,
  // as the one at the middle is.
  const Saturation found = judged(growing_by(101, 20));
  CHECK(found.issued == 50);
  CHECK(found.growth == 20);
  // 50 and 71 .. 99 are there for half a second, 51 .. 70 from their issue on.
  CHECK(found.mean_in_flight == doctest::Approx((30 * 0.5 + 20 * 39.5) / 50));
}

TEST_CASE("saturation: more than 5 % of what is issued, and more than chance") {
  CHECK(judged(growing_by(101, 40)).saturated);           // 40 of 50; 3·sqrt(2·25) = 21
  CHECK_FALSE(judged(growing_by(101, 10)).saturated);     // 10 of 50, but 3·sqrt(2·9) = 13
  CHECK(judged(growing_by(20001, 600)).saturated);        // 600 of 10,000; 3·sqrt(2·582) = 102
  CHECK_FALSE(judged(growing_by(20001, 499)).saturated);  // below 5 %
}

TEST_CASE("saturation: fewer than 50 requests are no load to speak of") {
  CHECK(judged(growing_by(61, 30)).saturated);
  CHECK_FALSE(judged(growing_by(49, 24)).saturated);
}

TEST_CASE("saturation: a closed loop is none") {
  for (int seed = 1; seed <= 20; ++seed) {
    oracle::Plan plan = *oracle::scenario("steady");
    plan.seed = static_cast<std::uint64_t>(seed);
    CHECK_FALSE(judged(run_of(oracle::simulate(plan))).saturated);
  }
}

TEST_CASE("saturation rates: at most 5 % of healthy open loops are called saturated") {
  CHECK(count_saturated("healthy", healthy, 500, 50) <= kRuns / 20);
  CHECK(count_saturated("healthy", healthy, 500, 600) <= kRuns / 20);
  CHECK(count_saturated("healthy", healthy, 5000, 50) <= kRuns / 20);
  CHECK(count_saturated("healthy", healthy, 5000, 600) <= kRuns / 20);
}

TEST_CASE("saturation rates: at most 5 % of overloaded ones are missed") {
  CHECK(count_saturated("overloaded", overloaded, 500, 50) >= kRuns - kRuns / 20);
  CHECK(count_saturated("overloaded", overloaded, 500, 600) >= kRuns - kRuns / 20);
  CHECK(count_saturated("overloaded", overloaded, 5000, 50) >= kRuns - kRuns / 20);
  CHECK(count_saturated("overloaded", overloaded, 5000, 600) >= kRuns - kRuns / 20);
}

TEST_CASE("saturation: the issue-based rate of an overloaded run is never the headline") {
  for (int seed = 1; seed <= 10; ++seed) {
    for (const bool enforced : {true, false}) {
      CAPTURE(seed);
      CAPTURE(enforced);
      oracle::Plan plan = overloaded(2000, 200, seed);
      const oracle::Simulation simulation = oracle::simulate(plan);
      const Run run = run_of(simulation);
      const Policy policy = enforced ? default_policy() : without_duration_gate();
      const Report report = report_as(std::nullopt, run, 100, policy);
      CHECK(report.analysis.load.mode.mode == Mode::poisson);
      CHECK(report.analysis.load.saturation.saturated);
      CHECK(report.analysis.verdict == Verdict::not_found);
      CHECK_FALSE(report.steady);
      CHECK_FALSE(report.official_is_steady);
      REQUIRE(report.best_effort);
      const double held = *simulation.truth.held_tokens_per_s;
      const Throughput& tps = report.best_effort->numbers.tps;
      CHECK(*tps.system > 2 * held);
      CHECK(*tps.headline == doctest::Approx(held).epsilon(0.03));
      REQUIRE((report.held || enforced));
      if (report.held) CHECK(*report.held->tps.system == doctest::Approx(held).epsilon(0.01));
    }
  }
}

TEST_CASE("saturation: judged in poisson mode only") {
  const Run run = run_of(oracle::simulate(overloaded(2000, 200, 1)));
  const Policy policy = without_duration_gate();
  for (const Mode mode : {Mode::concurrency, Mode::offline}) {
    const Analysis analysis = analyse_as(mode, run, sizing_of(100), policy);
    CHECK_FALSE(analysis.load.saturation.saturated);
    CHECK(analysis.rate.has_value() == (mode == Mode::offline));
  }
}
