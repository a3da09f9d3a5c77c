// The stages together: what cannot be judged and why, tiny and hostile runs, and how the parts are wired.
#include "steady/analysis.h"

#include <doctest/doctest.h>

#include <limits>

#include "report/build.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

std::optional<NotAssessable> why(const Run& run) {
  const Analysis analysis = analyse_run(run, 2, default_policy());
  CHECK((analysis.verdict == Verdict::not_assessable) == analysis.not_assessable.has_value());
  return analysis.not_assessable;
}

// Calm super-passes of 20, 60 s each.
Run calm_run(std::size_t super_passes, double factor_of_last_five = 1) {
  oracle::Series series;
  series.tpot_p50_ns = oracle::noisy_series(30e6, 0.002, static_cast<std::int64_t>(super_passes), 11);
  for (std::size_t i = super_passes - 5; i < super_passes; ++i) series.tpot_p50_ns[i] *= factor_of_last_five;
  series.superpass_size = 20;
  return run_of(oracle::simulate(series));
}

void check_survives(const Run& run) {
  for (const Policy& policy : {default_policy(), reference_policy(), without_duration_gate()}) {
    const Report report = report_as(Mode::concurrency, run, 2, policy);
    CHECK(report.counts.issued == run.requests.size());
    CHECK(report.steady.has_value() != report.best_effort.has_value());
  }
}

}  // namespace

TEST_CASE("what is missing when there is nothing to judge") {
  CHECK(why(run_of({{0, 5, 30, 11, true}, {1, 5, 30, 11, true}})) == NotAssessable::all_failed);
  CHECK(why(tracked().issue(1, 0).finish()) == NotAssessable::all_failed);
  CHECK(why(tracked().issue(1, 0).first(1, 5).complete(1, 9).finish()) == NotAssessable::no_token_counts);
  CHECK(why(run_of({{0, 5, 30, 1}, {1, 5, 30, 0}})) == NotAssessable::nothing_streamed);
  CHECK(why(tracked().issue(1, 0).complete(1, 9, 11).finish()) == NotAssessable::no_first_tokens);
  CHECK(why(run_of({{0, 50, 30, 11}})) == NotAssessable::no_tokens_after_first);
  CHECK_FALSE(why(run_of({{0, 5, 30, 11}, {1, 5, 30, 11, true}})));
}

TEST_CASE("TTFT never stands in for TPOT") {
  EventFeed feed = tracked();
  for (std::uint64_t id = 1; id <= 40; ++id) {
    const Nanos at = static_cast<Nanos>(id) * 60 * kSecond;
    feed.issue(id, at).first(id, at + kSecond).complete(id, at + 2 * kSecond);
  }
  const Analysis analysis = analyse_run(feed.finish(), 2, default_policy());
  CHECK(analysis.verdict == Verdict::not_assessable);
  CHECK(analysis.segments.plateau_count() == 0);
  CHECK_FALSE(analysis.window());
  CHECK(analysis.series.ttft.p50[0] == 1e9);
}

TEST_CASE("a calm run: one super-pass of warmup, the rest is the window, and it is steady") {
  const Analysis analysis = analyse_run(calm_run(20), 20, default_policy());
  CHECK(analysis.verdict == Verdict::steady);
  CHECK(analysis.window() == PassRange{1, 20});
  CHECK(analysis.full_passes == 20);
  CHECK(analysis.coverage == CoverageStatus::windowable);
  CHECK(analysis.trends.window->range == PassRange{1, 20});
  CHECK(analysis.trends.to_end->range == PassRange{1, 20});
  CHECK(analysis.trends.run.range == PassRange{1, 20});
}

TEST_CASE("a step after the window: anomaly, from the window's start") {
  const Analysis analysis = analyse_run(calm_run(25, 1.2), 20, default_policy());
  CHECK(analysis.verdict == Verdict::anomaly);
  CHECK(analysis.window() == PassRange{1, 20});
  REQUIRE(analysis.change.level_shift);
  CHECK(analysis.change.level_shift->change_point == 20);
  CHECK(analysis.change.level_shift->delta == doctest::Approx(0.2).epsilon(0.02));
  CHECK(analysis.trends.to_end->range == PassRange{1, 25});
  CHECK(analysis.change.kind == ChangeKind::step);
}

TEST_CASE("too short in wall time: not found, the longest plateau is the candidate") {
  const Analysis analysis = analyse_run(calm_run(8), 20, default_policy());
  CHECK(analysis.verdict == Verdict::not_found);
  CHECK(analysis.coverage == CoverageStatus::insufficient_duration);
  CHECK_FALSE(analysis.window());
  CHECK(analysis.candidate() == PassRange{1, 8});
  CHECK(analysis.trends.window->range == PassRange{1, 8});
  const Analysis open = analyse_run(calm_run(8), 20, without_duration_gate());
  CHECK(open.verdict == Verdict::steady);
  CHECK(open.coverage == CoverageStatus::windowable);
}

