// Sentences: every warning has one, numbers read as people write them, every verdict has a reason.
#include "report/wording.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "report/build.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

constexpr int kCodes = static_cast<int>(WarningCode::sidecar_problem) + 1;

std::string say(WarningCode code, std::vector<double> numbers, std::string subject = "") {
  return sentence({code, std::move(numbers), std::move(subject)});
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Report report_on_levels(const std::vector<double>& tpot_ns, const Policy& policy = default_policy()) {
  oracle::Series series;
  series.tpot_p50_ns = tpot_ns;
  series.superpass_size = 20;
  const Run run = run_of(oracle::simulate(series));
  return report_as(Mode::concurrency, run, 20, policy);
}

std::vector<double> calm(std::size_t n) {
  return oracle::noisy_series(30e6, 0.002, static_cast<std::int64_t>(n), 5);
}

std::vector<std::string_view> codes(const Report& report) {
  std::vector<std::string_view> result;
  for (const Warning& warning : report.warnings) result.push_back(name_of(warning.code));
  return result;
}

bool warns(const Report& report, WarningCode code) {
  const auto all = codes(report);
  return std::find(all.begin(), all.end(), name_of(code)) != all.end();
}

}  // namespace

TEST_CASE("every warning has a name of its own and a sentence that ends") {
  std::vector<std::string_view> names;
  for (int i = 0; i < kCodes; ++i) {
    const auto code = static_cast<WarningCode>(i);
    CAPTURE(name_of(code));
    const std::string text = say(code, {2, 3, 4}, "ttft_p50");
    REQUIRE_FALSE(text.empty());
    CHECK(text.back() == '.');
    CHECK_FALSE(contains(text, "sss"));
    CHECK(std::find(names.begin(), names.end(), name_of(code)) == names.end());
    names.push_back(name_of(code));
  }
}

TEST_CASE("one thing and several things read as they should") {
  CHECK(contains(say(WarningCode::warmup_capped, {1}), "1 super-pass:"));
  CHECK(contains(say(WarningCode::warmup_capped, {12}), "12 super-passes:"));
  CHECK(contains(say(WarningCode::orphan_events, {1}), "1 event of requests"));
  CHECK(contains(say(WarningCode::malformed_lines, {2}), "2 lines could not be used and were skipped"));
}

TEST_CASE("a drift below 5 % is a negligible creep, from 5 % on a drift") {
  CHECK(contains(say(WarningCode::ttft_drifts, {0.049}, "ttft_p50"), "TTFT p50 creeps up"));
  CHECK(contains(say(WarningCode::ttft_drifts, {-0.02}, "ttft_p90"), "negligible"));
  CHECK(contains(say(WarningCode::ttft_drifts, {0.05}, "ttft_p50"), "drifts up"));
  CHECK(contains(say(WarningCode::ttft_drifts, {-0.5}, "ttft_p50"), "drifts down"));
}

TEST_CASE("durations, numbers and percents as people write them") {
  CHECK(duration_text(82.4e6) == "82.40 ms");
  CHECK(duration_text(1.25e9) == "1.250 s");
  CHECK(duration_text(730e3) == "730.0 us");
  CHECK(duration_text(12) == "12.00 ns");
  CHECK(duration_text(0) == "0 ns");
  CHECK(duration_text(std::nullopt) == "-");
  CHECK(number_text(1234.4) == "1,234");
  CHECK(number_text(1234567) == "1,234,567");
  CHECK(number_text(-1234567) == "-1,234,567");
  CHECK(number_text(-123) == "-123.0");
  CHECK(number_text(285.53) == "285.5");
  CHECK(number_text(0.012344) == "0.01234");
  CHECK(number_text(std::nullopt) == "-");
  CHECK(percent_text(0.1234) == "+12.3 %");
  CHECK(percent_text(-0.05) == "-5.0 %");
  CHECK(percent_text(std::nullopt) == "-");
}

TEST_CASE("why steady: the window and its length") {
  const std::string text = reason(report_on_levels(calm(20)));
  CHECK(contains(text, "super-passes 1 to 19"));
  CHECK(contains(text, "1,137 s"));
}

TEST_CASE("why anomaly: where the step is, and how large") {
  auto levels = calm(25);
  for (std::size_t k = 20; k < 25; ++k) levels[k] *= 1.2;
  const Report report = report_on_levels(levels);
  CHECK(contains(reason(report), "super-pass 20"));
  CHECK((contains(reason(report), "by +19.") || contains(reason(report), "by +20.")));
  CHECK(warns(report, WarningCode::level_shift));
}

TEST_CASE("why not found: too short, and by which term") {
  const std::string text = reason(report_on_levels(calm(8)));
  CHECK(contains(text, "long enough"));
  CHECK(contains(text, "600.0 s"));
  CHECK(contains(text, "floor"));
}

TEST_CASE("why not found: what drifts, which way, how much, and what is stable") {
  std::vector<double> drift;
  for (int k = 0; k < 20; ++k) drift.push_back(30e6 * (1 + 0.06 * k));
  const Report report = report_on_levels(drift);
  REQUIRE(report.analysis.verdict == Verdict::not_found);
  const std::string text = reason(report);
  CHECK(contains(text, "drifting: TPOT p50 up (+"));
  CHECK(contains(text, "without a trend: TTFT p50"));
}

TEST_CASE("why not assessable: which it is, and the ways out when it is the count") {
  const auto why = [](const Run& run) {
    return reason(report_as(Mode::concurrency, run, 2, default_policy()));
  };
  CHECK(contains(why(tracked().issue(1, 0).first(1, 5).complete(1, 9).finish()), "--token-field"));
  CHECK(contains(why(tracked().issue(1, 0).complete(1, 9, 11).finish()), "first-token"));
  CHECK(contains(why(run_of({{0, 5, 9, 11, true}})), "No request completed"));
}

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
  CHECK_FALSE(warns(with_failures(10), WarningCode::failures_in_window));  // 10 of 1000
  CHECK(warns(with_failures(11), WarningCode::failures_in_window));
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
  const auto found = std::find_if(report.warnings.begin(), report.warnings.end(), [](const Warning& warning) {
    return warning.code == WarningCode::estimated_tokens;
  });
  REQUIRE(found != report.warnings.end());
  CHECK(found->subject == "words");
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
  CHECK(warns(burst(30 * kSecond), WarningCode::throughput_inconsistent));
  const Report none = burst(100 * kSecond);
  REQUIRE(none.steady);
  CHECK(none.steady->tps.token_time == 0);
  CHECK(warns(none, WarningCode::throughput_inconsistent));
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
  CHECK(warns(report, WarningCode::metric_drifts_in_window));
  CHECK(warns(report, WarningCode::ttft_drifts));
}
