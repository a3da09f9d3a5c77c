// Why a verdict came about, in one sentence each. Tests: tests/report/wording_test.cpp.

#include "report/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ssdetect {

namespace {

// As a person who set it would write it: "2.5", "16".
std::string plain_text(double value) { return fmt::format("{:.6g}", value); }

// What the gating and the TTFT series did; `otherwise` is said when none of them drifts.
std::string drift_list(const Report& report, std::string_view otherwise) {
  std::string drifting, stable;
  for (Measure measure : {Measure::tpot, Measure::ttft}) {
    for (Level level : {Level::p50, Level::p90}) {
      const MetricId metric{measure, level};
      const TrendReading& reading = report.analysis.trends.run.of(metric);
      const bool moves = breaks(reading, report.policy.gate);
      std::string& list = moves ? drifting : stable;
      if (reading.state == TrendState::insufficient) continue;
      if (!list.empty()) list += ", ";
      list += metric_text(metric);
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
  const RateCourse& rate = *report.analysis.rate;
  if (rate.segments.plateau_count() == 0)
    return "The token rate never holds: after its ramp it scatters or drifts until it falls.";
  const Segment<RateBin>& first = rate.segments.plateau(0);
  return fmt::format(
      "The token rate holds too briefly before it falls: {} where {} are required (by the {} term).",
      seconds_text(first.duration.window_s), seconds_text(first.duration.required_s),
      name_of(first.duration.dominant));
}

// Empty: one does, or may.
std::string why_no_load_lasts(const ClientSettings& client) {
  if (changes_throughout(client) && client.ramp)
    return fmt::format("The load was {}: no stretch of it has one load.",
                       ramp_text(*client.ramp, client.load == OfferedLoad::closed_loop));
  if (changes_throughout(client))
    return fmt::format(
        "The load was staged ({}), and where a stage ends cannot be told: no stretch is known to "
        "have one load.",
        stages_text(client.stages));
  return "";
}

// Empty: they can be.
std::string why_times_are_not_relied_on(const Report& report) {
  if (const std::string why = why_rates_are_withheld(report.plausibility); !why.empty())
    return fmt::format("The run's requests cannot be relied on: {}.", why);
  if (report.plausibility.order_suspect)
    return "The order of the requests cannot be relied on: their lines do not stand in the order of their "
           "times.";
  if (report.plausibility.clocks_mixed)
    return fmt::format("The run's times cannot be relied on: {}.",
                       why_withheld(report.plausibility, Measure::ttft));
  if (report.analysis.load.duration_disagrees)
    return fmt::format(
        "The run's times cannot be relied on: by its requests it lasts {}, by the client's own account {}.",
        seconds_text(report.analysis.times.duration_s()), seconds_text(report.client.duration_s.value_or(0)));
  if (const std::string why = why_no_load_lasts(report.client); !why.empty()) return why;
  if (report.client.reconstructed && report.client.reconstructed->are_too_few)
    return fmt::format(
        "Too few requests for a window of reconstructed start times: {} where more than {} are needed, twice "
        "the number in flight.",
        count_text(report.counts.issued),
        count_text(2 * report.client.reconstructed->concurrency.value_or(0)));
  return "";
}

std::string too_few_reason(const Report& report) {
  const std::size_t left = report.analysis.examined().size();
  return fmt::format("Of {}, {} {} left to examine after warmup and drain; {} are needed.",
                     plural(report.analysis.passes.size(), "super-pass"),
                     left == 0 ? "none" : count_text(left), left <= 1 ? "is" : "are",
                     report.policy.gate.least_window);
}

std::string not_found_reason(const Report& report) {
  const Analysis& analysis = report.analysis;
  if (const std::string why = why_times_are_not_relied_on(report); !why.empty()) return why;
  if (analysis.load.saturation.saturated)
    return "The server is saturated: it falls behind the offered load, so there is no steady state of issue "
           "time.";
  if (analysis.rate) return no_held_rate_reason(report);
  if (analysis.candidate()) {
    const Segment<SuperPass>& longest = analysis.segments.plateau(*analysis.selection.candidate);
    return fmt::format(
        "No plateau is long enough: the longest, super-passes {} to {}, lasts {} where {} are required (by "
        "the {} term); over the super-passes examined: {}.",
        longest.range.begin, longest.range.end - 1, seconds_text(longest.duration.window_s),
        seconds_text(longest.duration.required_s), name_of(longest.duration.dominant),
        drift_list(report, ""));
  }
  if (analysis.examined().size() < report.policy.gate.least_window) return too_few_reason(report);
  return fmt::format("TPOT never settles over the {} super-passes examined; {}.", analysis.examined().size(),
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
    case NotAssessable::first_tokens_too_late:
      return "All first tokens come after the completion of their requests in the log, so they were ignored "
             "and "
             "there is no TPOT to judge: sort the log by time, completions last.";
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
  const TrendReading& tpot = report.analysis.trends.run.of({Measure::tpot, Level::p50});
  if (report.analysis.verdict != Verdict::anomaly)
    return fmt::format("TPOT p50 changes steadily over the run ({})", percent_text(tpot.relative_drift));
  if (report.analysis.change.level_shift)
    return fmt::format("TPOT steps by {} at super-pass {}",
                       percent_text(report.analysis.change.level_shift->delta),
                       report.analysis.change.level_shift->change_point);
  if (change.skipped_level) {
    const auto& segments = report.analysis.segments;
    const auto delta = level_difference(segments.plateau(*change.skipped_level),
                                        segments.plateau(*report.analysis.selection.chosen));
    return fmt::format("TPOT is {} off an earlier, shorter level", percent_text(delta));
  }
  if (change.excursion)
    return fmt::format("super-passes {} to {} leave its TPOT level", change.excursion->begin,
                       change.excursion->end - 1);
  return fmt::format("TPOT jumps within the run ({} over it)", percent_text(tpot.relative_drift));
}

}  // namespace

std::string start_times_text(const ReconstructedStarts& how) {
  const std::string load =
      how.concurrency ? fmt::format("closed loop, C = {}", *how.concurrency) : "all issued at once";
  return fmt::format("start times: reconstructed ({}, last end {:.1f} % {} the file's duration)", load,
                     100 * std::abs(how.residual), how.residual < 0 ? "after" : "before");
}

std::string missing_text(const std::optional<Missing>& missing) {
  if (!missing) return "";
  const auto count = [](double requests) {
    return count_text(static_cast<std::size_t>(std::ceil(requests)));
  };
  if (!missing->seconds) return fmt::format(" It takes about {} more requests.", count(*missing->requests));
  if (!missing->requests) return fmt::format(" It takes about {} more.", seconds_text(*missing->seconds));
  return fmt::format(" At this pace it takes about {} more, or {} requests.", seconds_text(*missing->seconds),
                     count(*missing->requests));
}

std::string ramp_text(const LoadRamp& ramp, bool is_in_flight) {
  std::string text = "ramped";
  if (ramp.from) text += fmt::format(" from {}", plain_text(*ramp.from));
  text += ramp.to ? fmt::format("{} to {}", ramp.from ? "" : " up", plain_text(*ramp.to)) : " up and down";
  if (ramp.from || ramp.to) text += is_in_flight ? " in flight" : " requests/s";
  if (!ramp.duration_s) return text + " over the whole run";
  return text + fmt::format(" over its first {}", seconds_text(*ramp.duration_s));
}

std::string stage_text(const LoadStage& stage) {
  if (stage.concurrency) return fmt::format("{} in flight", plain_text(*stage.concurrency));
  return stage.rate ? fmt::format("{} requests/s", plain_text(*stage.rate)) : "a load that is not named";
}

std::string stages_text(const std::vector<LoadStage>& stages) {
  std::vector<std::string> texts;
  for (const LoadStage& stage : stages) texts.push_back(stage_text(stage));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string reason(const Report& report) {
  switch (report.analysis.verdict) {
    case Verdict::steady:
      if (report.analysis.by_wall_time())
        return fmt::format("The token rate holds from {}, before it falls.", window_text(report));
      return fmt::format("TPOT is flat over {} and the run does not change after it.", window_text(report));
    case Verdict::anomaly:
    case Verdict::drifting_up:
    case Verdict::drifting_down:
      return fmt::format("TPOT is flat over {}, but {}.", window_text(report), change_text(report));
    case Verdict::not_found:
      return not_found_reason(report) + missing_text(report.analysis.missing);
    case Verdict::not_assessable:
      if (const std::string why = why_withheld(report.plausibility, Measure::tpot); !why.empty())
        return fmt::format("There is no TPOT to judge: {}.", why);
      return not_assessable_reason(*report.analysis.not_assessable, report.model);
    case Verdict::unsupported:
      return "Multi-turn (agentic) runs are not supported yet: there is no validated steady state for them.";
  }
  return "";
}

// Tests: tests/report/wording_test.cpp.

namespace {

std::string with_thousands(std::string text) {
  auto point = text.find('.');
  if (point == std::string::npos) point = text.size();
  for (std::size_t i = point; i > 3 + (text.front() == '-'); i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

}  // namespace

std::string duration_text(std::optional<double> nanos) {
  if (!nanos) return "-";
  struct Unit {
    double size;
    const char* name;
  };
  constexpr std::array<Unit, 4> units{{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}}};
  for (const Unit& unit : units)
    if (std::abs(*nanos) >= unit.size || unit.size == 1)
      return fmt::format("{} {}", number_text(*nanos / unit.size), unit.name);
  return "";
}

std::string number_text(std::optional<double> value) {
  if (!value) return "-";
  const double size = std::abs(*value);
  if (size >= 1e15) return fmt::format("{:.4g}", *value);
  const int decimals =
      size >= 1000 || size == 0 ? 0 : std::max(0, 3 - static_cast<int>(std::floor(std::log10(size))));
  return with_thousands(fmt::format("{:.{}f}", *value, std::min(decimals, 9)));
}

std::string count_text(std::size_t count) { return with_thousands(fmt::format("{}", count)); }

// Beyond, a percentage says less than the factor does.
constexpr double kMostPercent = 1000;

std::string percent_text(std::optional<Ratio> ratio) {
  if (!ratio) return "-";
  const double percent = 100 * *ratio;
  if (percent > kMostPercent) return fmt::format("×{}", number_text(1 + *ratio));
  return std::abs(percent) < 0.05 ? "0.0 %" : fmt::format("{:+.1f} %", percent);
}

std::string plural(std::size_t count, std::string_view noun) {
  const char* ending = count == 1 ? "" : noun.ends_with('s') ? "es" : "s";
  return fmt::format("{} {}{}", count_text(count), noun, ending);
}

std::string seconds_text(Seconds seconds) {
  if (std::abs(seconds) < 1e-3) return "0 s";
  return fmt::format("{} s", number_text(seconds));
}

std::string metric_text(MetricId metric) {
  const std::string_view name = name_of(metric);
  const auto underscore = name.find('_');
  std::string measure(name.substr(0, underscore));
  if (metric.measure != Measure::latency)  // TTFT and TPOT are abbreviations
    for (char& c : measure) c = static_cast<char>(c - 'a' + 'A');
  return fmt::format("{} {}", measure, name.substr(underscore + 1));
}

std::string why_withheld(const Plausibility& doubts, Measure measure) {
  if (measure == Measure::ttft && doubts.clocks_mixed)
    return "issue and first token were stamped by different clocks";
  if (measure == Measure::ttft && doubts.ttft_not_first_token) return "the first chunk is no token";
  if (measure != Measure::tpot) return "";
  if (doubts.not_streamed) return "all tokens of a request come in one chunk (not streamed)";
  if (doubts.buffered_stream) return "the stream was buffered, its tokens come all at the end";
  if (doubts.tpot_implausible) return "below 0.1 ms, which no model reaches";
  if (doubts.tpot_has_no_gaps) return "the first chunk is no token, and the times of the others are gone";
  return "";
}

std::string why_rates_are_withheld(const Plausibility& doubts) {
  return doubts.duplicate_requests ? "requests are in the log more than once, by their ids" : "";
}

}  // namespace ssdetect
