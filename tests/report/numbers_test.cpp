// SPEC 8 against hand computations.
#include "report/numbers.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

constexpr double kT3 = 3.182446305284263;   // Student t, 0.975, 3 degrees of freedom
constexpr double kT1 = 12.706204736432095;  // ... 1
constexpr double kT2 = 4.302652729911275;   // ... 2

struct Pass {
  Nanos first, last;  // its two issues
  Tokens tokens;      // of each
  double tpot_ns;
};

// Two requests a super-pass; the first token comes `ttft` after the issue.
Run run_of_passes(const std::vector<Pass>& passes, Nanos ttft = 10 * kMs) {
  std::vector<Planned> requests;
  for (const Pass& pass : passes) {
    for (const Nanos at : {pass.first, pass.last}) {
      const auto decode = static_cast<Nanos>(pass.tpot_ns * (pass.tokens - 1));
      requests.push_back({at, at + ttft, at + ttft + decode, pass.tokens});
    }
  }
  return run_of(requests);
}

// Without the cut of the drain tail, which such short runs consist of.
Policy keeping_the_tail() {
  Policy policy;
  policy.tail.enabled = false;
  return policy;
}

// Over all super-passes, and over the whole run.
std::pair<Numbers, Numbers> numbers_and_total(const Run& run, const Policy& policy = keeping_the_tail()) {
  const Facts facts = facts_of(run, Mode::concurrency, {}, policy.load);
  const Sizing sizing = sizing_of(2);
  const Partitions blocks = partition(run, facts, sizing, policy);
  const Analysis analysis = analyse(facts, blocks, sizing, false, policy);
  const Stretches stretches(analysis, blocks, policy);
  return {stretches.over(blocks.passes.all()), stretches.over_all()};
}

Numbers numbers(const Run& run, const Policy& policy = keeping_the_tail()) {
  return numbers_and_total(run, policy).first;
}

InFlightFacts facts_with(const Run& run, std::optional<double> target_concurrency) {
  const Sizing sizing = sizing_of(2);
  RunOrigin origin;
  origin.sidecars.target_concurrency = target_concurrency;
  const Facts facts = facts_of(run, Mode::concurrency, origin.sidecars, {});
  const Partitions blocks = partition(run, facts, sizing, {});
  return build_report(facts, blocks, analyse(facts, blocks, sizing, false, {}), origin, {}).facts;
}

// 10 s each, 20 s apart: 10, 12, 11 and 13 tokens a second.
std::vector<Pass> four_passes() {
  std::vector<Pass> passes;
  const double tokens[] = {50, 60, 55, 65}, tpot_ns[] = {10e6, 11e6, 12e6, 11e6};
  for (Nanos k = 0; k < 4; ++k)
    passes.push_back({20 * k * kSecond, (20 * k + 10) * kSecond, tokens[k], tpot_ns[k]});
  return passes;
}

std::size_t sum_of(const std::vector<HistogramBin>& histogram) {
  return std::accumulate(histogram.begin(), histogram.end(), std::size_t{0},
                         [](std::size_t sum, const HistogramBin& bin) { return sum + bin.count; });
}

}  // namespace

TEST_CASE("a distribution by hand: lower nearest ranks, deviation over n") {
  const Distribution d = describe(Pool({5, 1, 3, 2, 4}), 20);
  CHECK(d.count == 5);
  CHECK(d.mean == 3);
  CHECK(d.std_dev == doctest::Approx(std::sqrt(2.0)));
  CHECK(d.min == 1);
  CHECK(d.max == 5);
  CHECK(d[p50] == 3);
  CHECK(d[p90] == 4);  // floor(0.9 * 4) = 3
  CHECK(d[p99_9] == 4);
  std::vector<double> thousand(1001);
  std::iota(thousand.begin(), thousand.end(), 0.0);
  const Distribution wide = describe(Pool(thousand), 20);
  CHECK(wide[p50] == 500);
  CHECK(wide[p95] == 950);
  CHECK(wide[p99] == 990);
  CHECK(wide[p99_9] == 999);
}

TEST_CASE("nothing has no distribution") {
  const Distribution d = describe({}, 20);
  CHECK(d.count == 0);
  CHECK_FALSE(d.mean);
  CHECK_FALSE(d[p50]);
  CHECK(d.histogram.empty());
}

TEST_CASE("a histogram holds every value: evenly in the logarithm when all are positive") {
  const Distribution d = describe(Pool({1, 2, 4, 8, 1024, 1024}), 10);  // edges 1, 2, 4, ... 1024
  REQUIRE(d.histogram.size() == 10);
  CHECK(sum_of(d.histogram) == 6);
  CHECK(d.histogram[0].low == 1);
  CHECK(d.histogram[9].high == 1024);
  CHECK(d.histogram[9].count == 2);
  CHECK(d.histogram[4].low == doctest::Approx(16));
  CHECK(d.histogram[0].count + d.histogram[1].count + d.histogram[2].count + d.histogram[3].count == 4);
}

