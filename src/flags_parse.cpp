// cxxopts splits the command line; what was given is then one list, a file of options spread out in the place
// of its name, so that the later of two always wins. Tests: tests/flags_test.cpp, tests/flags_file_test.cpp,
// tests/cli.

#include <fmt/format.h>

#include <cxxopts.hpp>
#include <iterator>

#include "flags_parts.h"

namespace ssdetect {

namespace {

std::string shown_name(const Flag& flag) {
  return flag.letter ? fmt::format("{},{}", flag.letter, flag.name) : std::string(flag.name);
}

cxxopts::Options command_line() {
  cxxopts::Options options("ssdetect");
  for (const Flag& flag : flag_table()) {
    const auto value = cxxopts::value<std::string>();
    if (flag.value.empty()) value->implicit_value(std::string(kSwitchedOn));
    options.add_options()(shown_name(flag), "", value);
  }
  return options;
}

// cxxopts quotes with typographic marks.
std::string in_ascii(std::string text) {
  for (std::string_view mark : {"\u2018", "\u2019"})
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark))
      text.replace(at, mark.size(), "'");
  return text;
}

// Asked for instead of a run: what follows it is not looked at.
bool is_answer(const Given& given) {
  return given.flag->name == "help" || given.flag->name == "version" ||
         given.flag->name == "generate-completion";
}

std::vector<Given> all_given(const cxxopts::ParseResult& parsed) {
  std::vector<Given> all;
  for (const auto& argument : parsed.arguments()) {
    all.push_back({find_flag(argument.key()), argument.value()});
    if (is_answer(all.back())) break;
    if (argument.key() != "options") continue;
    auto lines = read_options_file(not_empty("options", argument.value()));
    std::move(lines.begin(), lines.end(), std::back_inserter(all));
  }
  return all;
}

void apply_presets(Options& options, const std::vector<Given>& given) {
  for (const Given& one : given)
    if (one.flag->name == "preset")
      in_its_place(one, [&] {
        options.policy = choice("preset", one.value) == "reference" ? reference_policy() : default_policy();
      });
}

cxxopts::ParseResult split_command_line(int argc, const char* const* argv) try {
  return command_line().parse(argc, argv);
} catch (const cxxopts::exceptions::exception& error) {
  refuse(in_ascii(error.what()) + ".");
}

}  // namespace

Options parse_flags(int argc, const char* const* argv) {
  Options options;
  const auto parsed = split_command_line(argc, argv);
  const auto given = all_given(parsed);
  apply_presets(options, given);
  for (const Given& one : given) {
    in_its_place(one, [&] { set_option(options, one); });
    if (options.print_and_exit) return options;
  }
  options.operands = parsed.unmatched();
  check_together(options, given);
  return options;
}

}  // namespace ssdetect
