// Options that need each other, or say nothing together. What an option file says is told with its line.
// Tests: tests/flags_test.cpp, tests/cli/cases/usage.

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "flags_parts.h"

namespace ssdetect {

namespace {

constexpr std::string_view kOfDefaultOnly[] = {"tail-cov", "tail-skew"};  // reference examines no tail
constexpr std::string_view kOfReferenceOnly[] = {"alpha", "least-drift", "p90-factor"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_preset(bool is_reference, std::string_view flag) {
  if (is_reference && is_one_of(kOfDefaultOnly, flag))
    refuse(fmt::format("--{}: has no effect with --preset reference.", flag));
  if (!is_reference && is_one_of(kOfReferenceOnly, flag))
    refuse(fmt::format("--{}: has an effect with --preset reference only.", flag));
}

void check_report(const Options& options, std::string_view flag) {
  if (!options.report_file.empty() && (flag == "output" || flag == "json"))
    refuse(fmt::format("--{}: has no effect with --report, which prints that file.", flag));
}

}  // namespace

void check_together(const Options& options, const std::vector<Given>& given) {
  for (const Given& one : given)
    in_its_place(one, [&] {
      check_preset(options.policy.name == "reference", one.flag->name);
      check_report(options, one.flag->name);
    });
  if (!options.tokenizer.empty() && !options.token_command.empty())
    refuse("--tokenizer and --token-command exclude each other.");
  if (options.token_command_timeout_s && options.token_command.empty())
    refuse("--token-command-timeout: needs --token-command COMMAND.");
  if (options.tokenizer_pattern && options.tokenizer.empty())
    refuse("--tokenizer-pattern: needs --tokenizer FILE.");
  if (options.token_sample && options.tokenizer.empty() && options.token_command.empty())
    refuse("--token-sample: needs --tokenizer FILE or --token-command COMMAND.");
  if (options.in_place && options.report_file.empty()) refuse("--in-place: needs --report FILE.");
  if (!options.report_file.empty() && options.operands.size() > 1)
    refuse("--report: takes one run, not several operands.");
}

}  // namespace ssdetect
