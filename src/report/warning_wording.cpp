// What a warning says: one overload a kind, in the order of report/warning.h. Tests:
// tests/report/warning_wording_test.cpp (every sentence).

#include <fmt/format.h>

#include <cmath>

#include "report/wording.h"
#include "stats/sketch.h"

namespace ssdetect {

namespace {

const char* was(std::uint64_t count) { return count == 1 ? "was" : "were"; }

std::string say(const warning::PartialLog& w) {
  return fmt::format("The log is incomplete ({}); {} still in flight where it stops.",
                     w.last_line_torn ? "its last line is cut off" : "it has no session.ended",
                     plural(w.in_flight, "request"));
}

std::string say(const warning::NeverFinished& w) {
  return fmt::format("{} never finished although the log is complete.", plural(w.requests, "request"));
}

std::string say(const warning::CutOffTokens& w) {
  return fmt::format(
      "{} cut off by the client; the {} tokens that came by then are in the produced rate, and in no "
      "latency, TPOT or issue-based rate.",
      plural(w.requests, "request") + " " + was(w.requests), count_text(w.tokens));
}

std::string say(const warning::MalformedLines& w) {
  return fmt::format("{} could not be used and {} skipped.", plural(w.lines, "line"), was(w.lines));
}

std::string say(const warning::MalformedRecords& w) {
  return fmt::format("{} could not be used and {} skipped.", plural(w.records, "record"), was(w.records));
}

std::string say(const warning::OrphanEvents& w) {
  return fmt::format("{} of requests that were not in flight {} ignored.", plural(w.events, "event"),
                     was(w.events));
}

std::string say(const warning::InvalidCounts& w) {
  return fmt::format("{} {} negative, fractional, above 16,777,216 or no number and {} ignored.",
                     plural(w.counts, "recorded token count"), w.counts == 1 ? "is" : "are", was(w.counts));
}

std::string say(const warning::MissingCounts& w) {
  return fmt::format(
      "--token-field points to nothing in {}; where there is a count under a usual name, that was taken.",
      plural(w.completions, "completion"));
}

std::string say(const warning::CountsDisagree& w) {
  return fmt::format(
      "The client counted {} output tokens where the server reports {}; the server's count is used, unless "
      "--token-field names another.",
      count_text(static_cast<std::size_t>(w.client)), count_text(static_cast<std::size_t>(w.server)));
}

std::string say(const warning::InvalidDurations& w) {
  return fmt::format("{} would be negative (a clock or ordering fault in the log) and {} left out.",
                     plural(w.durations, "duration"), w.durations == 1 ? "is" : "are");
}

std::string say(const warning::SeveralTrackingStretches& w) {
  return fmt::format(
      "Performance tracking was on {} times; the requests of all stretches are counted together.",
      w.stretches);
}

std::string say(const warning::LateFailures& w) {
  return fmt::format(
      "{} failed when {} had been compacted for want of memory: {} as failed, but {} times and tokens stay "
      "in the numbers; a larger --max-memory takes them out.",
      plural(w.requests, "request"), w.requests == 1 ? "it" : "they",
      w.requests == 1 ? "it counts" : "they count", w.requests == 1 ? "its" : "their");
}

std::string say(const warning::SidecarProblem& w) {
  return fmt::format("Beside the log, and not used: {}{}", w.problem, w.problem.ends_with('.') ? "" : ".");
}

std::string say(const warning::SuperPassPassesUnused&) {
  return "--superpass-passes had no effect, because the size of the dataset is not known; --dataset-size N "
         "gives it.";
}

std::string say(const warning::StartTimesReconstructed& w) {
  const std::string_view doubt =
      w.how.is_doubtful ? " That is more than usual (0.5 %): take what depends on them with care." : "";
  return fmt::format("The input has no start times; {}.{}", start_times_text(w.how), doubt);
}

std::string say(const warning::DurationDisagrees& w) {
  return fmt::format(
      "By its requests the run lasts {}, by the client's own account {}: one of its clocks or units is "
      "wrong, and no stretch of it counts as steady.",
      seconds_text(w.computed_s), seconds_text(w.of_client_s));
}

std::string of_all(const Doubt& evidence) {
  return fmt::format("{} of {}", count_text(evidence.requests), plural(evidence.of, "request"));
}

std::string say(const warning::DuplicateRequests& w) {
  return fmt::format(
      "{} {} the id of one that had completed: a log was given twice, or several were joined. Rates are not "
      "reported and no stretch counts as steady; give one log.",
      of_all(w.evidence), w.evidence.requests == 1 ? "has" : "have");
}

std::string say(const warning::OrderSuspect& w) {
  const std::string how =
      w.evidence.requests > 0
          ? fmt::format("{} stand more than a super-pass of {} from the place of their issue time",
                        of_all(w.evidence), count_text(w.superpass_size))
          : "Performance tracking was switched on a second time before the time at which the first ended";
  return how +
         ": several logs were joined, or one was shuffled. Requests count in the order of their lines, so no "
         "stretch counts as steady; give one log, in the order in which it was written.";
}

std::string say(const warning::ClocksMixed& w) {
  if (w.apart)
    return "All responses come later after all issues than the run lasts: the two were stamped by different "
           "clocks, so TTFT is not reported and no stretch counts as steady.";
  return fmt::format(
      "The first tokens of {} come before their issue: the two were stamped by different clocks, so TTFT is "
      "not reported and no stretch counts as steady.",
      of_all(w.evidence));
}

std::string say(const warning::TtftNotFirstToken& w) {
  return fmt::format(
      "In {} the second chunk comes more than five usual gaps after the first, which then was no token: TTFT "
      "is not reported, and TPOT leaves that gap out or is not reported either.",
      of_all(w.evidence));
}

std::string say(const warning::BufferedStream& w) {
  return fmt::format(
      "In {} all tokens come in the last 5 % of the latency: the stream was buffered on its way, so TPOT is "
      "not reported.",
      of_all(w.evidence));
}

std::string say(const warning::NotStreamed& w) {
  return fmt::format(
      "In {} all tokens come in one chunk: the output was not streamed, so TPOT is not reported.",
      of_all(w.evidence));
}

std::string say(const warning::TpotImplausible& w) {
  return fmt::format(
      "TPOT is below 0.1 ms in {}, which no model reaches: a unit or a token count is wrong, so it is not "
      "reported.",
      of_all(w.evidence));
}

std::string say(const warning::ServerTpotDisagrees& w) {
  return fmt::format(
      "In {} the server's own TPOT is more than 20 % off that of the time stamps ({} against {} on average): "
      "the server's is used, and one of the two is wrong.",
      of_all(w.evidence), duration_text(w.evidence.of_server_ns), duration_text(w.evidence.stamped_ns));
}

std::string say(const warning::SurvivorsOnly& w) {
  return fmt::format(
      "Of {} {} no first token and {} an empty output: TTFT and TPOT are of the others, and may be of the "
      "lucky ones.",
      plural(static_cast<double>(w.evidence.completed), "completed request"),
      fmt::format("{} {}", count_text(w.evidence.without_first_token),
                  w.evidence.without_first_token == 1 ? "has" : "have"),
      fmt::format("{} {}", count_text(w.evidence.empty), w.evidence.empty == 1 ? "has" : "have"));
}

std::string say(const warning::Compacted& w) {
  std::string text = fmt::format(
      "Of {} of {} only sketches fit into --max-memory: percentiles are within {} %, what depends "
      "on every request's times is right to {}.",
      count_text(w.requests), plural(w.issued, "request"), number_text(100 * kSketchError),
      seconds_text(w.time_bin_s));
  if (w.prompts_forgotten)
    text += " No prompt had come twice by then, so the dataset size was not looked for.";
  if (w.rounded_superpass_size)
    text += fmt::format(" Super-passes were rounded up to {}.", plural(*w.rounded_superpass_size, "request"));
  return text;
}

std::string say(const warning::MemoryExceeded&) {
  return "The run took more than --max-memory: what is in flight, ended after the last issue, or belongs to "
         "very many or very small super-passes, to a sample of outputs or to several turns stays.";
}

std::string say(const warning::EstimatedTokens& w) {
  return fmt::format(
      "Token counts are estimated from {}: trends and the verdict hold, absolute TPOT and TPS do not.",
      name_of(w.source));
}

std::string say(const warning::MixedTokenSources& w) {
  std::string names;
  for (TokenSource source : w.sources)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(source));
  return fmt::format("Token counts come from several sources ({}); compare absolute TPOT and TPS with care.",
                     names);
}

std::string say(const warning::UncountedOutputs& w) {
  return fmt::format("{} {} no token count; throughput leaves their tokens out.",
                     plural(w.requests, "completed request"), w.requests == 1 ? "has" : "have");
}

std::string say(const warning::UncountedToolCalls& w) {
  return fmt::format("{} with tool calls: their tokens are counted only where the log records a count.",
                     plural(w.outputs, "output"));
}

std::size_t rounded(double count) { return static_cast<std::size_t>(std::llround(count)); }
std::string say(const warning::LoadStaged& w) {
  const StageOfRun& stage = w.stage;
  const bool is_measured_rate = stage.by_issue_times && stage.load.rate;
  return fmt::format(
      "The load was staged: this is stage {} of 0 to {}, {} by {}. Each is a run of its own: another load is "
      "no change of the server.",
      stage.index, stage.of - 1,
      is_measured_rate ? number_text(stage.load.rate) + " requests/s" : stage_text(stage.load),
      stage.by_issue_times ? "the issue times" : "the client's settings");
}

std::string say(const warning::LoadStagesUnknown& w) {
  return fmt::format(
      "The load was staged ({}), and where a stage ends cannot be told: no stretch of it counts as steady.",
      stages_text(w.stages));
}

std::string say(const warning::LoadRamped& w) {
  return fmt::format("The load was {}: {}.", ramp_text(w.ramp, w.is_in_flight),
                     w.ramp.duration_s ? "these are warmup" : "no stretch of it counts as steady");
}

std::string say(const warning::Saturated& w) {
  return fmt::format(
      "The server fell behind the offered load: of {} issued in the second half, {} more were in flight "
      "at the end of it.",
      plural(rounded(w.issued_requests), "request"), count_text(rounded(w.growth_requests)));
}

std::string say(const warning::LoadNotServed& w) {
  std::string text = fmt::format("The offered load was not served: {} requests/s offered, {} achieved",
                                 number_text(w.offered_per_s), number_text(w.achieved_per_s));
  if (w.cap) text += fmt::format(" under a cap of {} in flight", number_text(w.cap));
  if (w.mean_wait_s && w.longest_wait_s)
    text +=
        fmt::format("; requests waited in the client for {} on average, {} at most, which TTFT leaves out",
                    seconds_text(*w.mean_wait_s), seconds_text(*w.longest_wait_s));
  return text + ".";
}

std::string say(const warning::TargetNotReached& w) {
  return fmt::format("The target of {} in flight was not reached: {} were, {:.0f} % of it.",
                     number_text(w.target), number_text(w.achieved), 100 * w.achieved / w.target);
}

std::string say(const warning::NotWholePasses& w) {
  return fmt::format(
      "{} were issued, which is no whole number of passes over the dataset of {}: some of it counts more "
      "than the rest.",
      plural(static_cast<double>(w.issued), "request"), count_text(w.dataset_size));
}

std::string say(const warning::TtftNotMeaningful&) {
  return "TTFT and latency mean nothing here: everything was issued at once, so they measure the queue.";
}

std::string say(const warning::WarmupCapped& w) {
  return fmt::format("The warmup crop stopped at its cap of {}: the run may never have left its ramp.",
                     plural(w.super_passes, "super-pass"));
}

std::string say(const warning::WarmupGuarded& w) {
  return fmt::format(
      "The warmup crop was cut back to {}, because it would have swallowed a flat level that ends in a step.",
      w.super_passes);
}

std::string say(const warning::TailKept& w) {
  return fmt::format(
      "The drain tail ({}) stays in the TPOT pools: TPOT varies too much between requests to leave it out "
      "(CoV {:.3f}, skew {:.3f}).",
      plural(w.samples, "sample"), w.cov, w.skew);
}

std::string say(const warning::DrainedSuperPasses& w) {
  return fmt::format("The drain at the end, {}, was not examined.", plural(w.super_passes, "super-pass"));
}

std::string say(const warning::UnfinishedSuperPasses& w) {
  return fmt::format(
      "The end, {}, was not examined: the interrupted log left too many of its requests unfinished.",
      plural(w.super_passes, "super-pass"));
}

std::string say(const warning::WindowTooShort& w) {
  return fmt::format("Window too short: {} where {} are required (by the {} term).", seconds_text(w.window_s),
                     seconds_text(w.required_s), name_of(w.dominant));
}

std::string say(const warning::SkippedShortPlateaus& w) {
  return fmt::format("{} earlier, too short to certify, {} skipped.", plural(w.plateaus, "plateau"),
                     was(w.plateaus));
}

std::string say(const warning::GapInWindow& w) {
  std::string text = fmt::format("Nothing was issued for {} from {} on, inside the window",
                                 seconds_text(w.length_s), seconds_text(w.at_s));
  if (w.gaps > 1) text += fmt::format(" (the longest of {} such pauses)", w.gaps);
  return text + ": its rates are over that time, too.";
}

std::string say(const warning::MetricDriftsInWindow& w) {
  return fmt::format("{} drifts inside the window by {}; it has no steady value.", metric_text(w.metric),
                     percent_text(w.drift));
}

std::string say(const warning::LevelShift& w) {
  return fmt::format("TPOT moved to another level at super-pass {}, by {}.", w.super_pass,
                     percent_text(w.delta));
}

std::string say(const warning::Excursion& w) {
  return fmt::format("Super-passes {} to {}, after the window, are off its TPOT level.", w.first_super_pass,
                     w.last_super_pass);
}

std::string say(const warning::TtftDrifts& w) {
  const char* direction = w.drift < 0 ? "down" : "up";
  if (w.negligible)
    return fmt::format("{} creeps {} over the examined super-passes, by a negligible {}.",
                       metric_text(w.metric), direction, percent_text(w.drift));
  return fmt::format(
      "{} drifts {} over the examined super-passes, by {}: the queue in front of the server is moving.",
      metric_text(w.metric), direction, percent_text(w.drift));
}

std::string say(const warning::P99NotConverged& w) {
  return fmt::format("{} does not converge over the examined super-passes ({}).", metric_text(w.metric),
                     percent_text(w.drift));
}

std::string say(const warning::ThroughputUncertain& w) {
  return fmt::format(
      "System throughput is uncertain by {:.0f} %: the load or the pace changed inside the window, or a "
      "clock reading is wrong.",
      100 * w.half_width);
}

std::string say(const warning::ThroughputInconsistent& w) {
  return fmt::format(
      "Issue-based throughput ({} tok/s) and tokens produced over the same span ({} tok/s) differ{}; the "
      "latter is the headline.",
      number_text(w.system_tok_s), number_text(w.token_time_tok_s),
      w.token_time_tok_s > 0 ? " by " + percent_text(w.system_tok_s / w.token_time_tok_s - 1) : "");
}

std::string say(const warning::RampOrDrainDominates& w) {
  return fmt::format(
      "The whole run's numbers are dominated by ramp or drain: steady differs from total by {} in system TPS "
      "and by {} in TTFT p99.",
      percent_text(w.system_tps), percent_text(w.ttft_p99));
}

std::string say(const warning::FailuresInWindow& w) {
  return fmt::format("{} of the window failed ({:.1f} %).", plural(w.requests, "request"), 100 * w.share);
}

std::string say(const warning::ShortOccupancySpan& w) {
  return fmt::format("The occupancy window covers {} of a run of {}: its numbers may be a burst.",
                     seconds_text(w.span_s), seconds_text(w.run_s));
}

}  // namespace

std::string sentence(const Warning& warning) {
  return std::visit([](const auto& kind) { return say(kind); }, warning);
}

}  // namespace ssdetect
