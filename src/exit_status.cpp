// Tests: tests/exit_status_test.cpp, tests/cli/cases/exit and fail-on.

#include "exit_status.h"

#include "report/report.h"

namespace ssdetect {

namespace {

bool is_drifting(Verdict verdict) {
  return verdict == Verdict::drifting_up || verdict == Verdict::drifting_down;
}

bool is_anomalous(const Report& report) {
  return report.analysis.verdict == Verdict::anomaly || report.analysis.change.level_shift.has_value();
}

bool is_short(const Report& report) {
  const bool short_window = report.steady && report.steady->duration && report.steady->duration->is_short;
  return short_window || report.analysis.coverage == CoverageStatus::insufficient_duration;
}

bool is_partial(const Report& report) {
  const CoverageStatus status = report.analysis.coverage;
  return report.diagnostics.partial() || status == CoverageStatus::partial_dataset ||
         status == CoverageStatus::insufficient_passes;
}

bool has_failures(const Report& report, double most_pct) {
  const Numbers* numbers = report.steady        ? &*report.steady
                           : report.best_effort ? &report.best_effort->numbers
                                                : nullptr;
  if (!numbers || !numbers->window || numbers->window->issued == 0) return false;
  return 100.0 * static_cast<double>(numbers->window->failed) >
         most_pct * static_cast<double>(numbers->window->issued);
}

bool any_holds(const Report& report, const FailOn& fail_on) {
  return (fail_on.drift && is_drifting(report.analysis.verdict)) ||
         (fail_on.anomaly && is_anomalous(report)) || (fail_on.short_window && is_short(report)) ||
         (fail_on.partial && is_partial(report)) ||
         (fail_on.saturated && report.analysis.load.saturation.saturated) ||
         (fail_on.failures_pct && has_failures(report, *fail_on.failures_pct));
}

int badness(ExitCode code) {
  switch (code) {
    case ExitCode::steady:
      return 0;
    case ExitCode::not_steady:
      return 1;
    case ExitCode::not_assessable:
      return 2;
    case ExitCode::unreadable:
      return 3;
    case ExitCode::usage:
      return 4;
  }
  return 4;
}

}  // namespace

ExitCode exit_code(const Report& report, const FailOn& fail_on) {
  switch (report.analysis.verdict) {
    case Verdict::not_assessable:
    case Verdict::unsupported:
      return ExitCode::not_assessable;
    case Verdict::not_found:
      return ExitCode::not_steady;
    case Verdict::steady:
    case Verdict::anomaly:
    case Verdict::drifting_up:
    case Verdict::drifting_down:
      break;
  }
  return any_holds(report, fail_on) ? ExitCode::not_steady : ExitCode::steady;
}

ExitCode worse(ExitCode a, ExitCode b) { return badness(a) >= badness(b) ? a : b; }

}  // namespace ssdetect
