// One list of columns makes the header and the rows. Empty is what does not exist. Tests:
// tests/report/tsv_test.cpp.

#include "report/tsv.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/numbers.h"
#include "report/printable.h"
#include "report/wording.h"

namespace ssdetect {

namespace {

std::string cell(std::optional<double> value) { return value ? fmt::format("{}", *value) : ""; }

std::optional<double> percent(std::optional<Ratio> ratio) {
  if (!ratio) return std::nullopt;
  return 100 * *ratio;
}

std::string warning_codes(const Report& report) {
  std::vector<std::string_view> codes;
  for (const Warning& warning : report.warnings) codes.push_back(code_of(warning));
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());  // those of one code stand together
  return fmt::format("{}", fmt::join(codes, ","));
}

std::optional<double> window_edge(const Report& report, bool end) {
  const auto& window = report.shown().window;
  if (!window || !window->range) return std::nullopt;
  return static_cast<double>(end ? window->range->end : window->range->begin);
}

std::optional<double> window_duration(const Report& report) {
  const auto& window = report.shown().window;
  return window ? std::optional(window->duration_s) : std::nullopt;
}

struct Column {
  const char* name;
  std::string (*text)(const Report&);
};

const Column kColumns[] = {
    {"name", [](const Report& r) { return r.name; }},
    {"verdict", [](const Report& r) { return std::string(name_of(r.analysis.verdict)); }},
    {"coverage", [](const Report& r) { return std::string(name_of(r.analysis.coverage)); }},
    {"basis", [](const Report& r) { return std::string(r.steady ? "window" : "best_effort"); }},
    {"mode", [](const Report& r) { return std::string(name_of(r.analysis.load.mode.mode)); }},
    {"issued", [](const Report& r) { return fmt::format("{}", r.counts.issued); }},
    {"failed", [](const Report& r) { return fmt::format("{}", r.counts.failed); }},
    {"super_passes", [](const Report& r) { return fmt::format("{}", r.analysis.passes.size()); }},
    {"sp_start", [](const Report& r) { return cell(window_edge(r, false)); }},
    {"sp_end", [](const Report& r) { return cell(window_edge(r, true)); }},
    {"window_s", [](const Report& r) { return cell(window_duration(r)); }},
    {"tps", [](const Report& r) { return cell(r.shown().tps.headline); }},
    {"tps_per_user", [](const Report& r) { return cell(r.shown().tps.per_user); }},
    {"ttft_p50_ns", [](const Report& r) { return cell(r.shown()[Measure::ttft][p50]); }},
    {"ttft_p99_ns", [](const Report& r) { return cell(r.shown()[Measure::ttft][p99]); }},
    {"tpot_p50_ns", [](const Report& r) { return cell(r.shown()[Measure::tpot][p50]); }},
    {"tpot_p99_ns", [](const Report& r) { return cell(r.shown()[Measure::tpot][p99]); }},
    {"total_tps", [](const Report& r) { return cell(r.total.tps.system); }},
    {"total_ttft_p50_ns", [](const Report& r) { return cell(r.total[Measure::ttft][p50]); }},
    {"total_ttft_p99_ns", [](const Report& r) { return cell(r.total[Measure::ttft][p99]); }},
    {"total_tpot_p50_ns", [](const Report& r) { return cell(r.total[Measure::tpot][p50]); }},
    {"total_tpot_p99_ns", [](const Report& r) { return cell(r.total[Measure::tpot][p99]); }},
    {"tps_divergence_pct",
     [](const Report& r) {
       return cell(percent(divergence(r.shown().tps.comparable, r.total.tps.comparable)));
     }},
    {"token_source",
     [](const Report& r) {
       return std::string(r.token_sources.empty() ? "none" : name_of(r.token_sources.front()));
     }},
    {"warnings", warning_codes},
    {"error", [](const Report&) { return std::string(); }},
};

template <class Cell>
std::string row(Cell cell_of) {
  std::string line;
  for (const Column& column : kColumns)
    line += (line.empty() && &column == kColumns ? "" : "\t") + printable(cell_of(column));
  return line + "\n";
}

}  // namespace

std::string tsv_header() {
  return row([](const Column& column) { return std::string(column.name); });
}

std::string render_tsv(const Report& report) {
  return row([&](const Column& column) { return column.text(report); });
}

std::string render_tsv_error(const std::string& name, const std::string& error) {
  return row([&](const Column& column) {
    const std::string_view is = column.name;
    return is == "name" ? name : is == "error" ? error : std::string();
  });
}

}  // namespace ssdetect
