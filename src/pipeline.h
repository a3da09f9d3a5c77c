// From an operand to its answers: read, analyse, report.
#pragma once

#include <string>
#include <vector>

#include "flags.h"
#include "input/operand.h"
#include "report/build.h"
#include "report/report.h"
#include "run/output_counter.h"
#include "run/request_table.h"

namespace ssdetect {

struct ReadRun {
  Run run;
  RunOrigin origin;
};

// How outputs are counted; loads the tokenizer. Throws Failure(usage) when it cannot be used.
CountingOptions counting_for(const Options& options);

// Every run an operand holds (usually one). Throws Failure(unreadable).
std::vector<ReadRun> read_runs(const std::string& operand, const Options& options,
                               const CountingOptions& counting);
std::vector<ReadRun> read_runs(const OpenedOperand& opened, const Options& options,
                               const CountingOptions& counting);

// Throws Failure(unreadable) when no request of the run was tracked.
Report report_on(ReadRun& read, const Options& options);

}  // namespace ssdetect
