// A file of options, for a profile kept beside the runs: one option a line, the name with or without its
// dashes, then its value, behind blanks or an equals sign, up to the end of the line. Nothing is quoted.
// Tests: tests/flags_file_test.cpp, tests/cli/cases/options.

#include <fmt/format.h>

#include <algorithm>

#include "flags_parts.h"
#include "input/whole_file.h"
#include "tokens/utf8.h"

namespace ssdetect {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

const Flag* flag_with_letter(char letter) {
  const auto table = flag_table();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Flag& flag) { return flag.letter == letter; });
  return found == table.end() ? nullptr : &*found;
}

const Flag& flag_meant_by(std::string_view word) {
  const bool is_letter = word.size() == 2 && word[0] == '-' && word[1] != '-';
  const Flag* flag =
      is_letter ? flag_with_letter(word[1]) : find_flag(word.starts_with("--") ? word.substr(2) : word);
  if (flag && flag->name == "options") refuse("--options: one file of options cannot name another.");
  if (flag) return *flag;
  if (word.starts_with('-')) refuse(fmt::format("there is no option {}.", word));
  refuse(fmt::format("'{}' is no option; what is to be read stands on the command line.", word));
}

// `line` begins with the name.
Given given_in(std::string_view line) {
  const std::size_t name_end = std::min(line.find_first_of(" \t="), line.size());
  const Flag& flag = flag_meant_by(line.substr(0, name_end));
  std::string_view value = trimmed(line.substr(name_end));
  const bool is_joined = value.starts_with('=');
  if (is_joined) value = trimmed(value.substr(1));
  const bool is_bare = value.empty() && !is_joined;
  if (!flag.value.empty() && is_bare) refuse(fmt::format("--{}: its value is missing.", flag.name));
  if (flag.value.empty() && !is_bare) refuse(fmt::format("--{}: takes no value.", flag.name));
  return {&flag, std::string(is_bare ? kSwitchedOn : value)};
}

}  // namespace

std::vector<Given> read_options_file(const std::string& path) {
  const std::string bytes = read_whole_file(path);
  std::string_view text = utf8::without_byte_order_mark(bytes);
  std::vector<Given> given;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const std::string place = fmt::format("{}:{}", path, number);
    in_its_place({nullptr, "", place}, [&] { given.push_back(given_in(line)); });
    given.back().place = place;
  }
  return given;
}

}  // namespace ssdetect
