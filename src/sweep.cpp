// A window of --jobs operands is in work; the oldest is awaited, so results come in order and few of them
// wait. Tests: tests/sweep_test.cpp; tests/cli/cases/sweeps, several and report.

#include "sweep.h"

#include <fmt/format.h>

#include <future>
#include <new>
#include <queue>
#include <system_error>

#include "input/whole_file.h"
#include "pipeline.h"
#include "rendering.h"
#include "report/exit_status.h"
#include "report/run_report.h"

namespace ssdetect {

namespace {

// Readers do not know what their input is called.
std::string with_name(const std::string& name, const std::string& sentence, const Options& options) {
  const std::string shown = name == "-" ? "standard input" : name;
  const bool has_name = sentence.starts_with(name + ":") || sentence.starts_with(shown) ||
                        sentence.starts_with("--") ||
                        (!options.report_file.empty() && sentence.starts_with(options.report_file));
  return has_name ? sentence : fmt::format("{}: {}", shown, sentence);
}

// The one place where the fault of a run ends.
template <class Work>
void attempt(const std::string& name, const Options& options, Outcome& outcome, Work work) {
  const auto failed = [&](ExitCode code, const std::string& fault) {
    const std::string sentence = with_name(name, fault, options);
    outcome.code = worse(outcome.code, code);
    outcome.faults.push_back(sentence);
    outcome.text += render_error(name, sentence, options);
    ++outcome.verdicts["unreadable"];
  };
  try {
    work();
  } catch (const Failure& failure) {
    failed(failure.code(), failure.what());
  } catch (const std::bad_alloc&) {
    failed(ExitCode::unreadable,
           "there is not enough memory for this run; --threads 1 and a smaller --max-memory need less.");
  } catch (const std::system_error& error) {
    failed(ExitCode::unreadable,
           fmt::format("the system gives no more of what this run needs: {}.", error.what()));
  }
}

// The run report with the steady state in it; empty when it was written back.
std::string into_run_report(const Report& report, const Options& options) {
  const std::string& file = options.report_file;
  const std::string text = add_to_run_report(read_whole_file(file), file, report);
  if (!options.in_place) return text;
  replace_file(file, text);
  return "";
}

Outcome answer(const std::string& operand, const Options& options, const CountingOptions& counting,
               bool colour) {
  Outcome outcome;
  attempt(operand, options, outcome, [&] {
    auto runs = read_runs(operand, options, counting);
    if (runs.size() > 1 && !options.report_file.empty())
      throw Failure(ExitCode::usage,
                    fmt::format("{}: it holds {} runs, and --report takes one.", operand, runs.size()));
    for (ReadRun& read : runs) {
      attempt(read.origin.name, options, outcome, [&] {
        const Report report = report_on(read, options);
        outcome.code = worse(outcome.code, exit_code(report, options.fail_on));
        if (options.report_file.empty()) {
          outcome.text += render(report, options, colour);
        } else {
          outcome.text += into_run_report(report, options);
        }
        ++outcome.verdicts[std::string(name_of(report.analysis.verdict))];
      });
    }
  });
  return outcome;
}

}  // namespace

void sweep(const Options& options, const CountingOptions& counting, bool colour,
           const std::function<void(const Outcome&)>& deliver) {
  const auto operands = options.operands.empty() ? std::vector<std::string>{"-"} : options.operands;
  std::queue<std::future<Outcome>> running;
  const auto start = [&](std::launch how, const std::string& operand) {
    try {
      return std::async(how, answer, operand, options, counting, colour);
    } catch (const std::system_error&) {  // no thread to be had: answered when its turn comes
      return std::async(std::launch::deferred, answer, operand, options, counting, colour);
    }
  };
  const auto launch = options.jobs > 1 ? std::launch::async : std::launch::deferred;
  std::size_t next = 0;
  while (next < operands.size() || !running.empty()) {
    while (next < operands.size() && running.size() < options.jobs)
      running.push(start(launch, operands[next++]));
    deliver(running.front().get());
    running.pop();
  }
}

std::string summary_of(const std::map<std::string, int>& verdicts) {
  int runs = 0;
  std::vector<std::string> parts;
  for (const auto& [verdict, count] : verdicts) {
    runs += count;
    parts.push_back(fmt::format("{} {}", count, verdict));
  }
  return fmt::format("{} runs: {}.", runs, fmt::join(parts, ", "));
}

}  // namespace ssdetect