TEST_CASE("... evenly in the value when one is not") {
  const Distribution d = describe(Pool({0, 1, 2.5, 10}), 4);
  REQUIRE(d.histogram.size() == 4);
  CHECK(d.histogram[1].low == 2.5);
  CHECK(d.histogram[0].count == 2);
  CHECK(d.histogram[1].count == 1);
  CHECK(d.histogram[3].count == 1);
  CHECK(sum_of(describe(Pool({-3, -1, 0}), 20).histogram) == 3);
  CHECK(sum_of(describe(Pool({7, 7, 7}), 20).histogram) == 3);
}

TEST_CASE("system TPS: tokens of the samples issued over the offered-load span, and its interval") {
  const Numbers four = numbers(run_of_passes(four_passes()));
  CHECK(four.tps.system == doctest::Approx(460.0 / 70));
  // Rates 10, 12, 11, 13: sample standard deviation sqrt(5 / 3).
  const double half = kT3 * std::sqrt(5.0 / 3) / 2;
  REQUIRE(four.tps.system_interval);
  CHECK(*four.tps.system_interval->low == doctest::Approx(460.0 / 70 - half));
  CHECK(*four.tps.system_interval->high == doctest::Approx(460.0 / 70 + half));
  CHECK(four.tps.requests_per_s == doctest::Approx(8.0 / 70));
}

TEST_CASE("per-user TPS: one over the pooled mean TPOT, the interval around it, inverted") {
  const Numbers four = numbers(run_of_passes(four_passes()));
  const double half = kT3 * std::sqrt(2e12 / 3) / 2;  // 10, 11, 12, 11 ms
  CHECK(four.tps.per_user == doctest::Approx(1e9 / 11e6));
  REQUIRE(four.tps.per_user_interval);
  CHECK(*four.tps.per_user_interval->low == doctest::Approx(1e9 / (11e6 + half)));
  CHECK(*four.tps.per_user_interval->high == doctest::Approx(1e9 / (11e6 - half)));
}

TEST_CASE("the centre is the pooled mean by default, the batches' mean in reference") {
  // Super-pass 0 has one TPOT (10 ms), 1 and 2 have two (20 ms each): pooled 18, batches 16.67.
  std::vector<Planned> requests;
  const double tpot[] = {10e6, 10e6, 20e6, 20e6, 20e6, 20e6};
  for (Nanos i = 0; i < 6; ++i) {
    const Tokens tokens = i == 0 ? 1 : 11;
    requests.push_back(
        {i * kSecond, i * kSecond + 5, i * kSecond + 5 + static_cast<Nanos>(tpot[i] * (tokens - 1)), tokens});
  }
  const Run run = run_of(requests);
  const double half = kT2 * std::sqrt(100e12 / 3) / std::sqrt(3.0);
  Policy lenient = keeping_the_tail();
  lenient.number.fewest_blocks = 2;
  lenient.number.intervals_stay_positive = false;
  const auto own = numbers(run, lenient).tps;
  CHECK(own.per_user == doctest::Approx(1e9 / 18e6));
  CHECK(*own.per_user_interval->low == doctest::Approx(1e9 / (18e6 + half)));
  const double centre_own = 1e9 / *own.per_user_interval->low;
  const double centre_reference = 1e9 / *numbers(run, reference_policy()).tps.per_user_interval->low;
  CHECK(centre_own - centre_reference == doctest::Approx(18e6 - 50e6 / 3));
}

TEST_CASE("an interval as wide as its value goes by factors, so that no bound is below zero") {
  const std::vector<Pass> passes{{0, kSecond, 11, 1e6},
                                 {5 * kSecond, 6 * kSecond, 11, 1e6},
                                 {10 * kSecond, 11 * kSecond, 11, 1e6},
                                 {15 * kSecond, 16 * kSecond, 11, 37e6}};
  const Numbers wild = numbers(run_of_passes(passes));
  const double half = kT3 * 18e6 / 2;  // of the mean TPOT, 10 ms; the sample standard deviation is 18 ms
  REQUIRE(wild.tps.per_user_interval);
  CHECK(*wild.tps.per_user_interval->low == doctest::Approx(1e9 / (10e6 * std::exp(half / 10e6))));
  CHECK(*wild.tps.per_user_interval->high == doctest::Approx(1e9 / (10e6 * std::exp(-half / 10e6))));
}

