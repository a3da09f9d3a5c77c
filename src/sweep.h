// What does each operand give, in the order of the command line?
//
// Operands are answered on --jobs threads; one that fails is told and never stops the others. The results of
// at most --jobs
// finished operands wait for an earlier one.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "failure.h"
#include "flags.h"
#include "run/output_counter.h"

namespace ssdetect {

struct Outcome {
  std::string text;                 // for standard output
  std::vector<std::string> faults;  // sentences for standard error
  ExitCode code = ExitCode::steady;
  std::map<std::string, int> verdicts;  // how many runs of each; "unreadable" for those without an answer
};

// `deliver` is called in operand order, from the calling thread.
void sweep(const Options& options, const CountingOptions& counting, bool colour,
           const std::function<void(const Outcome&)>& deliver);

// "24 runs: 20 steady, 3 not found, 1 unreadable."
std::string summary_of(const std::map<std::string, int>& verdicts);

}  // namespace ssdetect
