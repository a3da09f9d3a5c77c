// Warnings of whole runs, planted to deserve them.
#include <doctest/doctest.h>

#include <algorithm>

#include "report/build.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

template <class Kind>
bool is_a(const Warning& warning) {
  return std::holds_alternative<Kind>(warning);
}

template <class Kind>
bool warns(const Report& report) {
  return std::any_of(report.warnings.begin(), report.warnings.end(), is_a<Kind>);
}

std::vector<double> calm(std::size_t n) {
  return oracle::noisy_series(30e6, 0.002, static_cast<std::int64_t>(n), 5);
}

}  // namespace

TEST_CASE("warnings: failures in the window, from more than 1 %") {
  const auto with_failures = [](std::size_t count) {
    oracle::Series series;
    series.tpot_p50_ns = calm(21);
    series.superpass_size = 50;
    oracle::Simulation simulation = oracle::simulate(series);
    for (std::size_t i = 0; i < count; ++i) {
      simulation.requests[100 + 60 * i].error_ns = simulation.requests[100 + 60 * i].completed_ns;
    }
    const Run run = run_of(simulation);
    return report_as(Mode::concurrency, run, 50, default_policy());
  };
  CHECK_FALSE(warns<warning::FailuresInWindow>(with_failures(10)));  // 10 of 1000
  CHECK(warns<warning::FailuresInWindow>(with_failures(11)));
}

TEST_CASE("warnings: an estimate names its source, though most counts are recorded") {
  RequestTable table({}, true);
  for (std::uint64_t id = 1; id <= 3; ++id) {
    table.on_event(event_of(EventKind::issued, id, 0));
    table.on_event(event_of(EventKind::first_token, id, 5));
    Event completion = event_of(EventKind::completed, id, 99);
    if (id < 3) completion.output_tokens = 11;
    const auto index = table.on_event(completion);
    REQUIRE(index);
    if (id == 3) table.set_tokens(*index, 11, 10, TokenSource::words);
  }
  const Run run = table.finish();
  const Report report = report_as(Mode::concurrency, run, 2, default_policy());
  CHECK(report.tokens_are_estimates);
  const auto found =
      std::find_if(report.warnings.begin(), report.warnings.end(), is_a<warning::EstimatedTokens>);
  REQUIRE(found != report.warnings.end());
  CHECK(std::get<warning::EstimatedTokens>(*found).source == TokenSource::words);
}

TEST_CASE("warnings: the two throughputs, also when nothing was produced at all") {
  const auto burst = [](Nanos first_token) {
    std::vector<Planned> requests;
    for (Nanos i = 0; i < 40; ++i)
      requests.push_back({i * kSecond, first_token + i * kSecond, first_token + (i + 10) * kSecond, 101});
    const Run run = run_of(requests);
    Policy policy = without_duration_gate();
    policy.tail.enabled = false;  // all of them end after the last issue
    return report_as(Mode::concurrency, run, 4, policy);
  };
  CHECK(warns<warning::ThroughputInconsistent>(burst(30 * kSecond)));
  const Report none = burst(100 * kSecond);
  REQUIRE(none.steady);
  CHECK(none.steady->tps.token_time == 0);
  CHECK(warns<warning::ThroughputInconsistent>(none));
}

TEST_CASE("a metric that drifts inside the window has no point estimate, but two ends") {
  oracle::Series series;
  series.tpot_p50_ns = calm(20);
  series.superpass_size = 20;
  oracle::Simulation simulation = oracle::simulate(series);
  for (std::size_t i = 0; i < simulation.requests.size();
       ++i) {  // TTFT grows from 100 ms by 5 ms a super-pass
    oracle::SimRequest& request = simulation.requests[i];
    const Nanos later = static_cast<Nanos>(i / 20) * 5 * kMs;
    request.first_token_ns += later;
    request.completed_ns += later;
  }
  const Run run = run_of(simulation);
  const Report report = report_as(Mode::concurrency, run, 20, default_policy());
  CHECK(report.analysis.verdict == Verdict::steady);  // TTFT warns, never gates
  const WindowDrift* drift = drift_of(report, {Measure::ttft, Level::p50});
  REQUIRE(drift);
  CHECK(drift->state == TrendState::drifting_up);
  CHECK(drift->from_ns == doctest::Approx(105e6));
  CHECK(drift->to_ns == doctest::Approx(195e6));
  CHECK_FALSE(drift_of(report, {Measure::tpot, Level::p50}));
  CHECK(warns<warning::MetricDriftsInWindow>(report));
  CHECK(warns<warning::TtftDrifts>(report));
}