TEST_CASE("reference: a bound that is not positive is no bound") {
  const Numbers wild = numbers(run_of_passes({{0, kSecond, 11, 1e6}, {5 * kSecond, 6 * kSecond, 11, 9e6}}),
                               reference_policy());
  const double half = kT1 * std::sqrt(32e12) / std::sqrt(2.0);
  REQUIRE(wild.tps.per_user_interval);
  CHECK(*wild.tps.per_user_interval->low == doctest::Approx(1e9 / (5e6 + half)));
  CHECK_FALSE(wild.tps.per_user_interval->high);
}

TEST_CASE("batches without a span are skipped; fewer than the policy's least give no interval") {
  std::vector<Pass> passes = four_passes();
  passes[3].first = passes[3].last;
  CHECK_FALSE(numbers(run_of_passes(passes)).tps.system_interval);
  Policy lenient = keeping_the_tail();
  lenient.number.fewest_blocks = reference_policy().number.fewest_blocks;
  const Numbers three = numbers(run_of_passes(passes), lenient);
  const double half = kT2 * 1.0 / std::sqrt(3.0);  // 10, 12, 11
  REQUIRE(three.tps.system_interval);
  CHECK(*three.tps.system_interval->high - *three.tps.system == doctest::Approx(half));
  passes.resize(1);
  const Numbers one = numbers(run_of_passes(passes), lenient);
  CHECK(one.tps.system == doctest::Approx(10));
  CHECK_FALSE(one.tps.system_interval);
  CHECK_FALSE(one.tps.per_user_interval);
}

TEST_CASE("a window without a span has no rates") {
  const Numbers flat = numbers(run_of_passes({{0, 0, 11, 1e6}, {0, 0, 11, 1e6}}));
  CHECK_FALSE(flat.tps.system);
  CHECK_FALSE(flat.tps.token_time);
  CHECK_FALSE(flat.tps.headline);
  CHECK_FALSE(flat.tps.requests_per_s);
  CHECK(flat.tps.per_user == doctest::Approx(1000));
}

TEST_CASE("reference counts the tokens after the first, of samples that have a TPOT") {
  const Run run = run_of({{0, 5, 105, 11}, {kSecond, kSecond + 5, kSecond + 9, 1}});
  CHECK(numbers(run).tps.system == 12);
  CHECK(numbers(run, reference_policy()).tps.system == 10);
}

TEST_CASE("failed requests bring no tokens and no values, and are counted") {
  const Run run = run_of({{0, 5, 105, 11}, {kSecond, kSecond + 5, kSecond + 105, 11, true}});
  const Numbers half = numbers(run);
  CHECK(half.tps.system == 11);
  CHECK(half[Measure::ttft].count == 1);
  CHECK(half[Quantity::output_tokens].count == 1);
  CHECK(half.window->failed == 1);
  CHECK(half.window->issued == 2);
  CHECK(half.window->samples == 2);
}

TEST_CASE("the window counts the samples with a first token or a completion") {
  const Run run = tracked()
                      .issue(1, 0)
                      .first(1, 5)
                      .issue(2, 10)
                      .complete(2, 20, 5)
                      .issue(3, 30)
                      .issue(4, kSecond)
                      .finish();
  const Numbers some = numbers(run);
  CHECK(some.window->issued == 4);
  CHECK(some.window->samples == 2);
  CHECK(some[Measure::ttft].count == 1);
  CHECK(some.window->duration_s == 1);
}

TEST_CASE("token-time rate: what was generated between first and last issue") {
  // 100 tokens over [1 s, 5 s] and over [10 s, 14 s]; issues at 0 and 3 s: half of the first.
  const Run run = run_of({{0, kSecond, 5 * kSecond, 100}, {3 * kSecond, 10 * kSecond, 14 * kSecond, 100}});
  const Numbers some = numbers(run);
  CHECK(some.tps.system == doctest::Approx(200.0 / 3));
  CHECK(some.tps.token_time == doctest::Approx(50.0 / 3));
  CHECK(some.tps.mismatch == doctest::Approx(3.0));
  CHECK(some.tps.headline == some.tps.token_time);
}

