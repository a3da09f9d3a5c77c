// The table below is the only place that lists options. cxxopts splits the command line; values are read
// here, each with its range, so that a wrong one is named together with what is allowed. Tests:
// tests/flags_test.cpp, tests/cli.

#include "flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cxxopts.hpp>
#include <limits>
#include <map>

#include "failure.h"
#include "formats/reader.h"
#include "json/value.h"

namespace ssdetect {

namespace {

constexpr Flag kFlags[] = {
    {"Input", "input-format", 0, "NAME", "",  // format_names()
     "read the input as this format instead of recognising it"},
    {"Input", "all-samples", 0, "", "", "count requests issued outside performance tracking, too"},
    {"Input", "mode", 0, "MODE", "auto,concurrency,poisson,offline,agentic", "how the load was offered"},
    {"Input", "dataset-size", 0, "N", "", "requests in one pass over the dataset"},
    {"Input", "superpass-size", 0, "N", "", "requests in one super-pass"},
    {"Input", "superpass-passes", 0, "K", "", "dataset passes in one super-pass"},
    {"Input", "max-memory", 0, "SIZE", "512M",
     "memory for the values of requests (default 512M); what does not fit becomes sketches"},
    {"Tokens", "tokens", 0, "HOW", "auto,chunks,words,bytes",
     "estimate token counts where none are recorded"},
    {"Tokens", "tokenizer", 0, "FILE", "FILE", "count with this tokenizer.json or tiktoken rank file"},
    {"Tokens", "tokenizer-pattern", 0, "NAME", "cl100k,o200k,kimi", "how a bare rank file splits text"},
    {"Tokens", "token-command", 0, "COMMAND", "",
     "count with this program: a JSON string a line in, a number a line out"},
    {"Tokens", "token-command-timeout", 0, "SECONDS", "",
     "give a --token-command up that does nothing for so long (default 60)"},
    {"Tokens", "token-sample", 0, "N", "all", "tokenize N outputs of each super-pass, or all"},
    {"Tokens", "threads", 0, "N", "", "threads that read and count tokens (default: the cores, at most 8)"},
    {"Tokens", "token-field", 0, "POINTER", "",
     "JSON Pointer to the recorded output token count of a completion"},
    {"Method", "preset", 0, "NAME", "default,reference", "named set of choices"},
    {"Method", "warmup", 0, "N", "", "drop exactly N leading super-passes"},
    {"Method", "min-warmup", 0, "N", "", "drop at least N leading super-passes"},
    {"Method", "warmup-band", 0, "RATIO", "", "how far off its level the driver still counts as ramp"},
    {"Method", "warmup-driver", 0, "METRIC",
     "tpot_p50,tpot_p90,tpot_p99,ttft_p50,ttft_p90,ttft_p99,latency_p50,latency_p90,latency_p99",
     "per super-pass metric that decides the warmup crop"},
    {"Method", "tail-cov", 0, "RATIO", "", "variation of TPOT up to which the tail is left out"},
    {"Method", "tail-skew", 0, "RATIO", "", "skew of TPOT up to which the tail is left out"},
    {"Method", "min-window", 0, "N", "", "super-passes that a window has at least"},
    {"Method", "step-size", 0, "RATIO", "", "levels closer than this are one level"},
    {"Method", "cov-bounds", 0, "LIST", "", "bounds on the coefficient of variation, comma-separated"},
    {"Method", "min-duration", 0, "SECONDS", "", "shortest window that counts, at least"},
    {"Method", "min-duration-latency-multiple", 0, "X", "",
     "shortest window in multiples of the p90 latency"},
    {"Method", "min-duration-precision", 0, "RATIO", "", "half-width aimed at when batches are noisy"},
    {"Method", "no-min-duration", 0, "", "", "report the first plateau however short"},
    {"Method", "concurrency-ratio", 0, "RATIO", "",
     "share of the peak in flight that bounds the occupancy window"},
    {"Output", "report", 0, "FILE", "FILE", "print this run report with the steady state added"},
    {"Output", "in-place", 0, "", "", "with --report: rewrite the file instead of printing it"},
    {"Output", "jobs", 'j', "N", "", "operands answered at the same time"},
    {"Output", "output", 'o', "FORMAT", "text,json,jsonl,tsv", "how to print results"},
    {"Output", "json", 0, "", "", "the same as --output json"},
    {"Output", "verbose", 'v', "", "", "show the CoV and trend tables"},
    {"Output", "quiet", 'q', "", "", "print only the verdict line (text), and no notes on standard error"},
    {"Output", "fail-on", 0, "LIST", "drift,anomaly,short,partial,failures,failures=5,saturated",
     "exit 1 also when one of these holds"},
    {"Other", "generate-completion", 0, "SHELL", "bash,zsh,fish", "print a completion script"},
    {"Other", "version", 'V', "", "", "print the version"},
    {"Other", "help", 'h', "", "", "print this help"},
};

std::string format_names() {
  std::string names = "auto";
  for (const Format& format : formats()) names += fmt::format(",{}", format.name);
  return names;
}

[[noreturn]] void refuse(const std::string& sentence) {
  throw Failure(ExitCode::usage, sentence + " Try 'ssdetect --help'.");
}

double number(std::string_view flag, std::string_view text, double least, double most,
              std::string_view allowed) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= least && value <= most))
    refuse(fmt::format("--{}: '{}' is not {}.", flag, text, allowed));
  return value;
}

