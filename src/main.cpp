// Delivers the results of the operands; alone knows argv, stdout and when to exit.

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "failure.h"
#include "flags.h"
#include "input/descriptor.h"
#include "input/process_groups.h"
#include "pipeline.h"
#include "rendering.h"
#include "report/printable.h"
#include "sweep.h"

namespace ssdetect {

namespace {

bool colour_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool can_colour = terminal && *terminal && std::strcmp(terminal, "dumb") != 0;
  return isatty(STDOUT_FILENO) && can_colour && (!no_colour || !*no_colour);
}

// Standard output takes no more, for this reason.
struct WriteFault {
  int error;
};

// Result by result, so that a reader of many runs need not wait for the last; each by one write, so that
// those of several processes on one open file do not mix.
void print(const std::string& text) {
  if (!write_all(STDOUT_FILENO, text)) throw WriteFault{errno};
}

// A message that nobody can read is no reason to stop.
void tell(const std::string& sentence) {
  write_all(STDERR_FILENO, fmt::format("ssdetect: {}\n", printable_lines(sentence)));
}

void run(int argc, char** argv, ExitCode& worst) {
  Options options = parse_flags(argc, argv);
  options.progress = isatty(STDERR_FILENO) && !options.quiet && options.jobs == 1;
  if (options.print_and_exit) return print(*options.print_and_exit);
  const CountingOptions counting = counting_for(options);
  const auto renderer = make_renderer(options, colour_wanted());
  Delivery delivery(*renderer, options.fail_on, {print, tell}, worst);
  print(renderer->head());
  sweep(options, counting, [&](const Result& result) { delivery.take(result); });
  print(renderer->foot());
  if (options.operands.size() > 1 && !options.quiet) tell(summary_of(delivery.verdicts()));
}

// What ends the program before its time.
ExitCode code_of_fault(ExitCode so_far) try { throw; } catch (const Failure& failure) {
  tell(failure.what());
  return failure.code();
} catch (const WriteFault& fault) {
  if (fault.error == EPIPE) return so_far;
  tell(fmt::format("cannot write the result: {}.", std::strerror(fault.error)));
  return ExitCode::unreadable;
} catch (const std::exception& fault) {  // the system ran out of something
  tell(fmt::format("cannot go on: {}.", fault.what()));
  return ExitCode::unreadable;
}

}  // namespace

}  // namespace ssdetect

int main(int argc, char** argv) {
  using namespace ssdetect;
  std::signal(SIGPIPE, SIG_IGN);  // a reader that leaves early is told by EPIPE, and is no fault
  ExitCode code = ExitCode::steady;
  try {
    run(argc, argv, code);
  } catch (...) {
    // At once: threads may be at work on operands whose results nobody will see.
    const ExitCode fault = code_of_fault(code);
    end_children();
    std::_Exit(static_cast<int>(fault));
  }
  return static_cast<int>(code);
}