TEST_CASE("the headline moves when the two rates differ by more than 10 %") {
  // Issues at 0 and 10 s; `inside` of the first's 1000 tokens come before 10 s, and none of the second's 100.
  const auto headline_is_system = [](Nanos end_of_first) {
    const Run run = run_of({{0, 0, end_of_first, 1000}, {10 * kSecond, 20 * kSecond, 21 * kSecond, 100}});
    const Throughput tps = numbers(run).tps;
    return tps.headline == tps.system;
  };
  CHECK(headline_is_system(10 * kSecond));  // 1100 against 1000: exactly 10 %
  CHECK_FALSE(headline_is_system(10'010 * kMs));
}

TEST_CASE("a burst that produced nothing while it was issued has no throughput to boast of") {
  const Run run = run_of({{0, 60 * kSecond, 90 * kSecond, 500}, {kSecond, 60 * kSecond, 90 * kSecond, 500}});
  const Throughput tps = numbers(run).tps;
  CHECK(tps.system == 1000);
  CHECK(tps.token_time == 0);
  CHECK(tps.headline == 0);
}

TEST_CASE("total: over first issue to last completion, a failed one's included") {
  const Run run = run_of({{0, kSecond, 3 * kSecond, 21},
                          {kSecond, 2 * kSecond, 4 * kSecond, 41},
                          {2 * kSecond, 3 * kSecond, 10 * kSecond, 9, true}});
  const Numbers total = report_as(Mode::concurrency, run, 2, default_policy()).total;
  CHECK(total.tps.system == doctest::Approx(62.0 / 10));
  CHECK(total[Measure::tpot].count == 2);
  CHECK(total[Measure::tpot].mean == doctest::Approx(75e6));  // 100 ms and 50 ms
  CHECK(total.tps.per_user == doctest::Approx(1e9 / 75e6));
  CHECK(total[Quantity::output_tokens].mean == 31);
  CHECK_FALSE(total.window->range);
  CHECK(total.window->duration_s == 10);
}

TEST_CASE("hairball weight: in flight at the last issue, but not among the last C issued") {
  std::vector<Planned> requests;
  for (Nanos i = 0; i < 10; ++i) requests.push_back({i, i, i + 1, 3});
  requests[0].completed = 100;  // lingers
  requests[8].completed = 100;
  const Run run = run_of(requests);  // at 9: 0, 8 and 9
  CHECK(facts_with(run, 2).hairball_weight == doctest::Approx(1.0 / 3));
  CHECK(facts_with(run, 1).hairball_weight == doctest::Approx(2.0 / 3));
  CHECK(facts_with(run, 10).hairball_weight == 0);
  CHECK(facts_with(run, std::nullopt).peak_in_flight == 3);  // 0, 8 and 9 over [9, 10)
  CHECK(facts_with(run, std::nullopt).hairball_weight == doctest::Approx(1.0 / 3));
  CHECK(facts_with(run, 2).drain_s == doctest::Approx(91e-9));
  CHECK(facts_with(run, 2).drain_share == doctest::Approx(0.91));
}

TEST_CASE("divergence is relative to the total") {
  CHECK(divergence(110, 100) == doctest::Approx(0.1));
  CHECK_FALSE(divergence(110, 0));
  CHECK_FALSE(divergence(std::nullopt, 100));
  CHECK_FALSE(divergence(100, std::nullopt));
}

TEST_CASE("reference holds what was issued against what was produced with all tokens in both") {
  // Outputs of 5 tokens: those after the first are 80 % of them.
  std::vector<Planned> requests;
  for (Nanos i = 0; i < 100; ++i) requests.push_back({i * kSecond, i * kSecond, (i + 1) * kSecond, 5});
  const Numbers all = numbers(run_of(requests), reference_policy());
  CHECK(all.tps.system == doctest::Approx(400.0 / 99));
  CHECK(all.tps.token_time == doctest::Approx(5));
  CHECK(all.tps.mismatch == doctest::Approx(500.0 / 99 / 5 - 1));
  CHECK_FALSE(all.tps.inconsistent);
  CHECK(all.tps.headline == all.tps.system);
  CHECK(all.tps.comparable == doctest::Approx(500.0 / 99));
}

TEST_CASE(
    "tokens of requests that were cut off are in the produced rate, which leads where they were issued") {
  // Four streams, back to back, 100 tokens/s each; all is cut off at 9.875 s.
  EventFeed feed = tracked();
  std::uint64_t id = 0;
  for (Nanos at = 0; at < 10 * kSecond; at += kSecond / 4) {
    ++id;
    feed.issue(id, at).first(id, at);
    if (at + kSecond <= 9'875 * kMs) {
      feed.complete(id, at + kSecond, 100);
      continue;
    }
    Event cut_off = event_of(EventKind::cut_off, id, 9'875 * kMs);
    cut_off.output_tokens = static_cast<Tokens>(9'875 * kMs - at) / static_cast<Tokens>(10 * kMs);
    feed.put(cut_off);
  }
  const Run run = feed.finish();
  const double produced = 100 * (9.75 + 9.5 + 9.25 + 9) / 9.75;
  const auto [passes, all] = numbers_and_total(run);
  for (const Throughput& tps : {passes.tps, all.tps}) {
    CHECK(tps.system == doctest::Approx(36 * 100 / 9.75));
    CHECK(tps.token_time == doctest::Approx(produced).epsilon(1e-6));
    CHECK(tps.headline == tps.token_time);
    CHECK(tps.comparable == tps.token_time);
  }
  CHECK(passes[Measure::latency].count == 36);
  CHECK(passes[Measure::ttft].count == 40);
}