std::uint64_t whole(std::string_view flag, std::string_view text, std::uint64_t least) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) refuse(fmt::format("--{}: {} is too large.", flag, text));
  if (error != std::errc() || end != text.data() + text.size() || value < least)
    refuse(fmt::format("--{}: '{}' is not a whole number of at least {}.", flag, text, least));
  return value;
}

constexpr std::size_t kLeastMemory = std::size_t{16} << 20;

// A number of bytes, or of K, M or G (powers of 1024).
std::size_t memory(std::string_view text) {
  constexpr std::string_view kUnits = "KMG";
  std::uint64_t count = 0, bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const auto suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  const std::size_t unit = suffix.size() == 1 ? kUnits.find(suffix[0]) + 1 : 0;
  const bool is_number = error != std::errc::invalid_argument;
  if (!is_number || (!suffix.empty() && unit == 0))
    refuse(fmt::format("--max-memory: '{}' is no size; it looks like 512M or 4G.", text));
  const bool is_huge = error == std::errc::result_out_of_range ||
                       __builtin_mul_overflow(count, std::uint64_t{1} << 10 * unit, &bytes);
  if (is_huge) refuse(fmt::format("--max-memory: {} is too large.", text));
  if (bytes < kLeastMemory) refuse(fmt::format("--max-memory: {} is less than 16M.", text));
  return bytes;
}

std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto comma = list.find(',');
    parts.push_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

const Flag& flag_named(std::string_view name) {
  return *std::find_if(flag_table().begin(), flag_table().end(),
                       [&](const Flag& flag) { return flag.name == name; });
}

std::string choice(std::string_view flag, const std::string& text) {
  const auto allowed = split(flag_named(flag).choices);
  if (std::find(allowed.begin(), allowed.end(), text) == allowed.end())
    refuse(fmt::format("--{}: '{}' is not one of {}.", flag, text, fmt::join(allowed, ", ")));
  return text;
}

// Beyond these, durations overflow; no run is that long, no mean that precise.
constexpr double kMostSeconds = 1e12, kMostLatencies = 1e9, kFinestPrecision = 1e-6;
constexpr double kShortestTimeout_s = 1e-3, kLongestTimeout_s = 1e6;
constexpr double kSmallest = std::numeric_limits<double>::min();
constexpr double kLargest = std::numeric_limits<double>::max();

