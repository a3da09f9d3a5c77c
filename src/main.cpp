// Walks through the operands; alone knows argv, stdout and the exit code.

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "failure.h"
#include "flags.h"
#include "pipeline.h"
#include "rendering.h"
#include "report/exit_status.h"

namespace ssdetect {

namespace {

bool colour_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && (!no_colour || !*no_colour);
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

void tell(const std::string& sentence) { fmt::print(stderr, "ssdetect: {}\n", sentence); }

// Where the fault of one run ends: it is told, and the next one is taken.
template <class Work>
void attempt(const std::string& name, const Options& options, ExitCode& worst, Work work) {
  const auto failed = [&](ExitCode code, const std::string& sentence) {
    worst = worse(worst, code);
    tell(sentence);
    print(render_error(name, sentence, options));
  };
  try {
    work();
  } catch (const Failure& failure) {
    failed(failure.code(), failure.what());
  } catch (const std::bad_alloc&) {
    failed(ExitCode::unreadable, fmt::format("{}: there is not enough memory for this run.", name));
  }
}

void answer(const std::string& operand, const Options& options, const CountingOptions& counting,
            ExitCode& worst) {
  attempt(operand, options, worst, [&] {
    for (ReadRun& read : read_runs(operand, options, counting)) {
      attempt(read.origin.name, options, worst, [&] {
        const Report report = report_on(read, options);
        worst = worse(worst, exit_code(report, options.fail_on));
        print(render(report, options, colour_wanted()));
      });
    }
  });
}

void run(int argc, char** argv, ExitCode& worst) {
  const Options options = parse_flags(argc, argv);
  if (options.print_and_exit) return print(*options.print_and_exit);
  const CountingOptions counting = counting_for(options);
  print(render_head(options));
  for (const std::string& operand :
       options.operands.empty() ? std::vector<std::string>{"-"} : options.operands)
    answer(operand, options, counting, worst);
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
  }
  return static_cast<int>(code);
}
