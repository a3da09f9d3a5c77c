// Tests: tests/run/mode_test.cpp.

#include "run/mode.h"

#include <algorithm>

#include "run/run_times.h"
#include "run/saturation.h"

namespace ssdetect {

namespace {

constexpr Ratio kOfflineSpanShare = 0.05;         // everything issued within this share of the run: one burst
constexpr std::size_t kOfflineLeastSamples = 50;  // fewer samples can be a burst by chance
constexpr Ratio kMostEnds = 0.99;                 // of the requests; the rest may end much later
constexpr Ratio kFullShare = 0.95;   // "at the target" allows for the gap between completion and next issue
constexpr Ratio kFullIssues = 0.90;  // this share of the issues must leave the count there

std::optional<Mode> of_pattern(std::string_view pattern) {
  if (pattern == "concurrency") return Mode::concurrency;
  if (pattern == "poisson") return Mode::poisson;
  if (pattern == "max_throughput") return Mode::offline;
  if (pattern == "agentic_inference") return Mode::agentic;
  return std::nullopt;
}

// The run's duration without its last hundredth: one request that hangs, or one wrong clock reading, does not
// make a burst of what was issued all the while.
bool is_offline(const Run& run, const InFlight& in_flight) {
  const RunTimes times = times_of(run);
  const Nanos end =
      std::max(times.last_issue, in_flight.share_ended_by(kMostEnds).value_or(times.last_event));
  const double duration = to_seconds(elapsed(times.first_issue, end));
  return run.requests.size() >= kOfflineLeastSamples && duration > 0 &&
         to_seconds(elapsed(times.first_issue, times.last_issue)) < kOfflineSpanShare * duration;
}

// A closed loop keeps the count at its target once it is reached.
bool is_closed_loop(const InFlight& in_flight) {
  const std::size_t peak = in_flight.peak();
  const auto reached = in_flight.first_reaches(peak);
  if (!reached) return false;
  const auto issues = in_flight.starts_since(*reached, kFullShare * static_cast<double>(peak));
  return static_cast<double>(issues.full) >= kFullIssues * static_cast<double>(issues.all);
}

Mode of_log(const Run& run, const InFlight& in_flight) {
  if (run.highest_turn >= 2) return Mode::agentic;
  if (is_offline(run, in_flight)) return Mode::offline;
  const bool closed = is_closed_loop(in_flight) && !judge_saturation(run, in_flight).saturated;
  return closed ? Mode::concurrency : Mode::poisson;
}

}  // namespace

std::string_view name_of(Mode mode) {
  switch (mode) {
    case Mode::concurrency:
      return "concurrency";
    case Mode::poisson:
      return "poisson";
    case Mode::offline:
      return "offline";
    case Mode::agentic:
      return "agentic";
  }
  return "";
}

std::optional<Mode> mode_named(std::string_view name) {
  for (Mode mode : {Mode::concurrency, Mode::poisson, Mode::offline, Mode::agentic})
    if (name == name_of(mode)) return mode;
  return std::nullopt;
}

ModeChoice choose_mode(std::optional<Mode> asked, const Sidecars& sidecars, const Run& run,
                       const InFlight& in_flight) {
  if (asked) return {*asked, "option"};
  if (const auto mode = of_pattern(sidecars.load_pattern)) return {*mode, "config.yaml"};
  return {of_log(run, in_flight), "log"};
}

}  // namespace ssdetect
