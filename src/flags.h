// What did the user ask for?
//
// One table of options (flag_table) feeds the parser, --help, the shell completions and the test that
// compares it with the man page. Wrong use throws Failure(usage) with a sentence that says what would be
// right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exit_status.h"
#include "policy.h"
#include "run/facts.h"
#include "run/request.h"
#include "run/sizing.h"
#include "tokens/pretokenizer.h"

namespace ssdetect {

struct Flag {
  std::string_view group;
  std::string_view name;
  char letter;               // 0: none
  std::string_view value;    // placeholder; empty: a switch. "[N]" would be optional
  std::string_view choices;  // comma-separated words for completion; "FILE" completes paths
  std::string_view help;
};

std::span<const Flag> flag_table();
const Flag* find_flag(std::string_view name);  // nullptr: there is none

enum class OutputKind { text, json, jsonl, tsv };

struct Options {
  std::vector<std::string> operands;  // empty: standard input
  Policy policy;
  std::string input_format = "auto";
  bool all_samples = false;
  SizeOptions sizes;
  std::size_t max_memory = std::size_t{512} << 20;  // bytes for the values of a run (SPEC 13)
  std::optional<Mode> mode;                         // nullopt: auto
  TokenSource estimate = TokenSource::none;         // of --tokens chunks, words or bytes
  std::string tokenizer;                            // path
  std::optional<Pattern> tokenizer_pattern;
  std::string token_command;
  std::optional<double> token_command_timeout_s;
  std::optional<std::size_t> token_sample;  // nullopt: all
  unsigned threads = 0;                     // 0: the cores, shared by the runs that are read at one time
  std::size_t jobs = 1;
  std::string report_file;
  bool in_place = false;
  bool progress = false;  // set by main: a person waits, and for one operand at a time
  std::string token_field;
  OutputKind output = OutputKind::text;
  bool verbose = false;
  bool quiet = false;
  FailOn fail_on;

  // Asked for instead of a run; text to print on stdout.
  std::optional<std::string> print_and_exit;
};

// Files of --options are read, their lines stand where the option stood. Also throws Failure(unreadable).
Options parse_flags(int argc, const char* const* argv);

std::string help_text();
std::string completion_script(std::string_view shell);  // bash, zsh or fish; else Failure(usage)

}  // namespace ssdetect
