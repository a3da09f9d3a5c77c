#include "steady/coverage.h"

namespace ssdetect {

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
