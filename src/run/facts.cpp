// A closed loop keeps the number in flight at its target once it is reached. The number in flight of a
// healthy open loop varies like a Poisson count, so the difference of two readings has a standard deviation
// of about sqrt(2 * mean): a few of those are not chance. A log whose number in flight keeps growing is an
// open loop, whatever it does at the end: its maximum is its last reading, so the closed-loop rule alone
// would take it for a full house. In flight is looked at when requests are issued and over time: requests of
// one length leave together. Tests: tests/run/facts_test.cpp (shapes of logs by hand; healthy and
// overloaded generated runs, counted).

#include "run/facts.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/moments.h"

namespace ssdetect {

namespace {

RunTimes times_of(const Run& run) {
  RunTimes times;
  for (const Cell& cell : run.compacted.cells) times.merge(cell.sum);
  for (const Request& request : run.requests) times.add(run, request);
  if (times.ended == 0) times.last_completion = times.last_issue;
  return times;
}

std::optional<Mode> of_pattern(std::string_view pattern) {
  if (pattern == "concurrency") return Mode::concurrency;
  if (pattern == "poisson") return Mode::poisson;
  if (pattern == "max_throughput") return Mode::offline;
  if (pattern == "agentic_inference") return Mode::agentic;
  return std::nullopt;
}

std::optional<Mode> of_settings(const ClientSettings& client) {
  if (!client.load) return std::nullopt;
  switch (*client.load) {
    case OfferedLoad::closed_loop:
      return Mode::concurrency;
    case OfferedLoad::open_loop:
      return Mode::poisson;
    case OfferedLoad::at_once:
      return Mode::offline;
  }
  return std::nullopt;
}

bool disagrees(const RunTimes& times, std::optional<Seconds> by_client, const LoadPolicy& policy) {
  return by_client && std::abs(times.duration_s() - *by_client) > policy.duration_tolerance * *by_client;
}

Saturation judge_saturation(const RunTimes& times, const InFlight& in_flight, const LoadPolicy& policy) {
  const Nanos middle = times.first_issue + elapsed(times.first_issue, times.last_issue) / 2;
  Saturation found;
  found.growth =
      static_cast<double>(in_flight.at(times.last_issue)) - static_cast<double>(in_flight.at(middle));
  found.issued = static_cast<double>(in_flight.requests() - in_flight.started_by(middle));
  found.mean_in_flight = in_flight.mean_over(middle, times.last_issue).value_or(0);
  found.saturated = times.requests >= policy.least_samples &&
                    found.growth > policy.saturated_growth * found.issued &&
                    found.growth > policy.saturated_deviations * std::sqrt(2 * found.mean_in_flight);
  return found;
}

// The run's duration without its last hundredth: one request that hangs, or one wrong clock reading, does not
// make a burst of what was issued all the while.
bool is_burst(const RunTimes& times, const InFlight& in_flight, const LoadPolicy& policy) {
  const Nanos end =
      std::max(times.last_issue, in_flight.share_ended_by(policy.most_ends).value_or(times.last_event));
  const double duration = to_seconds(elapsed(times.first_issue, end));
  return times.requests >= policy.least_samples && duration > 0 &&
         times.offered_load_span_s() < policy.burst_share * duration;
}

// Of all issues; a peak with fewer after it came by chance, and says little of the run.
constexpr Ratio kLeastAfterPeak = 0.1;

// A client that issues by the clock finds the same number in flight each time where latencies are alike.
bool is_paced(const InFlight& in_flight, Nanos reached, const LoadPolicy& policy) {
  std::vector<double> gaps = in_flight.gaps_since(reached);
  if (gaps.size() < policy.least_samples / 2) return false;
  std::sort(gaps.begin(), gaps.end());
  const auto at = [&](Ratio share) { return gaps[lower_rank(share, gaps.size())]; };
  return at(0.5) > 0 && at(0.9) - at(0.1) <= policy.regular_spread * at(0.5);
}

// Full when requests are issued, or over time: requests of one length leave a loop together, and each comes
// back at its own pace, so the count is full nearly always, yet at few issues.
bool is_closed_loop(const InFlight& in_flight, Nanos last_issue, const LoadPolicy& policy) {
  const std::size_t peak = in_flight.peak();
  const auto reached = in_flight.first_reaches(peak);
  if (!reached) return false;
  const double level = policy.full_share * static_cast<double>(peak);
  const auto issues = in_flight.starts_since(*reached, level);
  const auto all = static_cast<double>(issues.all);
  if (all < kLeastAfterPeak * static_cast<double>(in_flight.requests())) return false;
  if (in_flight.mean_over(*reached, last_issue).value_or(0) >= level) return true;
  return static_cast<double>(issues.full) >= policy.full_issues * all &&
         !is_paced(in_flight, *reached, policy);
}

ModeChoice choose_mode(std::optional<Mode> asked, const Sidecars& sidecars, const Run& run,
                       const Facts& facts, const LoadPolicy& policy) {
  if (asked) return {*asked, "option"};
  if (const auto mode = of_pattern(sidecars.load_pattern)) return {*mode, "config.yaml"};
  if (run.highest_turn >= 2) return {Mode::agentic, "log"};
  if (const auto mode = of_settings(run.client)) return {*mode, "client settings"};
  const auto by_log = [&] {
    if (is_burst(facts.times, facts.in_flight, policy)) return Mode::offline;
    const bool closed =
        is_closed_loop(facts.in_flight, facts.times.last_issue, policy) && !facts.load.saturation.saturated;
    return closed ? Mode::concurrency : Mode::poisson;
  };
  return {by_log(), "log"};
}

std::optional<double> loop_size_of(const Facts& facts) {
  const double peak = static_cast<double>(facts.in_flight.peak());
  if (facts.target_concurrency) return std::min(*facts.target_concurrency, peak);
  return facts.load.saturation.saturated ? std::nullopt : std::optional(peak);
}

std::size_t issued_in_ramp(const Facts& facts, const ClientSettings& client) {
  if (!client.ramp || !client.ramp->duration_s) return 0;
  constexpr Seconds kLongest = 1e9;  // fits in nanoseconds
  const auto ns = static_cast<Nanos>(1e9 * std::min(*client.ramp->duration_s, kLongest));
  return facts.in_flight.started_by(facts.times.first_issue + ns);
}

WindowKind windows_of(const Load& load, const Run& run) {
  const Mode mode = load.mode.mode;
  const ClientSettings& client = run.client;
  if (!run.plausibility.allows_windows()) return WindowKind::none;
  if (mode == Mode::agentic || load.saturation.saturated || load.duration_disagrees) return WindowKind::none;
  if (client.reconstructed && client.reconstructed->are_too_few) return WindowKind::none;
  if (changes_throughout(client)) return WindowKind::none;
  return mode == Mode::offline ? WindowKind::wall_time : WindowKind::issue_time;
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

Facts facts_of(const Run& run, std::optional<Mode> asked, const Sidecars& sidecars,
               const LoadPolicy& policy) {
  Facts facts{times_of(run), InFlight::of_all(run), {}, sidecars.target_concurrency, {}};
  if (!facts.target_concurrency) facts.target_concurrency = run.client.target_concurrency;
  Load& load = facts.load;
  if (!changes_throughout(run.client))  // else more in flight may be more offered
    load.saturation = judge_saturation(facts.times, facts.in_flight, policy);
  facts.loop_size = loop_size_of(facts);
  facts.issued_in_ramp = issued_in_ramp(facts, run.client);
  load.mode = choose_mode(asked, sidecars, run, facts, policy);
  if (load.mode.mode != Mode::poisson) load.saturation = {};
  load.duration_disagrees = disagrees(facts.times, run.client.duration_s, policy);
  load.windows = windows_of(load, run);
  load.watches_rate = load.windows == WindowKind::wall_time || load.saturation.saturated;
  return facts;
}

}  // namespace ssdetect
