// Walks through the operands; alone knows argv, stdout and the exit code.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "failure.h"
#include "flags.h"
#include "pipeline.h"
#include "report/exit_status.h"
#include "report/json.h"
#include "report/text.h"
#include "report/tsv.h"

namespace ssdetect {

namespace {

bool colour_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && (!no_colour || !*no_colour);
}

std::string render(const Report& report, const Options& options) {
  switch (options.output) {
    case OutputKind::json:
      return render_json(report, JsonLayout::indented);
    case OutputKind::jsonl:
      return render_json(report, JsonLayout::one_line);
    case OutputKind::tsv:
      return render_tsv(report);
    case OutputKind::text:
      break;
  }
  return render_text(report, {colour_wanted(), options.verbose, options.quiet});
}

std::string render_error(const std::string& name, const std::string& error, const Options& options) {
  switch (options.output) {
    case OutputKind::json:
      return render_json_error(name, error, JsonLayout::indented);
    case OutputKind::jsonl:
      return render_json_error(name, error, JsonLayout::one_line);
    case OutputKind::tsv:
      return render_tsv_error(name, error);
    case OutputKind::text:
      break;
  }
  return "";
}

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// The one place where a Failure of an operand ends: it is told, and the next operand is taken.
ExitCode answer(const std::string& operand, const Options& options, const CountingOptions& counting) {
  ExitCode worst = ExitCode::steady;
  std::string name = operand;
  const auto attempt = [&](auto work) {
    try {
      work();
    } catch (const Failure& failure) {
      fmt::print(stderr, "ssdetect: {}\n", failure.what());
      print(render_error(name, failure.what(), options));
      worst = worse(worst, failure.code());
    }
  };
  attempt([&] {
    for (ReadRun& read : read_runs(operand, options, counting)) {
      name = read.origin.name;
      attempt([&] {
        const Report report = report_on(read, options);
        print(render(report, options));
        worst = worse(worst, exit_code(report, options.fail_on));
      });
    }
  });
  return worst;
}

ExitCode run(int argc, char** argv) {
  const Options options = parse_flags(argc, argv);
  if (options.print_and_exit) {
    print(*options.print_and_exit);
    return ExitCode::steady;
  }
  const CountingOptions counting = counting_for(options);
  if (options.output == OutputKind::tsv) print(tsv_header());
  ExitCode worst = ExitCode::steady;
  for (const std::string& operand :
       options.operands.empty() ? std::vector<std::string>{"-"} : options.operands)
    worst = worse(worst, answer(operand, options, counting));
  return worst;
}

}  // namespace

}  // namespace ssdetect

int main(int argc, char** argv) {
  using namespace ssdetect;
  ExitCode code;
  try {
    code = run(argc, argv);
  } catch (const Failure& failure) {
    fmt::print(stderr, "ssdetect: {}\n", failure.what());
    code = failure.code();
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    std::perror("ssdetect: cannot write the result");
    code = ExitCode::unreadable;
  }
  return static_cast<int>(code);
}
