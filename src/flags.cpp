// The table below is the only place that lists options. Tests: tests/flags_test.cpp, tests/cli.

#include "flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "flags_parts.h"
#include "formats/reader.h"

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
    {"Method", "alpha", 0, "P", "", "with --preset reference: significance level of its tests"},
    {"Method", "least-drift", 0, "RATIO", "", "with --preset reference: smallest trend that breaks a window"},
    {"Method", "p90-factor", 0, "X", "",
     "with --preset reference: factor on the bounds for TPOT p90"},
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
    {"Other", "options", 0, "FILE", "FILE", "take options from this file, one a line; # begins a comment"},
    {"Other", "generate-completion", 0, "SHELL", "bash,zsh,fish", "print a completion script"},
    {"Other", "version", 'V', "", "", "print the version"},
    {"Other", "help", 'h', "", "", "print this help"},
};

std::string format_names() {
  std::string names = "auto";
  for (const Format& format : formats()) names += fmt::format(",{}", format.name);
  return names;
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

const Flag* find_flag(std::string_view name) {
  const auto found = std::find_if(flag_table().begin(), flag_table().end(),
                                  [&](const Flag& flag) { return flag.name == name; });
  return found == flag_table().end() ? nullptr : &*found;
}

}  // namespace ssdetect
