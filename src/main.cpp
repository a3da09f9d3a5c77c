// Walks through the operands; alone knows argv, stdout and the exit code.

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "failure.h"
#include "flags.h"
#include "pipeline.h"
#include "rendering.h"
#include "report/exit_status.h"
#include "report/wording.h"
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

// Result by result, so that a reader of many runs need not wait for the last.
void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) < text.size() || std::fflush(stdout) != 0)
    throw WriteFault{errno};
}

// A message that nobody can read is no reason to stop.
void tell(const std::string& sentence) {
  const std::string line = fmt::format("ssdetect: {}\n", printable(sentence));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void run(int argc, char** argv, ExitCode& worst) {
  Options options = parse_flags(argc, argv);
  options.progress = isatty(STDERR_FILENO) && !options.quiet && options.jobs == 1;
  if (options.print_and_exit) return print(*options.print_and_exit);
  const CountingOptions counting = counting_for(options);
  print(render_head(options));
  std::map<std::string, int> verdicts;
  sweep(options, counting, colour_wanted(), [&](const Outcome& outcome) {
    for (const std::string& fault : outcome.faults) tell(fault);
    worst = worse(worst, outcome.code);
    print(outcome.text);
    for (const auto& [verdict, count] : outcome.verdicts) verdicts[verdict] += count;
  });
  if (options.operands.size() > 1 && !options.quiet) tell(summary_of(verdicts));
}

}  // namespace

}  // namespace ssdetect

int main(int argc, char** argv) {
  using namespace ssdetect;
  std::signal(SIGPIPE, SIG_IGN);  // a reader that leaves early is told by EPIPE, and is no fault
  ExitCode code = ExitCode::steady;
  try {
    run(argc, argv, code);
  } catch (const Failure& failure) {
    tell(failure.what());
    code = failure.code();
  } catch (const WriteFault& fault) {
    if (fault.error == EPIPE) return static_cast<int>(code);
    tell(fmt::format("cannot write the result: {}.", std::strerror(fault.error)));
    code = ExitCode::unreadable;
  } catch (const std::exception& fault) {  // the system ran out of something
    tell(fmt::format("cannot go on: {}.", fault.what()));
    code = ExitCode::unreadable;
  }
  return static_cast<int>(code);
}
