// One row an option. Tests: tests/flags_test.cpp (every option sets its field).

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "failure.h"
#include "flags_parts.h"
#include "json/value.h"

namespace ssdetect {

namespace {

// Beyond these, durations overflow; no run is that long, no mean that precise.
constexpr double kMostSeconds = 1e12, kMostLatencies = 1e9, kFinestPrecision = 1e-6;
constexpr double kShortestTimeout_s = 1e-3, kLongestTimeout_s = 1e6;
constexpr double kBelowOne = 1 - std::numeric_limits<double>::epsilon();

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

std::string pointer(const std::string& text) {
  if (text.empty()) refuse("--token-field: an empty pointer names the whole line.");
  try {
    JsonPointer{text};
  } catch (const Failure& failure) {
    refuse(failure.what());
  }
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
       [](Options& o, const std::string& t) {
         o.sizes.superpass_size = whole("superpass-size", t, 1);
         o.sizes.superpass_passes.reset();
       }},
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
      {"alpha",
       [](Options& o, const std::string& t) {
         o.policy.gate.alpha = number("alpha", t, kSmallest, kBelowOne, "a number between 0 and 1");
       }},
      {"least-drift",
       [](Options& o, const std::string& t) { o.policy.gate.least_drift = positive("least-drift", t); }},
      {"p90-factor",
       [](Options& o, const std::string& t) { o.policy.gate.p90_bound_factor = positive("p90-factor", t); }},
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
      {"options", [](Options&, const std::string&) {}},  // its lines stand in its place
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

}  // namespace

void set_option(Options& options, const Given& given) {
  const bool is_switch = given.flag->value.empty();
  if (is_switch && given.value != kSwitchedOn) refuse(fmt::format("--{}: takes no value.", given.flag->name));
  setters().at(given.flag->name)(options, given.value);
}

}  // namespace ssdetect
