// SPEC 12: exit codes and every --fail-on condition, as a pure function of the report.
#include "exit_status.h"

#include <doctest/doctest.h>

#include "report/report.h"

using namespace ssdetect;

namespace {

Report report_with(Verdict verdict) {
  Report report;
  report.analysis.verdict = verdict;
  Numbers numbers;
  numbers.window = WindowFacts{};
  numbers.window->samples = numbers.window->issued = 100;
  numbers.duration = MinDuration{};
  report.steady = numbers;
  return report;
}

FailOn only(bool FailOn::*condition) {
  FailOn fail_on;
  fail_on.*condition = true;
  return fail_on;
}

FailOn above(double failures_pct) {
  FailOn fail_on;
  fail_on.failures_pct = failures_pct;
  return fail_on;
}

// Does `condition` turn a steady run, changed by `change`, into exit 1, and only then?
template <class Change>
bool trips(const FailOn& condition, Change change) {
  Report report = report_with(Verdict::steady);
  CHECK(exit_code(report, condition) == ExitCode::steady);
  change(report);
  CHECK(exit_code(report, {}) == ExitCode::steady);
  return exit_code(report, condition) == ExitCode::not_steady;
}

}  // namespace

TEST_CASE("exit codes by verdict") {
  for (Verdict found : {Verdict::steady, Verdict::anomaly, Verdict::drifting_up, Verdict::drifting_down})
    CHECK(exit_code(report_with(found), {}) == ExitCode::steady);
  CHECK(exit_code(report_with(Verdict::not_found), {}) == ExitCode::not_steady);
  CHECK(exit_code(report_with(Verdict::not_assessable), {}) == ExitCode::not_assessable);
  CHECK(exit_code(report_with(Verdict::unsupported), {}) == ExitCode::not_assessable);
}

TEST_CASE("no condition turns 4 into 1") {
  const FailOn all{.drift = true,
                   .anomaly = true,
                   .short_window = true,
                   .partial = true,
                   .saturated = true,
                   .failures_pct = 0};
  Report report = report_with(Verdict::not_assessable);
  report.diagnostics.session_ended_missing = true;
  CHECK(exit_code(report, all) == ExitCode::not_assessable);
}

TEST_CASE("--fail-on drift") {
  const FailOn drift = only(&FailOn::drift);
  CHECK(trips(drift, [](Report& r) { r.analysis.verdict = Verdict::drifting_up; }));
  CHECK(trips(drift, [](Report& r) { r.analysis.verdict = Verdict::drifting_down; }));
  CHECK_FALSE(trips(drift, [](Report& r) { r.analysis.verdict = Verdict::anomaly; }));
}

TEST_CASE("--fail-on anomaly: the verdict, or a detected level shift") {
  const FailOn anomaly = only(&FailOn::anomaly);
  CHECK(trips(anomaly, [](Report& r) { r.analysis.verdict = Verdict::anomaly; }));
  CHECK(trips(anomaly, [](Report& r) {
    r.analysis.verdict = Verdict::drifting_up;
    r.analysis.change.level_shift = LevelShift{};
  }));
  CHECK_FALSE(trips(anomaly, [](Report& r) { r.analysis.verdict = Verdict::drifting_up; }));
}

TEST_CASE("--fail-on short: insufficient duration, or a window below its minimum") {
  const FailOn short_window = only(&FailOn::short_window);
  CHECK(trips(short_window, [](Report& r) { r.steady->duration->is_short = true; }));
  CHECK(trips(short_window, [](Report& r) { r.analysis.coverage = CoverageStatus::insufficient_duration; }));
  CHECK_FALSE(trips(short_window, [](Report& r) { r.analysis.coverage = CoverageStatus::partial_dataset; }));
}

TEST_CASE("--fail-on partial: a torn or interrupted log, or too little of it") {
  const FailOn partial = only(&FailOn::partial);
  CHECK(trips(partial, [](Report& r) { r.diagnostics.torn_last_line = true; }));
  CHECK(trips(partial, [](Report& r) { r.diagnostics.session_ended_missing = true; }));
  CHECK(trips(partial, [](Report& r) { r.analysis.coverage = CoverageStatus::partial_dataset; }));
  CHECK(trips(partial, [](Report& r) { r.analysis.coverage = CoverageStatus::insufficient_passes; }));
  CHECK_FALSE(trips(partial, [](Report& r) { r.analysis.coverage = CoverageStatus::insufficient_duration; }));
}

TEST_CASE("--fail-on failures: a share of the window above the limit, not at it") {
  const FailOn one = above(1), half = above(0.5), none = above(0);
  CHECK_FALSE(trips(one, [](Report& r) { r.steady->window->failed = 1; }));
  CHECK(trips(one, [](Report& r) { r.steady->window->failed = 2; }));
  CHECK(trips(half, [](Report& r) { r.steady->window->failed = 1; }));
  CHECK(trips(none, [](Report& r) { r.steady->window->failed = 1; }));
}

TEST_CASE("--fail-on saturated") {
  CHECK(trips(only(&FailOn::saturated), [](Report& r) { r.analysis.load.saturation.saturated = true; }));
}

TEST_CASE("several operands: the worst, in the order 3, 4, 1, 0") {
  const ExitCode order[] = {ExitCode::unreadable, ExitCode::not_assessable, ExitCode::not_steady,
                            ExitCode::steady};
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) CHECK(worse(order[a], order[b]) == order[a < b ? a : b]);
}
