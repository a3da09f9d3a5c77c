#include "report/sparkline.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

std::string line_of(const Values& values) { return sparkline(values); }

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result(1);
  for (const char c : text) c == '\n' ? result.emplace_back() : result.back() += c, void();
  return result;
}

// Characters, not bytes.
std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

TEST_CASE("from the lowest to the highest block; a blank for no value") {
  CHECK(line_of(Values({0, 1, 2, 3, 4, 5, 6, 7})) == "▁▂▃▄▅▆▇█");
  CHECK(line_of({1.0, std::nullopt, 2.0}) == "▁ █");
  CHECK(line_of({}) == "");
  CHECK(line_of({std::nullopt}) == " ");
}

TEST_CASE("equal values are one level in the middle") { CHECK(line_of(Values({5, 5, 5})) == "▅▅▅"); }

TEST_CASE("the window, the examined and the warmup are marked under their columns") {
  Report report;
  report.analysis.series.tpot.p50 = series_of({1e6, 2e6, 2e6, 2e6, 2e6, 3e6, 3e6});
  report.analysis.warmup.count = 1;
  report.analysis.segments = segments_of({plateau_of(1, 5)}, 6, 1);
  report.analysis.selection.chosen = 0;
  const auto block = lines(sparkline_block(report));
  REQUIRE(block.size() >= 3);
  CHECK(block[1] == "  ▁▅▅▅▅██");
  CHECK(block[2] == "  .====- ");
}

TEST_CASE("long runs are folded to 76 columns; a run without TPOT has no block") {
  Report report;
  CHECK(sparkline_block(report).empty());
  report.analysis.series.tpot.p50 = series_of(Values(5, std::nullopt));
  CHECK(sparkline_block(report).empty());
  report.analysis.series.tpot.p50 = {};
  for (int i = 0; i < 1000; ++i) report.analysis.series.tpot.p50.push_back(i);
  report.analysis.segments = segments_of({}, 1000);
  const auto block = lines(sparkline_block(report));
  CHECK(columns(block[1]) == 2 + 76);
  CHECK(block[2] == "  " + std::string(76, '-'));
}