double positive(std::string_view flag, std::string_view text) {
  return number(flag, text, kSmallest, kLargest, "a number above 0");
}

std::vector<Ratio> bounds(std::string_view list) {
  std::vector<Ratio> values;
  for (std::string_view part : split(list)) values.push_back(positive("cov-bounds", part));
  return values;
}

void read_condition(FailOn& fail_on, std::string_view word) {
  const auto equals = word.find('=');
  const auto name = word.substr(0, equals);
  if (name == "failures") {
    const double limit = equals == std::string_view::npos ? 100 * NumberPolicy().failure_share
                                                          : number("fail-on", word.substr(equals + 1), 0, 100,
                                                                   "a percentage from 0 to 100");
    fail_on.failures_pct = std::min(limit, fail_on.failures_pct.value_or(limit));  // conditions add up
    return;
  }
  const std::map<std::string_view, bool FailOn::*> conditions{{"drift", &FailOn::drift},
                                                              {"anomaly", &FailOn::anomaly},
                                                              {"short", &FailOn::short_window},
                                                              {"partial", &FailOn::partial},
                                                              {"saturated", &FailOn::saturated}};
  const auto found = conditions.find(word);
  if (found == conditions.end())
    refuse(fmt::format(
        "--fail-on: '{}' is not one of drift, anomaly, short, partial, failures[=PCT], saturated.", word));
  fail_on.*(found->second) = true;
}

// Throws Failure(usage) when it is none.
std::string pointer(const std::string& text) {
  if (text.empty()) refuse("--token-field: an empty pointer names the whole line.");
  JsonPointer{text};
  return text;
}

OutputKind output_kind(const std::string& name) {
  return name == "json"    ? OutputKind::json
         : name == "jsonl" ? OutputKind::jsonl
         : name == "tsv"   ? OutputKind::tsv
                           : OutputKind::text;
}

TokenSource estimate(const std::string& name) {
  return name == "chunks"  ? TokenSource::chunks
         : name == "words" ? TokenSource::words
         : name == "bytes" ? TokenSource::bytes
                           : TokenSource::none;
}

constexpr std::uint64_t kMostThreads = 64;

std::string not_empty(std::string_view flag, const std::string& text) {
  if (text.empty()) refuse(fmt::format("--{}: the value is empty.", flag));
  return text;
}

Pattern pattern(const std::string& name) {
  return name == "kimi" ? Pattern::kimi : name == "o200k" ? Pattern::o200k : Pattern::cl100k;
}

std::optional<std::size_t> sample(const std::string& text) {
  if (text == "all") return std::nullopt;
  return whole("token-sample", text, 1);
}

