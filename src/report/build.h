// From a run and its analysis to the answer.
#pragma once

#include <string>
#include <vector>

#include "input/sidecars.h"
#include "report/report.h"

namespace ssdetect {

struct RunOrigin {
  std::string name;
  std::string format;
  Diagnostics diagnostics;
  Sidecars sidecars;
};

// The report points to none of these.
Report build_report(const Facts& facts, const Partitions& blocks, Analysis analysis, const RunOrigin& origin,
                    const Policy& policy);

// The warnings of a report that is complete but for them.
std::vector<Warning> collect_warnings(const Report& report, const Run& run, const RunOrigin& origin);

}  // namespace ssdetect
