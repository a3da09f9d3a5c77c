// From an operand to its answers: read, analyse, report.
#pragma once

#include <string>
#include <vector>

#include "flags.h"
#include "input/operand.h"
#include "report/build.h"
#include "report/report.h"
#include "run/request_table.h"

namespace ssdetect {

struct ReadRun {
  Run run;
  RunOrigin origin;
};

// Every run an operand holds (usually one). Throws Failure(unreadable).
std::vector<ReadRun> read_runs(const std::string& operand, const Options& options);
std::vector<ReadRun> read_runs(const OpenedOperand& opened, const Options& options);

// Throws Failure(unreadable) when no request of the run was tracked.
Report report_on(const ReadRun& read, const Options& options);

}  // namespace ssdetect
