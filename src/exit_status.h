// With which code does the program end?
//
// SPEC 12: each result has one, several end with the worst.
#pragma once

#include <optional>

#include "failure.h"

namespace ssdetect {

// The conditions of --fail-on.
struct FailOn {
  bool drift = false;         // a drifting verdict
  bool anomaly = false;       // a detected one
  bool short_window = false;  // insufficient_duration, or a window below its minimum
  bool partial = false;       // interrupted log, partial_dataset or insufficient_passes
  bool saturated = false;
  std::optional<double> failures_pct;  // failed share of the window above this
};

struct Report;
ExitCode exit_code(const Report& report, const FailOn& fail_on);

// The worse of two results, in the order 2, 3, 4, 1, 0.
ExitCode worse(ExitCode a, ExitCode b);

}  // namespace ssdetect
