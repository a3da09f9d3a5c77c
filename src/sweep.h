// What does each operand give, in the order of the command line?
//
// Operands are answered on --jobs threads, or on as many as the system has to give; one that fails is told
// and never stops the others. Results are values, so whoever is given them may look at several together.
// Those of at most --jobs operands wait for an earlier one.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "exit_status.h"
#include "failure.h"
#include "flags.h"
#include "rendering.h"
#include "report/report.h"
#include "run/output_counter.h"

namespace ssdetect {

struct Result {
  std::string name;  // of a run, or of an operand that could not be read
  std::variant<Report, Failure> outcome;
};

// `deliver` is called in operand order, from the calling thread. When it throws, what it threw goes on at
// once: no further operand is begun, but threads may still be at work on earlier ones. They touch nothing of
// the caller's but what is static, so the program is then to be left by std::_Exit.
void sweep(const Options& options, const CountingOptions& counting,
           const std::function<void(const Result&)>& deliver);

// What is said of results, and how they add up.
class Delivery {
 public:
  struct Outlets {
    std::function<void(const std::string&)> print;  // the answers
    std::function<void(const std::string&)> tell;   // a person of faults
  };
  // `worst` is kept current.
  Delivery(Renderer& renderer, const FailOn& fail_on, Outlets outlets, ExitCode& worst)
      : renderer_(renderer), fail_on_(fail_on), outlets_(std::move(outlets)), worst_(worst) {}

  void take(const Result& result);
  // How many runs of each; "unreadable" for those without an answer.
  const std::map<std::string, int>& verdicts() const { return verdicts_; }

 private:
  void take_failure(const std::string& name, const Failure& failure);

  Renderer& renderer_;
  FailOn fail_on_;
  Outlets outlets_;
  ExitCode& worst_;
  std::map<std::string, int> verdicts_;
};

// What went wrong in this work on the run or operand `name`, with a subject.
std::optional<Failure> fault_of(const std::string& name, const std::function<void()>& work);

// "24 runs: 20 steady, 3 not found, 1 unreadable."
std::string summary_of(const std::map<std::string, int>& verdicts);

}  // namespace ssdetect
