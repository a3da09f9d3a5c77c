// What do we say of the run?
//
// SPEC 7.8: a window was found or not, and the run changed or not; a change is a step or a line.
#pragma once

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
  all_failed,
  no_tokens_after_first
};

// The first reason why there is nothing to gate on, from the most to the least fundamental.
std::optional<NotAssessable> why_not_assessable(const Tally& all);

// Of a run with a window.
Verdict verdict_of(const Change& change);

struct VerdictFacts {
  Mode mode;
  std::optional<NotAssessable> not_assessable;
  bool has_window;  // of whichever kind the run can have
  const Change& change;
};
Verdict decide(const VerdictFacts& facts);

}  // namespace ssdetect
