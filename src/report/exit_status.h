// Which exit code does a result have?
#pragma once

#include <optional>
#include <span>

#include "failure.h"
#include "report/report.h"

namespace ssdetect {

// The conditions of --fail-on (SPEC 12).
struct FailOn {
  bool drift = false;         // a drifting verdict
  bool anomaly = false;       // a detected one
  bool short_window = false;  // insufficient_duration, or a window below its minimum
  bool partial = false;       // interrupted log, partial_dataset or insufficient_passes
  bool saturated = false;
  std::optional<double> failures_pct;  // failed share of the window above this
};

ExitCode exit_code(const Report& report, const FailOn& fail_on);

// The worse of two results, in the order 3, 4, 1, 0.
ExitCode worse(ExitCode a, ExitCode b);

}  // namespace ssdetect
