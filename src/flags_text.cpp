// --help and the completion scripts, both made from the flag table.

#include <fmt/format.h>

#include <algorithm>

#include "failure.h"
#include "flags.h"

namespace ssdetect {

namespace {

constexpr std::size_t kHelpColumn = 31;

std::string usage_of(const Flag& flag) {
  std::string text = flag.letter ? fmt::format("-{}, ", flag.letter) : "    ";
  text += fmt::format("--{}", flag.name);
  if (!flag.value.empty()) text += fmt::format(" {}", flag.value);
  return text;
}

bool takes_a_path(const Flag& flag) { return flag.choices == "FILE"; }

// Its words may be joined with commas.
bool takes_a_list(const Flag& flag) { return flag.name == "fail-on"; }

// Of a list, bash completes what stands behind the last comma.
constexpr std::string_view kListSplit =
    "[[ $word == *,* ]] && before=${word%,*}, && word=${word##*,}; compopt -o nospace 2> /dev/null; ";

// The words a completion may offer; `failures=5` style examples included.
std::string words_of(const Flag& flag) {
  std::string words(flag.choices);
  std::replace(words.begin(), words.end(), ',', ' ');
  return words;
}

std::string help_line(const Flag& flag) {
  const std::string usage = fmt::format("  {}", usage_of(flag));
  const std::string gap = usage.size() + 2 > kHelpColumn ? fmt::format("\n{:{}}", "", kHelpColumn)
                                                         : std::string(kHelpColumn - usage.size(), ' ');
  std::string text = fmt::format("{}{}{}\n", usage, gap, flag.help);
  const bool has_choices =
      !flag.value.empty() && !flag.choices.empty() && !takes_a_path(flag) && flag.name != "warmup-driver";
  if (has_choices) text += fmt::format("{}({})\n", std::string(kHelpColumn, ' '), words_of(flag));
  return text;
}

std::string bash_script() {
  std::string names, cases;
  for (const Flag& flag : flag_table()) {
    names += fmt::format(" --{}", flag.name);
    if (flag.letter) names += fmt::format(" -{}", flag.letter);
    if (flag.value.empty()) continue;
    const std::string pattern =
        flag.letter ? fmt::format("--{}|-{}", flag.name, flag.letter) : fmt::format("--{}", flag.name);
    const std::string action = flag.choices.empty() ? "COMPREPLY=()"
                               : takes_a_path(flag)
                                   ? "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
                                   : fmt::format(
                                         "compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "
                                         "\"$before\" -W '{}' -- \"$word\"))",
                                         words_of(flag));
    cases += fmt::format("    {}) {}{}; return ;;\n", pattern, takes_a_list(flag) ? kListSplit : "", action);
  }
  return fmt::format(
      "# bash completion for ssdetect; made by `ssdetect --generate-completion bash`.\n"
      "_ssdetect() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\" before=\n"
      "  # Of --name=word, bash makes three words.\n"
      "  if [[ $word == = ]]; then word=; elif [[ $previous == = ]]; then "
      "previous=\"${{COMP_WORDS[COMP_CWORD-2]}}\"; fi\n"
      "  case \"$previous\" in\n{}  esac\n"
      "  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '{}' -- \"$word\")); return; fi\n"
      "  mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
      "}}\n"
      "complete -o filenames -F _ssdetect ssdetect\n",
      cases, names.substr(1));
}

std::string quoted_for_zsh(std::string_view text) {
  std::string quoted;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') quoted += '\\';
    if (c == '\'') quoted += "'\\'";
    quoted += c;
  }
  return quoted;
}

std::string zsh_line(const Flag& flag) {
  const std::string action =
      flag.value.empty()     ? ""
      : flag.choices.empty() ? fmt::format(":{}: ", flag.value)
      : takes_a_path(flag)   ? fmt::format(":{}:_files", flag.value)
      : takes_a_list(flag)   ? fmt::format(":{}:_values -s , {} {}", flag.value, flag.value, words_of(flag))
                             : fmt::format(":{}:({})", flag.value, words_of(flag));
  const std::string help = quoted_for_zsh(flag.help);
  const std::string_view equals = flag.value.empty() ? "" : "=", joined = flag.value.empty() ? "" : "+";
  if (!flag.letter) return fmt::format("  '--{}{}[{}]{}' \\\n", flag.name, equals, help, action);
  return fmt::format("  '(-{0} --{1})'{{-{0}{4},--{1}{5}}}'[{2}]{3}' \\\n", flag.letter, flag.name, help,
                     action, joined, equals);
}

std::string zsh_script() {
  std::string lines;
  for (const Flag& flag : flag_table()) lines += zsh_line(flag);
  return fmt::format(
      "#compdef ssdetect\n"
      "# zsh completion for ssdetect; made by `ssdetect --generate-completion zsh`.\n"
      "_arguments -s -S \\\n{}  '*:event log or run directory:_files'\n",
      lines);
}

std::string fish_line(const Flag& flag) {
  std::string line = fmt::format("complete -c ssdetect -l {}", flag.name);
  if (flag.letter) line += fmt::format(" -s {}", flag.letter);
  if (!flag.value.empty()) line += takes_a_path(flag) ? " -r -F" : " -x";
  if (!flag.choices.empty() && !takes_a_path(flag))
    line += fmt::format(" -a '{}'", takes_a_list(flag) ? fmt::format("(__fish_append , {})", words_of(flag))
                                                       : words_of(flag));
  return fmt::format("{} -d '{}'\n", line, flag.help);
}

std::string fish_script() {
  std::string lines = "# fish completion for ssdetect; made by `ssdetect --generate-completion fish`.\n";
  for (const Flag& flag : flag_table()) lines += fish_line(flag);
  return lines;
}

}  // namespace

std::string help_text() {
  std::string text =
      "Usage: ssdetect [OPTION]... [FILE|DIRECTORY|-]...\n"
      "Report what an LLM inference server sustained, from a benchmark's event log.\n"
      "With no operand, or with -, read standard input.\n";
  std::string_view group;
  for (const Flag& flag : flag_table()) {
    if (flag.group != group) text += fmt::format("\n{}:\n", flag.group);
    group = flag.group;
    text += help_line(flag);
  }
  text +=
      "\nExit status: 0 a steady window was found, 1 none, or a --fail-on condition holds, 2 wrong usage,\n"
      "3 input unreadable, 4 not assessable or unsupported. The manual is ssdetect(1).\n";
  return text;
}

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  throw Failure(ExitCode::usage,
                fmt::format("--generate-completion: '{}' is not one of bash, zsh, fish.", shell));
}

}  // namespace ssdetect
