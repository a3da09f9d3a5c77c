// All sentences live here, so that text and JSON say the same. Tests: tests/report/wording_test.cpp.

#include "report/wording.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace ssdetect {

namespace {

std::string plural(double count, std::string_view noun) {
  const char* ending = count == 1 ? "" : noun.ends_with('s') ? "es" : "s";
  return fmt::format("{:.0f} {}{}", count, noun, ending);
}

std::string metric_text(std::string_view name) {
  const auto underscore = name.find('_');
  std::string measure(name.substr(0, underscore));
  if (measure != "latency")
    for (char& c : measure) c = static_cast<char>(c - 'a' + 'A');
  return fmt::format("{} {}", measure, name.substr(underscore + 1));
}

std::string drift_text(std::string_view metric, double drift) {
  const char* direction = drift < 0 ? "down" : "up";
  if (std::abs(drift) < 0.05)
    return fmt::format("{} creeps {} over the examined super-passes, by a negligible {}.",
                       metric_text(metric), direction, percent_text(drift));
  return fmt::format(
      "{} drifts {} over the examined super-passes, by {}: the queue in front of the server is moving.",
      metric_text(metric), direction, percent_text(drift));
}

std::string input_sentence(const Warning& w) {
  const double n = w.numbers.empty() ? 0 : w.numbers[0];
  switch (w.code) {
    case WarningCode::partial_log:
      return fmt::format("The log is incomplete ({}); {} still in flight where it stops.",
                         w.subject == "torn" ? "its last line is cut off" : "it has no session.ended",
                         plural(n, "request"));
    case WarningCode::never_finished:
      return fmt::format("{} never finished although the log is complete.", plural(n, "request"));
    case WarningCode::malformed_lines:
    case WarningCode::malformed_records:
      return fmt::format("{} could not be used and {} skipped.",
                         plural(n, w.code == WarningCode::malformed_lines ? "line" : "record"),
                         n == 1 ? "was" : "were");
    case WarningCode::several_tracking_stretches:
      return fmt::format(
          "Performance tracking was on {:.0f} times; the requests of all stretches are counted together.", n);
    case WarningCode::invalid_durations:
      return fmt::format("{} would be negative (a clock or ordering fault in the log) and {} left out.",
                         plural(n, "duration"), n == 1 ? "is" : "are");
    case WarningCode::orphan_events:
      return fmt::format("{} of requests that were not in flight {} ignored.", plural(n, "event"),
                         n == 1 ? "was" : "were");
    case WarningCode::invalid_counts:
      return fmt::format(
          "{} negative, fractional, above 16,777,216 or no number and {} ignored.",
          n == 1 ? "1 recorded token count is" : fmt::format("{:.0f} recorded token counts are", n),
          n == 1 ? "was" : "were");
    case WarningCode::missing_counts:
      return fmt::format(
          "--token-field points to nothing in {}; where there is a count under a usual name, that was taken.",
          plural(n, "completion"));
    case WarningCode::compacted:
      return fmt::format(
          "Of {} of {} requests only sketches fit into --max-memory: percentiles are within {} %, what "
          "depends "
          "on every request's times is right to {}.{}",
          number_text(n), number_text(w.numbers[1]), number_text(100 * kSketchError),
          seconds_text(w.numbers[2]), w.subject);
    case WarningCode::memory_exceeded:
      return "The run took more than --max-memory: what is in flight, ended after the last issue, or belongs "
             "to "
             "very many or very small super-passes, to a sample of outputs or to several turns stays.";
    default:
      return "";
  }
}

std::string token_sentence(const Warning& w) {
  switch (w.code) {
    case WarningCode::estimated_tokens:
      return fmt::format(
          "Token counts are estimated from {}: trends and the verdict hold, absolute TPOT and TPS do not.",
          w.subject);
    case WarningCode::mixed_token_sources:
      return fmt::format(
          "Token counts come from several sources ({}); compare absolute TPOT and TPS with care.", w.subject);
    case WarningCode::uncounted_tool_calls:
      return fmt::format("{} with tool calls: their tokens are counted only where the log records a count.",
                         plural(w.numbers[0], "output"));
    case WarningCode::uncounted_outputs:
      return fmt::format("{} no token count; throughput leaves their tokens out.",
                         w.numbers[0] == 1 ? "1 completed request has"
                                           : fmt::format("{:.0f} completed requests have", w.numbers[0]));
    default:
      return "";
  }
}

std::string range_sentence(const Warning& w) {
  const double n = w.numbers.empty() ? 0 : w.numbers[0];
  switch (w.code) {
    case WarningCode::warmup_capped:
      return fmt::format("The warmup crop stopped at its cap of {}: the run may never have left its ramp.",
                         plural(n, "super-pass"));
    case WarningCode::warmup_guarded:
      return fmt::format(
          "The warmup crop was cut back to {:.0f}, because it would have swallowed a flat level that ends in "
          "a step.",
          n);
    case WarningCode::tail_kept:
      return fmt::format(
          "The drain tail ({}) stays in the TPOT pools: TPOT varies too much between requests to leave it "
          "out (CoV {:.3f}, skew {:.3f}).",
          plural(n, "sample"), w.numbers[1], w.numbers[2]);
    case WarningCode::drained_super_passes:
      return fmt::format("The drain at the end, {}, was not examined.", plural(n, "super-pass"));
    case WarningCode::unfinished_super_passes:
      return fmt::format(
          "The end, {}, was not examined: the interrupted log left too many of its requests unfinished.",
          plural(n, "super-pass"));
    default:
      return "";
  }
}

std::string window_sentence(const Warning& w) {
  switch (w.code) {
    case WarningCode::window_too_short:
      return fmt::format("Window too short: {} where {} are required (by the {} term).",
                         seconds_text(w.numbers[0]), seconds_text(w.numbers[1]), w.subject);
    case WarningCode::skipped_short_plateaus:
      return fmt::format("{} earlier, too short to certify, {} skipped.", plural(w.numbers[0], "plateau"),
                         w.numbers[0] == 1 ? "was" : "were");
    case WarningCode::metric_drifts_in_window:
      return fmt::format("{} drifts inside the window by {}; it has no steady value.", metric_text(w.subject),
                         percent_text(w.numbers[0]));
    case WarningCode::level_shift:
      return fmt::format("TPOT moved to another level at super-pass {:.0f}, by {}.", w.numbers[0],
                         percent_text(w.numbers[1]));
    case WarningCode::excursion:
      return fmt::format("Super-passes {:.0f} to {:.0f}, after the window, are off its TPOT level.",
                         w.numbers[0], w.numbers[1]);
    case WarningCode::ttft_drifts:
      return drift_text(w.subject, w.numbers[0]);
    case WarningCode::p99_not_converged:
      return fmt::format("{} does not converge over the examined super-passes ({}).", metric_text(w.subject),
                         percent_text(w.numbers[0]));
    default:
      return "";
  }
}

std::string number_sentence(const Warning& w) {
  switch (w.code) {
    case WarningCode::saturated:
      return fmt::format(
          "The server fell behind the offered load: of {} issued in the second half, {:.0f} more were in "
          "flight at the end of it.",
          plural(w.numbers[1], "request"), w.numbers[0]);
    case WarningCode::ttft_not_meaningful:
      return "TTFT and latency mean nothing here: everything was issued at once, so they measure the queue.";
    case WarningCode::throughput_uncertain:
      return fmt::format(
          "System throughput is uncertain by {:.0f} %: the load or the pace changed inside the window, or a "
          "clock reading is wrong.",
          100 * w.numbers[0]);
    case WarningCode::throughput_inconsistent:
      return fmt::format(
          "Issue-based throughput ({} tok/s) and tokens produced over the same span ({} tok/s) differ{}; "
          "the latter is the headline.",
          number_text(w.numbers[0]), number_text(w.numbers[1]),
          w.numbers[1] > 0 ? " by " + percent_text(w.numbers[0] / w.numbers[1] - 1) : "");
    case WarningCode::ramp_or_drain_dominates:
      return fmt::format(
          "The whole run's numbers are dominated by ramp or drain: steady differs from total by {} in system "
          "TPS "
          "and by {} in TTFT p99.",
          percent_text(w.numbers[0]), percent_text(w.numbers[1]));
    case WarningCode::failures_in_window:
      return fmt::format("{} of the window failed ({:.1f} %).", plural(w.numbers[0], "request"),
                         100 * w.numbers[1]);
    case WarningCode::short_occupancy_span:
      return fmt::format("The occupancy window covers {} of a run of {}: its numbers may be a burst.",
                         seconds_text(w.numbers[0]), seconds_text(w.numbers[1]));
    case WarningCode::sidecar_problem:
      return fmt::format("A file beside the log was not used: {}{}", w.subject,
                         w.subject.ends_with('.') ? "" : ".");
    default:
      return "";
  }
}

// What the gating and the TTFT series did; `otherwise` is said when none of them drifts.
std::string drift_list(const Report& report, std::string_view otherwise) {
  std::string drifting, stable;
  for (Measure measure : {Measure::tpot, Measure::ttft}) {
    for (Level level : {Level::p50, Level::p90}) {
      const MetricId metric{measure, level};
      const TrendReading& reading = report.analysis.run_trends.of(metric);
      const bool moves = breaks(reading, report.policy.gate);
      std::string& list = moves ? drifting : stable;
      if (reading.state == TrendState::insufficient) continue;
      if (!list.empty()) list += ", ";
      list += metric_text(name_of(metric));
      if (moves)
        list += fmt::format(" {} ({})", *reading.relative_drift < 0 ? "down" : "up",
                            percent_text(reading.relative_drift));
    }
  }
  if (drifting.empty() && stable.empty()) return "there are too few super-passes to tell a trend";
  if (drifting.empty()) return fmt::format("no trend in {}{}", stable, otherwise);
  return stable.empty() ? fmt::format("drifting: {}", drifting)
                        : fmt::format("drifting: {}; without a trend: {}", drifting, stable);
}

std::string no_held_rate_reason(const Report& report) {
  const RateTimeline& rate = *report.analysis.rate;
  if (rate.plateaus.empty())
    return "The token rate never holds: after its ramp it scatters or drifts until it falls.";
  const RatePlateau& first = rate.plateaus.front();
  return fmt::format(
      "The token rate holds too briefly before it falls: {} where {} are required (by the {} term).",
      seconds_text(first.duration.window_s), seconds_text(first.duration.required_s),
      name_of(first.duration.dominant));
}

std::string not_found_reason(const Report& report) {
  const Analysis& analysis = report.analysis;
  if (analysis.saturation.saturated)
    return "The server is saturated: it falls behind the offered load, so there is no steady state of issue "
           "time.";
  if (analysis.rate) return no_held_rate_reason(report);
  if (analysis.candidate) {
    const Plateau& longest = analysis.plateaus[*analysis.selection.candidate];
    return fmt::format(
        "No plateau is long enough: the longest, super-passes {} to {}, lasts {} where {} are required (by "
        "the {} term); over the super-passes examined: {}.",
        longest.range.begin, longest.range.end - 1, seconds_text(longest.duration.window_s),
        seconds_text(longest.duration.required_s), name_of(longest.duration.dominant),
        drift_list(report, ""));
  }
  if (analysis.examined.range.size() < report.policy.gate.least_window)
    return fmt::format(
        "Only {} of {} super-passes are left to examine after warmup and drain; {} are needed.",
        analysis.examined.range.size(), analysis.passes.size(), report.policy.gate.least_window);
  return fmt::format("TPOT never settles over the {} super-passes examined; {}.",
                     analysis.examined.range.size(),
                     drift_list(report, ", but TPOT scatters or jumps too much"));
}

// Nothing is ever downloaded; the run directory may say which file the user has to get.
std::string tokenizer_hint(const std::string& model) {
  if (model.empty()) return "count with --tokenizer";
  return fmt::format("count with --tokenizer and the tokenizer.json of {}, the model that config.yaml names",
                     model);
}

std::string not_assessable_reason(NotAssessable why, const std::string& model) {
  switch (why) {
    case NotAssessable::no_token_counts:
      return fmt::format(
          "No request has a token count, so there is no TPOT to judge: record counts in the log or name "
          "their field with --token-field, {}, or estimate with --tokens words, bytes or chunks.",
          tokenizer_hint(model));
    case NotAssessable::nothing_streamed:
      return "No output was streamed, so no request has tokens after the first and there is no TPOT to "
             "judge.";
    case NotAssessable::no_first_tokens:
      return "The log has no first-token events, so there is no TPOT to judge.";
    case NotAssessable::all_failed:
      return "No request completed, so there is nothing to judge.";
    case NotAssessable::no_tokens_after_first:
      return "No request has a TPOT: first tokens, counts and completions never come together.";
  }
  return "";
}

std::string window_text(const Report& report) {
  const WindowFacts& window = *report.steady->window;
  if (!window.range)
    return fmt::format("{} to {} ({})", seconds_text(window.start_s), seconds_text(window.end_s),
                       seconds_text(window.duration_s));
  return fmt::format("super-passes {} to {} ({})", window.range->begin, window.range->end - 1,
                     seconds_text(window.duration_s));
}

std::string change_text(const Report& report) {
  const Change& change = report.analysis.change;
  const TrendReading& tpot = report.analysis.run_trends.tpot_p50;
  if (report.analysis.verdict != Verdict::anomaly)
    return fmt::format("TPOT p50 changes steadily over the run ({})", percent_text(tpot.relative_drift));
  if (report.analysis.shift)
    return fmt::format("TPOT steps by {} at super-pass {}", percent_text(report.analysis.shift->delta),
                       report.analysis.shift->change_point);
  if (change.skipped_level) {
    const auto& plateaus = report.analysis.plateaus;
    const auto delta =
        level_difference(plateaus[*change.skipped_level], plateaus[*report.analysis.selection.chosen]);
    return fmt::format("TPOT is {} off an earlier, shorter level", percent_text(delta));
  }
  if (change.excursion)
    return fmt::format("super-passes {} to {} leave its TPOT level", change.excursion->begin,
                       change.excursion->end - 1);
  return fmt::format("TPOT jumps within the run ({} over it)", percent_text(tpot.relative_drift));
}

}  // namespace

