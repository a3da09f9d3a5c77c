// A table a function; of what does not apply to a run there is none. Tests: tests/cli, tests/docs (the report
// of ssdetect.1).

#include "report/text_tables.h"

#include <fmt/format.h>

#include <vector>

#include "report/text_layout.h"
#include "report/wording.h"

namespace ssdetect {

namespace {

std::string named(std::string_view name, std::string_view value) {
  return fmt::format("  {:<24}{:>16}\n", name, value);
}

std::string occupancy_table(const Report& report) {
  const auto& o = report.occupancy;
  if (!o) return "";
  const auto rate = [](std::optional<double> per_s) { return per_s ? number_text(per_s) + " tok/s" : "-"; };
  return "\n  Occupancy\n" + named("  duration", seconds_text(o->span.length_s())) +
         named("  threshold, in flight", count_text(o->threshold)) +
         named("  average in flight", number_text(o->average_in_flight)) +
         named("  peak in flight", count_text(o->peak)) + named("  completed", count_text(o->completed)) +
         named("  input TPS", rate(o->input_tps)) + named("  output TPS", rate(o->output_tps)) +
         named("  peak output TPS", rate(o->peak_output_tps));
}

std::string share_text(std::optional<Ratio> share) {
  return share ? fmt::format("{:.1f} %", 100 * *share) : "-";
}

std::string hairballs(const Report& report) {
  if (report.facts.hairball_weights.empty()) return "";
  std::string text;
  for (const auto& weight : report.facts.hairball_weights)
    text += (text.empty() ? "" : " ") + (weight ? fmt::format("{:.1f}", 100 * *weight) : "-");
  return wrapped("    hairball by super-pass, %: ", text);
}

std::string long_requests(const Report& report) {
  const auto& requests = report.facts.longest_running;
  if (requests.empty()) return "";
  std::string text = fmt::format("  {:<24}{:>16}{:>16}{:>14}\n", "  longest at last issue", "issued at",
                                 "in flight for", "tokens");
  for (const LongRequest& request : requests)
    text += fmt::format("  {:<24}{:>16}{:>16}{:>14}\n", fmt::format("    request {}", request.number),
                        seconds_text(to_seconds(elapsed(report.analysis.times.first_issue, request.issued))),
                        seconds_text(request.in_flight_s), number_text(request.tokens));
  return text;
}

std::string in_flight_table(const Report& report) {
  if (report.analysis.by_wall_time()) return "";
  const InFlightFacts& facts = report.facts;
  std::string text = "\n  In flight\n";
  if (const auto& active = facts.active)
    text += wrapped(
        "    ", fmt::format("of {} {}: min {}, p10 {}, mean {}", number_text(facts.capacity),
                            facts.mean_in_window ? "in the window" : "while requests were issued",
                            share_text(active->least), share_text(active->p10), share_text(active->mean)));
  return text + hairballs(report) + long_requests(report);
}

std::string cov_table(const Report& report) {
  if (report.covs.empty()) return "";
  std::string text =
      fmt::format("\n  {:<16}{:>12}{:>12}{:>12}{:>12}\n", "CoV", "window", "last 4", "last 6", "last 8");
  for (const CovRow& row : report.covs) {
    text += fmt::format("  {:<16}{:>12}", name_of(row.metric),
                        row.whole ? fmt::format("{:.4f}", *row.whole) : "-");
    for (const auto& [length, cov] : row.trailing)
      text += fmt::format("{:>12}", cov ? fmt::format("{:.4f}", *cov) : "-");
    text += "\n";
  }
  std::vector<std::string> certifying;
  for (Ratio bound : report.certifying_bounds) certifying.push_back(fmt::format("{}", bound));
  return text + fmt::format("  certified by bounds: {}\n", fmt::join(certifying, ", "));
}

std::string p_text(std::optional<double> p) { return p ? fmt::format("{:.3g}", *p) : "-"; }

std::string trend_table(const Report& report) {
  std::string text = fmt::format("\n  {:<14}{:<16}{:>10}{:>10}{:>10}{:>16}\n", "Trend, run", "state", "drift",
                                 "MK p", "NW p", "change/scatter");
  for (const TrendOpinions& o : report.analysis.trends.opinions) {
    const std::optional<double> scatter =
        o.slope_versus_scatter ? std::optional(o.slope_versus_scatter->change_over_scatter) : std::nullopt;
    text += fmt::format("  {:<14}{:<16}{:>10}{:>10}{:>10}{:>16}\n", name_of(o.metric), name_of(o.gate.state),
                        percent_text(o.gate.relative_drift),
                        p_text(o.gate.test ? std::optional(o.gate.test->p) : std::nullopt),
                        p_text(o.newey_west ? std::optional(o.newey_west->p_student) : std::nullopt),
                        p_text(scatter));
  }
  return text;
}

std::string plateau_table(const Report& report) {
  if (report.analysis.segments.plateau_count() == 0) return "";
  std::string text =
      fmt::format("\n  {:<16}{:>14}{:>14}{:>14}  \n", "Plateaus", "mean TPOT", "duration", "required");
  for (const auto& plateau : report.analysis.segments.plateaus())
    text +=
        fmt::format("  {:<16}{:>14}{:>14}{:>14}  {}\n",
                    fmt::format("{} to {}", plateau.range.begin, plateau.range.end - 1),
                    duration_text(plateau.level), seconds_text(plateau.duration.window_s),
                    seconds_text(plateau.duration.required_s), plateau.duration.is_short ? "too short" : "");
  return text;
}

}  // namespace

std::string verbose_tables(const Report& report) {
  return occupancy_table(report) + in_flight_table(report) + cov_table(report) + trend_table(report) +
         plateau_table(report);
}

}  // namespace ssdetect
