// Blocks in the order a reader asks: what is the verdict and why, what does it look like, over which window,
// how much, how fast, how sure. Every line fits 80 columns. Tests: tests/cli.

#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/numbers.h"
#include "report/printable.h"
#include "report/sparkline.h"
#include "report/text_layout.h"
#include "report/text_tables.h"
#include "report/wording.h"

namespace ssdetect {

namespace {

constexpr std::string_view kGreen = "\033[32m", kYellow = "\033[33m", kRed = "\033[31m", kPlain = "\033[0m";

std::string upper(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = c == '_' ? ' ' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string_view colour_of(Verdict verdict) {
  if (verdict == Verdict::steady) return kGreen;
  const bool has_window =
      verdict == Verdict::anomaly || verdict == Verdict::drifting_up || verdict == Verdict::drifting_down;
  return has_window ? kYellow : kRed;
}

std::string headline(const Report& report, const TextStyle& style) {
  const std::string verdict = upper(name_of(report.analysis.verdict));
  const std::string name = report.name == "-" ? "" : printable(report.name) + ": ";
  if (!style.colour) return fmt::format("{}{}\n", name, verdict);
  return fmt::format("{}{}{}{}\n", name, colour_of(report.analysis.verdict), verdict, kPlain);
}

std::string estimate_mark(const Report& report) { return report.tokens_are_estimates ? " (estimated)" : ""; }

std::string window_block(const Report& report) {
  const auto& window = report.shown().window;
  if (!window) return "";
  std::string text;
  if (window->range)
    text = fmt::format("super-passes {} to {} of {}, ", window->range->begin, window->range->end - 1,
                       report.analysis.passes.size());
  text += plural(window->samples, "sample");
  if (window->failed > 0) text += fmt::format(", {} failed", count_text(window->failed));
  text += fmt::format("; {} to {} ({})", seconds_text(window->start_s), seconds_text(window->end_s),
                      seconds_text(window->duration_s));
  return block(report.steady ? "Window" : "Best effort", text);
}

// Of a saturated run: what the server held, beside the numbers of the client's issue time.
std::string held_rate_block(const Report& report) {
  if (!report.held || report.steady || !report.held->tps.system) return "";
  const WindowFacts& held = *report.held->window;
  return block("Held rate", fmt::format("{} tok/s, {} to {} ({}): what the server produced while saturated "
                                        "(the headline)",
                                        number_text(report.held->tps.system), seconds_text(held.start_s),
                                        seconds_text(held.end_s), seconds_text(held.duration_s)));
}

std::string natl_block(const Report& report) {
  if (!report.analysis.natl) return "";
  const Distribution rates =
      describe(Pool(report.analysis.natl->tokens_per_s), report.policy.number.histogram_bins);
  const auto& cov = report.analysis.natl->cov_of_medians;
  return block("NATL", fmt::format("{}, median {} tok/s (p90 {}); CoV of block medians {}; experimental",
                                   plural(rates.count, "conversation"), number_text(rates[p50]),
                                   number_text(rates[p90]), cov ? fmt::format("{:.3f}", *cov) : "-"));
}

std::string best_effort_note(const Report& report) {
  if (!report.best_effort) return "";
  static constexpr const char* over[] = {"the longest plateau", "all super-passes examined", "the whole run"};
  const bool partial = report.analysis.coverage == CoverageStatus::partial_dataset;
  return block("", fmt::format("No steady window: these numbers are over {} and {}.",
                               over[static_cast<int>(report.best_effort->basis)],
                               partial ? "unreliable (less than one dataset pass)" : "of low confidence"));
}

std::string rate(std::optional<double> value, std::string_view what,
                 const std::optional<Interval>& interval) {
  if (!interval) return fmt::format("{:>10} tok/s {}", number_text(value), what);
  return fmt::format("{:>10} tok/s {:<9}  95 % {} to {}", number_text(value), what,
                     number_text(interval->low), number_text(interval->high));
}

std::string throughput_block(const Report& report) {
  const Throughput& tps = report.shown().tps;
  const std::string mark = estimate_mark(report);
  if (const std::string why = why_rates_are_withheld(report.plausibility); !why.empty())
    return block("Throughput", "not reported: " + why);
  if (!tps.system)
    return block("Throughput", fmt::format("{:>10} requests/s", number_text(tps.requests_per_s)));
  const std::string pad(kTextIndent, ' ');
  const bool disagree = tps.headline != tps.system;
  const bool produced_leads = disagree && tps.headline == tps.token_time;
  std::string text = fmt::format("  {:<{}}{}{}\n", "Throughput", kTextIndent - 2,
                                 rate(tps.system, disagree ? "issued" : "system", tps.system_interval), mark);
  if (tps.token_time && tps.mismatch)
    text += fmt::format("{}{} {}{}\n", pad, rate(tps.token_time, "produced", std::nullopt),
                        produced_leads ? "  <- headline; difference " : "  difference ",
                        percent_text(tps.mismatch));
  return text + fmt::format("{}{}{}\n", pad, rate(tps.per_user, "per user", tps.per_user_interval), mark);
}

struct TableRow {
  std::string name;
  std::optional<double> steady{}, total{};
  std::string (*text)(std::optional<double>) = number_text;
  const WindowDrift* drift = nullptr;
  std::string withheld{};  // why there is none
};

std::string table_row(const TableRow& row) {
  if (!row.withheld.empty()) return wrapped(fmt::format("  {:<20}", row.name), row.withheld);
  if (!row.drift)
    return fmt::format("  {:<20}{:>14}{:>14}{:>14}\n", row.name, row.text(row.steady), row.text(row.total),
                       percent_text(divergence(row.steady, row.total)));
  const char* direction = row.drift->relative < 0 ? "down" : "up";
  return fmt::format("  {:<20}drifting {}, {} → {}; total {}\n", row.name, direction,
                     row.text(row.drift->from_ns), row.text(row.drift->to_ns), row.text(row.total));
}

void add_rows(std::vector<TableRow>& rows, const Report& report, Measure measure, std::string label) {
  const Distribution& steady = report.shown()[measure];
  const Distribution& total = report.total[measure];
  if (const std::string why = why_withheld(report.plausibility, measure); !why.empty()) {
    rows.push_back({.name = label, .withheld = "not reported: " + why});
    return;
  }
  const bool is_queue = report.analysis.by_wall_time() && measure != Measure::tpot;
  if (total.count == 0 || is_queue) return;
  if (measure == Measure::tpot && report.tokens_are_estimates) label += " est.";
  rows.push_back({label + " mean", steady.mean, total.mean, duration_text});
  rows.push_back(
      {label + " p50", steady[p50], total[p50], duration_text, drift_of(report, {measure, Level::p50})});
  rows.push_back(
      {label + " p90", steady[p90], total[p90], duration_text, drift_of(report, {measure, Level::p90})});
  rows.push_back({label + " p99", steady[p99], total[p99], duration_text});
}

std::string latency_table(const Report& report) {
  std::vector<TableRow> rows;
  add_rows(rows, report, Measure::ttft, "TTFT");
  add_rows(rows, report, Measure::tpot, "TPOT");
  add_rows(rows, report, Measure::latency, "latency");
  if (report.total[Quantity::output_tokens].count > 0)
    rows.push_back({"OSL mean, tokens", report.shown()[Quantity::output_tokens].mean,
                    report.total[Quantity::output_tokens].mean, number_text});
  if (report.total[Quantity::input_tokens].count > 0)
    rows.push_back({"ISL mean, tokens", report.shown()[Quantity::input_tokens].mean,
                    report.total[Quantity::input_tokens].mean, number_text});
  if (report.total.tps.system)
    rows.push_back(
        {"system TPS, tok/s", report.shown().tps.headline, report.total.tps.headline, number_text});
  std::string text = fmt::format("  {:<20}{:>14}{:>14}{:>14}\n", "", report.steady ? "steady" : "best effort",
                                 "total", "divergence");
  for (const TableRow& row : rows) text += table_row(row);
  return text;
}

std::string_view warmup_mark(const WarmupCrop& warmup) {
  if (warmup.fixed) return " (fixed)";
  if (warmup.by_ramp && !warmup.by_fill) return " (the client ramps its load up)";
  return warmup.by_fill ? " (they fill the closed loop)" : "";
}

// Unless the reason says so.
std::string longer_text(const Report& report) {
  const std::string text =
      report.analysis.verdict == Verdict::not_found ? "" : missing_text(report.analysis.missing);
  return text.empty() ? "" : "." + text;
}

// Below it the TPOT pool is no picture of all outputs.
constexpr Ratio kWholeOsl = 0.98;

std::string osl_coverage_block(const Report& report) {
  const TailCut& tail = report.analysis.tail;
  const auto is_low = [](std::optional<double> share) { return share && *share < kWholeOsl; };
  if (!is_low(tail.osl_mean_coverage) && !is_low(tail.osl_p99_coverage)) return "";
  return block(
      "TPOT pool",
      fmt::format("without the drain tail its output lengths reach {:.1f} % of all in the mean "
                  "and {:.1f} % in the p99: long outputs are underrepresented",
                  100 * tail.osl_mean_coverage.value_or(0), 100 * tail.osl_p99_coverage.value_or(0)));
}

std::string coverage_text(const Report& report) {
  const Analysis& analysis = report.analysis;
  if (analysis.by_wall_time())
    return fmt::format("{}; a window of wall time, by the token rate; official basis: {}",
                       name_of(analysis.coverage), report.official_is_steady ? "steady state" : "total") +
           longer_text(report);
  const Sizing& sizing = analysis.sizing;
  std::string size = fmt::format("{} of {} ({}", plural(analysis.passes.size(), "super-pass"),
                                 sizing.superpass_size, sizing.superpass_size_source);
  if (sizing.superpass_size_source == "dataset")
    size += fmt::format(", size from {}", sizing.dataset_size_source);
  return fmt::format("{}; {}), {} dropped as warmup{}, {} examined; official basis: {}",
                     name_of(analysis.coverage), size, analysis.warmup.count, warmup_mark(analysis.warmup),
                     analysis.examined().size(), report.official_is_steady ? "steady state" : "total") +
         longer_text(report);
}

std::string run_text(const Report& report) {
  const RunCounts& counts = report.counts;
  std::string text =
      fmt::format("{} issued, {} completed, {} failed, {} in flight over {}",
                  plural(counts.issued, "request"), count_text(counts.completed), count_text(counts.failed),
                  count_text(counts.in_flight), seconds_text(report.analysis.times.duration_s()));
  text += fmt::format("; mode {} (from {}); token counts: {}", name_of(report.analysis.load.mode.mode),
                      report.analysis.load.mode.source,
                      report.token_sources.empty() ? "none" : name_of(report.token_sources.front()));
  if (report.scaled_outputs > 0)
    text += fmt::format(", {} of {} outputs counted", report.sampled_outputs,
                        report.sampled_outputs + report.scaled_outputs);
  if (report.policy.name != "default") text += fmt::format("; preset {}", report.policy.name);
  return text;
}

std::string load_text(const Report& report) {
  const InFlightFacts& facts = report.facts;
  std::string text = fmt::format("peak {} in flight", count_text(facts.peak_in_flight));
  if (facts.target_concurrency) text += fmt::format(" (target {})", number_text(facts.target_concurrency));
  if (facts.relative_in_window)
    text += fmt::format(", {:.1f} % of it in the window", 100 * *facts.relative_in_window);
  if (facts.hairball_weight) text += fmt::format("; hairball {:.1f} %", 100 * *facts.hairball_weight);
  if (report.analysis.by_wall_time()) return text + "; everything was issued at once";
  text += fmt::format("; drain {}", seconds_text(facts.drain_s));
  if (facts.drain_share) text += fmt::format(" ({:.1f} % of the run)", 100 * *facts.drain_share);
  return text;
}

std::string occupancy_block(const Report& report) {
  const auto& o = report.occupancy;
  if (!o) return block("Occupancy", "no request succeeded with a positive latency");
  if (!o->output_tps) return "";
  const Nanos zero = report.analysis.times.first_issue;
  return block(
      "Occupancy",
      fmt::format("{} tok/s{} with {} or more of {} in flight, {} to {} ({})", number_text(o->output_tps),
                  estimate_mark(report), count_text(o->threshold), count_text(o->peak),
                  seconds_text(to_seconds(elapsed(zero, o->span.begin))),
                  seconds_text(to_seconds(elapsed(zero, o->span.end))), seconds_text(o->span.length_s())));
}

std::string malformed_places(const Report& report, bool of_records) {
  std::string text;
  for (const LinePlace& place : report.diagnostics.first_malformed) {
    if (place.record.empty() == of_records) continue;
    const std::string where = of_records ? fmt::format("{} (line {})", place.record, place.line)
                                         : fmt::format("line {}", place.line);
    text += wrapped("      ", fmt::format("{}: {}", where, place.reason));
  }
  return text;
}

std::string warnings_block(const Report& report) {
  if (report.warnings.empty()) return "";
  std::string text = "\n  Warnings\n";
  for (const Warning& warning : report.warnings) {
    text += wrapped("  - ", sentence(warning));
    if (std::holds_alternative<warning::MalformedLines>(warning)) text += malformed_places(report, false);
    if (std::holds_alternative<warning::MalformedRecords>(warning)) text += malformed_places(report, true);
  }
  return text;
}

std::string agentic_banner(const Report& report) {
  if (report.analysis.verdict != Verdict::unsupported) return "";
  return "\n  *** NOT YET SUPPORTED: multi-turn (agentic) workloads ***\n";
}

std::string start_times_line(const Report& report) {
  const auto& how = report.client.reconstructed;
  return how ? wrapped("  ", start_times_text(*how)) : "";
}

std::string quiet_mark(const Report& report) {
  const auto& how = report.client.reconstructed;
  return how ? fmt::format(" {}.", start_times_text(*how)) : "";
}

}  // namespace

std::string render_text(const Report& report, const TextStyle& style) {
  std::string text = headline(report, style);
  if (style.quiet) {
    text.pop_back();
    return fmt::format("{}: {}{}\n", text, printable(reason(report)), quiet_mark(report));
  }
  text += wrapped("  ", reason(report)) + agentic_banner(report) + start_times_line(report);
  text += "\n" + sparkline_block(report);
  text += window_block(report) + best_effort_note(report) + held_rate_block(report) + natl_block(report);
  text += throughput_block(report) + "\n";
  text += latency_table(report) + "\n";
  text += block("Coverage", coverage_text(report)) + osl_coverage_block(report) +
          block("Run", run_text(report)) + block("Load", load_text(report));
  text += occupancy_block(report);
  if (style.verbose) text += verbose_tables(report);
  return text + warnings_block(report);
}

}  // namespace ssdetect