std::string sentence(const Warning& warning) {
  for (auto part : {input_sentence, token_sentence, range_sentence, window_sentence, number_sentence})
    if (std::string text = part(warning); !text.empty()) return text;
  return "";
}

std::string reason(const Report& report) {
  switch (report.analysis.verdict) {
    case Verdict::steady:
      if (report.analysis.is_offline())
        return fmt::format("The token rate holds from {}, before it falls.", window_text(report));
      return fmt::format("TPOT is flat over {} and the run does not change after it.", window_text(report));
    case Verdict::anomaly:
    case Verdict::drifting_up:
    case Verdict::drifting_down:
      return fmt::format("TPOT is flat over {}, but {}.", window_text(report), change_text(report));
    case Verdict::not_found:
      return not_found_reason(report);
    case Verdict::not_assessable:
      return not_assessable_reason(*report.analysis.not_assessable, report.model);
    case Verdict::unsupported:
      return "Multi-turn (agentic) runs are not supported yet: there is no validated steady state for them.";
  }
  return "";
}

std::string_view name_of(WarningCode code) {
  static constexpr std::string_view names[] = {"partial_log",
                                               "never_finished",
                                               "malformed_lines",
                                               "malformed_records",
                                               "several_tracking_stretches",
                                               "estimated_tokens",
                                               "mixed_token_sources",
                                               "uncounted_tool_calls",
                                               "uncounted_outputs",
                                               "invalid_durations",
                                               "orphan_events",
                                               "invalid_counts",
                                               "missing_counts",
                                               "warmup_capped",
                                               "warmup_guarded",
                                               "tail_kept",
                                               "drained_super_passes",
                                               "unfinished_super_passes",
                                               "window_too_short",
                                               "skipped_short_plateaus",
                                               "metric_drifts_in_window",
                                               "ttft_drifts",
                                               "p99_not_converged",
                                               "level_shift",
                                               "excursion",
                                               "saturated",
                                               "ttft_not_meaningful",
                                               "throughput_uncertain",
                                               "throughput_inconsistent",
                                               "ramp_or_drain_dominates",
                                               "failures_in_window",
                                               "short_occupancy_span",
                                               "sidecar_problem",
                                               "compacted",
                                               "memory_exceeded"};
  return names[static_cast<std::size_t>(code)];
}

}  // namespace ssdetect