// What each option with a value, or a switch, does to the options. Presets are applied before the rest. An
// option undoes what an earlier one that it excludes has done.
using Setter = void (*)(Options&, const std::string& text);
const std::map<std::string_view, Setter>& setters() {
  static const std::map<std::string_view, Setter> table{
      {"input-format", [](Options& o, const std::string& t) { o.input_format = choice("input-format", t); }},
      {"all-samples", [](Options& o, const std::string&) { o.all_samples = true; }},
      {"mode", [](Options& o, const std::string& t) { o.mode = mode_named(choice("mode", t)); }},
      {"dataset-size",
       [](Options& o, const std::string& t) { o.sizes.dataset_size = whole("dataset-size", t, 1); }},
      {"superpass-size",
       [](Options& o, const std::string& t) { o.sizes.superpass_size = whole("superpass-size", t, 1); }},
      {"superpass-passes",
       [](Options& o, const std::string& t) {
         o.sizes.superpass_passes = whole("superpass-passes", t, 1);
         o.sizes.superpass_size.reset();
       }},
      {"max-memory", [](Options& o, const std::string& t) { o.max_memory = memory(t); }},
      {"tokens", [](Options& o, const std::string& t) { o.estimate = estimate(choice("tokens", t)); }},
      {"tokenizer", [](Options& o, const std::string& t) { o.tokenizer = not_empty("tokenizer", t); }},
      {"tokenizer-pattern",
       [](Options& o, const std::string& t) {
         o.tokenizer_pattern = pattern(choice("tokenizer-pattern", t));
       }},
      {"token-command",
       [](Options& o, const std::string& t) { o.token_command = not_empty("token-command", t); }},
      {"token-command-timeout",
       [](Options& o, const std::string& t) {
         o.token_command_timeout_s = number("token-command-timeout", t, kShortestTimeout_s, kLongestTimeout_s,
                                            "a number of seconds from 0.001 to 1e6");
       }},
      {"token-sample", [](Options& o, const std::string& t) { o.token_sample = sample(t); }},
      {"threads",
       [](Options& o, const std::string& t) {
         o.threads = static_cast<unsigned>(std::min<std::uint64_t>(whole("threads", t, 1), kMostThreads));
       }},
      {"token-field", [](Options& o, const std::string& t) { o.token_field = pointer(t); }},
      {"preset", [](Options&, const std::string&) {}},
      {"warmup", [](Options& o, const std::string& t) { o.policy.warmup.fixed = whole("warmup", t, 0); }},
      {"min-warmup",
       [](Options& o, const std::string& t) {
         o.policy.warmup.least = whole("min-warmup", t, 0);
         o.policy.warmup.fixed.reset();
       }},
      {"warmup-band",
       [](Options& o, const std::string& t) { o.policy.warmup.band = positive("warmup-band", t); }},
      {"warmup-driver",
       [](Options& o, const std::string& t) {
         o.policy.warmup.driver = *metric_named(choice("warmup-driver", t));
       }},
      {"tail-cov",
       [](Options& o, const std::string& t) { o.policy.tail.cov_limit = positive("tail-cov", t); }},
      {"tail-skew",
       [](Options& o, const std::string& t) { o.policy.tail.skew_limit = positive("tail-skew", t); }},
      {"min-window",
       [](Options& o, const std::string& t) {
         o.policy.gate.least_window = whole("min-window", t, GatePolicy().least_window);
       }},
      {"step-size",
       [](Options& o, const std::string& t) { o.policy.gate.step_size = positive("step-size", t); }},
      {"cov-bounds", [](Options& o, const std::string& t) { o.policy.gate.cov_bounds = bounds(t); }},
      {"min-duration",
       [](Options& o, const std::string& t) {
         o.policy.duration.floor_s =
             number("min-duration", t, 0, kMostSeconds, "a number of seconds from 0 to 1e12");
         o.policy.duration.enforced = true;
       }},
      {"min-duration-latency-multiple",
       [](Options& o, const std::string& t) {
         o.policy.duration.latency_multiple =
             number("min-duration-latency-multiple", t, 0, kMostLatencies, "a number from 0 to 1e9");
         o.policy.duration.enforced = true;
       }},
      {"min-duration-precision",
       [](Options& o, const std::string& t) {
         o.policy.duration.precision =
             number("min-duration-precision", t, kFinestPrecision, kLargest, "a number of at least 1e-6");
         o.policy.duration.enforced = true;
       }},
      {"no-min-duration", [](Options& o, const std::string&) { o.policy.duration.enforced = false; }},
      {"concurrency-ratio",
       [](Options& o, const std::string& t) {
         o.policy.number.occupancy_ratio =
             number("concurrency-ratio", t, kSmallest, 1, "a number above 0 and at most 1");
       }},
      {"report", [](Options& o, const std::string& t) { o.report_file = not_empty("report", t); }},
      {"in-place", [](Options& o, const std::string&) { o.in_place = true; }},
      {"jobs",
       [](Options& o, const std::string& t) {
         o.jobs = std::min<std::uint64_t>(whole("jobs", t, 1), kMostThreads);
       }},
      {"output", [](Options& o, const std::string& t) { o.output = output_kind(choice("output", t)); }},
      {"json", [](Options& o, const std::string&) { o.output = OutputKind::json; }},
      {"verbose", [](Options& o, const std::string&) { o.verbose = true; }},
      {"quiet", [](Options& o, const std::string&) { o.quiet = true; }},
      {"fail-on",
       [](Options& o, const std::string& t) {
         for (std::string_view word : split(t)) read_condition(o.fail_on, word);
       }},
      {"generate-completion",
       [](Options& o, const std::string& t) {
         o.print_and_exit = completion_script(choice("generate-completion", t));
       }},
      {"version",
       [](Options& o, const std::string&) { o.print_and_exit = "ssdetect " SSDETECT_VERSION "\n"; }},
      {"help", [](Options& o, const std::string&) { o.print_and_exit = help_text(); }},
  };
  return table;
}

