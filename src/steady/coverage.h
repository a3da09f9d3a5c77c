// How much steady signal does the run support?
//
// §5.6, SPEC 6: a status, never an abort. It changes neither verdict nor exit code.
#pragma once

#include <cstddef>
#include <string_view>

namespace ssdetect {

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
