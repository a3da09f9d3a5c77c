// What should the reader beware of?
//
// A warning is a code and the numbers its sentence needs; the sentence is made in report/wording.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ssdetect {

enum class WarningCode {
  partial_log,
  never_finished,
  malformed_lines,
  malformed_records,
  several_tracking_stretches,
  estimated_tokens,
  mixed_token_sources,
  uncounted_tool_calls,
  uncounted_outputs,
  invalid_durations,
  orphan_events,
  invalid_counts,
  missing_counts,
  warmup_capped,
  warmup_guarded,
  tail_kept,
  drained_super_passes,
  unfinished_super_passes,
  window_too_short,
  skipped_short_plateaus,
  metric_drifts_in_window,
  ttft_drifts,
  p99_not_converged,
  level_shift,
  excursion,
  saturated,
  ttft_not_meaningful,
  throughput_uncertain,
  throughput_inconsistent,
  ramp_or_drain_dominates,
  failures_in_window,
  short_occupancy_span,
  sidecar_problem,
  compacted,
  memory_exceeded,
};

struct Warning {
  WarningCode code{};
  std::vector<double> numbers;  // what they are: see the sentence of the code
  std::string subject;          // a metric, a file, a term
};

std::string_view name_of(WarningCode code);

}  // namespace ssdetect