std::string shown_name(const Flag& flag) {
  return flag.letter ? fmt::format("{},{}", flag.letter, flag.name) : std::string(flag.name);
}

cxxopts::Options command_line() {
  cxxopts::Options options("ssdetect");
  for (const Flag& flag : flag_table()) {
    const auto value = cxxopts::value<std::string>();
    if (flag.value.empty()) value->implicit_value("true");
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

void apply(Options& options, const cxxopts::KeyValue& argument) {
  const bool is_switch = flag_named(argument.key()).value.empty();
  if (is_switch && argument.value() != "true") refuse(fmt::format("--{}: takes no value.", argument.key()));
  setters().at(argument.key())(options, argument.value());
}

// A preset that examines no tail has no use for its limits.
void refuse_what_has_no_effect(const Policy& policy, const std::vector<cxxopts::KeyValue>& given) {
  for (const auto& argument : given)
    if (!policy.tail.enabled && (argument.key() == "tail-cov" || argument.key() == "tail-skew"))
      refuse(fmt::format("--{}: has no effect with --preset {}.", argument.key(), policy.name));
}

void apply_preset(Options& options, const std::vector<cxxopts::KeyValue>& given) {
  for (const auto& argument : given)
    if (argument.key() == "preset")
      options.policy =
          choice("preset", argument.value()) == "reference" ? reference_policy() : default_policy();
}

}  // namespace

std::span<const Flag> flag_table() {
  static const std::string names = format_names();
  static const auto table = [] {
    auto flags = std::to_array(kFlags);
    for (Flag& flag : flags)
      if (flag.name == "input-format") flag.choices = names;
    return flags;
  }();
  return table;
}

Options parse_flags(int argc, const char* const* argv) {
  Options options;
  try {
    const auto parsed = command_line().parse(argc, argv);
    apply_preset(options, parsed.arguments());
    for (const auto& argument : parsed.arguments()) {
      apply(options, argument);
      if (options.print_and_exit) return options;
    }
    refuse_what_has_no_effect(options.policy, parsed.arguments());
    if (!options.tokenizer.empty() && !options.token_command.empty())
      refuse("--tokenizer and --token-command exclude each other.");
    if (options.token_command_timeout_s && options.token_command.empty())
      refuse("--token-command-timeout: needs --token-command COMMAND.");
    if (options.tokenizer_pattern && options.tokenizer.empty())
      refuse("--tokenizer-pattern: needs --tokenizer FILE.");
    if (options.token_sample && options.tokenizer.empty() && options.token_command.empty())
      refuse("--token-sample: needs --tokenizer FILE or --token-command COMMAND.");
    if (options.in_place && options.report_file.empty()) refuse("--in-place: needs --report FILE.");
    options.operands = parsed.unmatched();
    if (!options.report_file.empty() && options.operands.size() > 1)
      refuse("--report: takes one run, not several operands.");
  } catch (const cxxopts::exceptions::exception& error) {
    refuse(in_ascii(error.what()) + ".");
  }
  return options;
}

}  // namespace ssdetect