TEST_CASE("a fixed warmup of the whole run or more: reported, insufficient passes, nothing found") {
  for (const std::size_t count :
       {std::size_t{20}, std::size_t{21}, std::numeric_limits<std::size_t>::max()}) {
    Policy policy;
    policy.warmup.fixed = count;
    const Analysis analysis = analyse_run(calm_run(20), 20, policy);
    CHECK(analysis.warmup.count == count);
    CHECK(analysis.coverage == CoverageStatus::insufficient_passes);
    CHECK(analysis.verdict == Verdict::not_found);
    CHECK(analysis.examined().size() == 0);
  }
}

TEST_CASE("coverage takes the super-pass size where the dataset size is unknown, else the dataset size") {
  const Run run = calm_run(20);
  Sizing sizing = sizing_of(20);
  const auto coverage = [&] { return analyse_as(Mode::concurrency, run, sizing, default_policy()).coverage; };
  CHECK(coverage() == CoverageStatus::windowable);
  sizing.dataset_size = 401;
  CHECK(coverage() == CoverageStatus::partial_dataset);
  sizing.dataset_size = 400;
  CHECK(coverage() == CoverageStatus::windowable);
}

TEST_CASE("a single request, and runs of a few, give an answer") {
  check_survives(run_of({{0, 5, 30, 11}}));
  check_survives(tracked().issue(1, 0).finish());
  check_survives(run_of({{0, 5, 30, 11}, {0, 5, 30, 11}, {0, 5, 30, 11}}));
  check_survives(run_of({{0, 5, 30, 11, true}, {0, 5, 30, 11, true}}));
}

TEST_CASE("hostile clocks: the ends of int64, all equal, negative, backwards") {
  constexpr Nanos low = std::numeric_limits<Nanos>::min(), high = std::numeric_limits<Nanos>::max();
  check_survives(run_of(std::vector<Planned>(40, {low, 0, high, 11})));
  check_survives(run_of(std::vector<Planned>(40, {high, low, low, 11})));
  check_survives(run_of(std::vector<Planned>(40, {7, 7, 7, 11})));
  std::vector<Planned> mixed, negative, backwards;
  for (Nanos i = 0; i < 60; ++i) {
    mixed.push_back(i % 2 == 0 ? Planned{low, high, high, 3} : Planned{high, low, low, 3});
    negative.push_back({-100'000 + 100 * i, -99'990 + 100 * i, -99'940 + 100 * i, 11});
    backwards.push_back({1000 - i, 1010 - i, 1100 - i, 11});
  }
  check_survives(run_of(mixed));
  check_survives(run_of(negative));
  check_survives(run_of(backwards));
  const Run shifted = run_of(negative);
  const Report report = report_as(Mode::concurrency, shifted, 10, without_duration_gate());
  CHECK(report.analysis.verdict == Verdict::steady);
  CHECK(report.steady->window->start_s == doctest::Approx(1e-6));
}

TEST_CASE("every trend test has its opinion on each of the nine metrics") {
  const Analysis analysis = analyse_run(calm_run(20), 20, default_policy());
  std::vector<std::string> names;
  for (const TrendOpinions& opinions : analysis.trends.opinions) {
    names.emplace_back(name_of(opinions.metric));
    CHECK(opinions.gate.state != TrendState::insufficient);
  }
  CHECK(names == std::vector<std::string>{"tpot_p50", "tpot_p90", "tpot_p99", "ttft_p50", "ttft_p90",
                                          "ttft_p99", "latency_p50", "latency_p90", "latency_p99"});
  CHECK(analysis.trends.opinions[0].newey_west);
  CHECK(analysis.trends.opinions[0].theil_sen_relative);
}

TEST_CASE("the first requests of a closed loop are warmup, whatever TPOT says") {
  std::vector<Planned> planned;  // 45 at once, then one whenever one ends
  for (Nanos i = 0; i < 400; ++i) {
    const Nanos issued = i < 45 ? 0 : (i - 44) * kSecond + 1, completed = (i + 1) * kSecond;
    planned.push_back({issued, completed - kSecond / 2, completed, 11});
  }
  const Run run = run_of(planned);
  const Policy policy = without_duration_gate();
  const auto warmup = [&](Mode mode, const Policy& rules) {
    return analyse_as(mode, run, sizing_of(10), rules).warmup;
  };
  CHECK(warmup(Mode::concurrency, policy).fill == 5);
  CHECK(warmup(Mode::concurrency, policy).count == 5);
  CHECK(warmup(Mode::poisson, policy).count == 1);
  CHECK(warmup(Mode::concurrency, reference_policy()).count == 1);
  Policy fixed = policy;
  fixed.warmup.fixed = 2;
  CHECK(warmup(Mode::concurrency, fixed).count == 2);
}
