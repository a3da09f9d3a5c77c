// What do we say of the run?
//
// SPEC 7.8: a window was found or not, and the run changed or not; a change is a step or a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "run/facts.h"
#include "steady/change.h"

namespace ssdetect {

enum class Verdict { steady, anomaly, drifting_up, drifting_down, not_found, not_assessable, unsupported };
std::string_view name_of(Verdict verdict);

enum class NotAssessable {
  no_token_counts,
  nothing_streamed,
  no_first_tokens,
  first_tokens_too_late,
  all_failed,
  no_tokens_after_first
};

// The first reason why there is nothing to gate on, from the most to the least fundamental.
// `late_first_tokens`: of requests that had completed by then.
std::optional<NotAssessable> why_not_assessable(const Tally& all, std::uint64_t late_first_tokens = 0);

// Of a run with a window.
Verdict verdict_of(const Change& change);

struct VerdictFacts {
  Mode mode;
  std::optional<NotAssessable> not_assessable;
  bool has_window;  // of whichever kind the run can have
  const Change& change;
};
Verdict decide(const VerdictFacts& facts);

// How much steady signal does the run support?
//
// §5.6, SPEC 6: a status, never an abort. It changes neither verdict nor exit code.

enum class CoverageStatus { windowable, partial_dataset, insufficient_passes, insufficient_duration };
std::string_view name_of(CoverageStatus status);

struct CoverageFacts {
  std::size_t issued = 0;
  std::size_t dataset_size = 0;  // the super-pass size when unknown
  std::size_t full_super_passes = 0;
  std::size_t warmup = 0;
  std::size_t examined = 0;  // super-passes left to examine
  std::size_t least_window = 4;
  bool windowed_by_time = false;     // offline: super-passes do not matter
  bool only_short_plateaus = false;  // there are plateaus, none long enough, and the gate is on
};

CoverageStatus judge_coverage(const CoverageFacts& facts);

}  // namespace ssdetect
