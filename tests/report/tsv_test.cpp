#include "report/tsv.h"

#include <doctest/doctest.h>

#include <map>

#include "report/build.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

std::vector<std::string> cells(const std::string& row) {
  REQUIRE(row.back() == '\n');
  std::vector<std::string> result(1);
  for (const char c : row.substr(0, row.size() - 1)) {
    REQUIRE(c != '\n');
    if (c == '\t') {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  return result;
}

std::map<std::string, std::string> by_name(const std::string& row) {
  const auto names = cells(tsv_header()), values = cells(row);
  REQUIRE(names.size() == values.size());
  std::map<std::string, std::string> result;
  for (std::size_t i = 0; i < names.size(); ++i) result[names[i]] = values[i];
  REQUIRE(result.size() == names.size());  // no name twice
  return result;
}

Report report_on_series(const std::vector<double>& tpot_ns, const Policy& policy, const std::string& name) {
  oracle::Series series;
  series.tpot_p50_ns = tpot_ns;
  series.superpass_size = 20;
  const Run run = run_of(oracle::simulate(series));
  Report report = report_as(Mode::concurrency, run, 20, policy);
  report.name = name;
  return report;
}

}  // namespace

TEST_CASE("a row holds what its header names") {
  const auto row =
      by_name(render_tsv(report_on_series(std::vector<double>(20, 30e6), default_policy(), "runs/a")));
  CHECK(row.at("name") == "runs/a");
  CHECK(row.at("verdict") == "steady");
  CHECK(row.at("coverage") == "windowable");
  CHECK(row.at("basis") == "window");
  CHECK(row.at("issued") == "400");
  CHECK(row.at("failed") == "0");
  CHECK(row.at("super_passes") == "20");
  CHECK(row.at("sp_start") == "1");
  CHECK(row.at("sp_end") == "20");
  CHECK(row.at("window_s") == "1137");  // 19 super-passes of 60 s, less the last gap of 3 s
  CHECK(row.at("tpot_p50_ns") == "30000000");
  CHECK(row.at("ttft_p99_ns") == "100000000");
  CHECK(row.at("token_source") == "recorded");
  CHECK(row.at("error").empty());
}

TEST_CASE("without a window the row shows the best effort and says so") {
  const auto row = by_name(render_tsv(report_on_series(std::vector<double>(8, 30e6), default_policy(), "b")));
  CHECK(row.at("verdict") == "not_found");
  CHECK(row.at("basis") == "best_effort");
  CHECK(row.at("coverage") == "insufficient_duration");
  CHECK(row.at("sp_end") == "8");
}

TEST_CASE("what does not exist is empty") {
  const Run run = tracked().issue(1, 0).finish();
  const auto row = by_name(render_tsv(report_as(Mode::concurrency, run, 2, default_policy())));
  CHECK(row.at("tps").empty());
  CHECK(row.at("tpot_p50_ns").empty());
  CHECK(row.at("tps_divergence_pct").empty());
  CHECK(row.at("token_source") == "none");
}

TEST_CASE("an error has its own row; tabs and line ends in it do no harm") {
  const auto row = by_name(render_tsv_error("runs/\tc", "first\nsecond\r"));
  CHECK(row.at("name") == R"(runs/\tc)");
  CHECK(row.at("error") == R"(first\nsecond\r)");
  CHECK(row.at("verdict").empty());
}
