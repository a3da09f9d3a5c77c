// Tests: tests/steady/change_test.cpp, coverage_test.cpp, and the verdict counts in
// tests/steady/verdict_rates_test.cpp.

#include "steady/verdict.h"

namespace ssdetect {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::steady:
      return "steady";
    case Verdict::anomaly:
      return "anomaly";
    case Verdict::drifting_up:
      return "drifting_up";
    case Verdict::drifting_down:
      return "drifting_down";
    case Verdict::not_found:
      return "not_found";
    case Verdict::not_assessable:
      return "not_assessable";
    case Verdict::unsupported:
      return "unsupported";
  }
  return "";
}

std::optional<NotAssessable> why_not_assessable(const Tally& all, std::uint64_t late_first_tokens) {
  if (all.counted > 0 && all.timed > 0) return std::nullopt;
  if (all.completed == 0) return NotAssessable::all_failed;
  if (all.counted == 0) return NotAssessable::no_token_counts;
  if (all.streamed == 0) return NotAssessable::nothing_streamed;
  if (all.with_first_token > 0) return NotAssessable::no_tokens_after_first;
  return late_first_tokens > 0 ? NotAssessable::first_tokens_too_late : NotAssessable::no_first_tokens;
}

Verdict verdict_of(const Change& change) {
  if (!change.any()) return Verdict::steady;
  switch (change.kind.value_or(ChangeKind::step)) {
    case ChangeKind::step:
      return Verdict::anomaly;
    case ChangeKind::line_up:
      return Verdict::drifting_up;
    case ChangeKind::line_down:
      return Verdict::drifting_down;
  }
  return Verdict::anomaly;
}

Verdict decide(const VerdictFacts& facts) {
  if (facts.mode == Mode::agentic) return Verdict::unsupported;
  if (facts.not_assessable) return Verdict::not_assessable;
  return facts.has_window ? verdict_of(facts.change) : Verdict::not_found;
}

std::string_view name_of(CoverageStatus status) {
  switch (status) {
    case CoverageStatus::windowable:
      return "windowable";
    case CoverageStatus::partial_dataset:
      return "partial_dataset";
    case CoverageStatus::insufficient_passes:
      return "insufficient_passes";
    case CoverageStatus::insufficient_duration:
      return "insufficient_duration";
  }
  return "";
}

CoverageStatus judge_coverage(const CoverageFacts& facts) {
  if (facts.issued < facts.dataset_size) return CoverageStatus::partial_dataset;
  const bool too_few = facts.full_super_passes < facts.warmup + 1 || facts.examined < facts.least_window;
  if (too_few && !facts.windowed_by_time) return CoverageStatus::insufficient_passes;
  return facts.only_short_plateaus ? CoverageStatus::insufficient_duration : CoverageStatus::windowable;
}

}  // namespace ssdetect
