// Tests: tests/report/sparkline_test.cpp.

#include "report/sparkline.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/wording.h"
#include "stats/moments.h"

namespace ssdetect {

namespace {

constexpr std::size_t kWidest = 76;
constexpr const char* kBlocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// The super-passes that column `column` of `columns` stands for.
PassRange group_of(std::size_t column, std::size_t columns, std::size_t count) {
  return {column * count / columns, (column + 1) * count / columns};
}

// '=' under the window, '.' under warmup, '-' under what was examined besides.
char mark_of(const Analysis& analysis, std::size_t super_pass) {
  const auto window = analysis.window();
  if (window && window->contains(super_pass)) return '=';
  if (super_pass < analysis.warmup.count) return '.';
  return analysis.examined().contains(super_pass) ? '-' : ' ';
}

}  // namespace

std::string sparkline(std::span<const std::optional<double>> values) {
  std::optional<double> low, high;
  for (const auto& value : values) {
    if (!value) continue;
    low = std::min(low.value_or(*value), *value);
    high = std::max(high.value_or(*value), *value);
  }
  std::string line;
  for (const auto& value : values) {
    const double share = value && *high > *low ? (*value - *low) / (*high - *low) : 0.5;
    line += value ? kBlocks[std::min<std::size_t>(7, static_cast<std::size_t>(share * 8))] : " ";
  }
  return line;
}

std::string sparkline_block(const Report& report) {
  const Analysis& analysis = report.analysis;
  const Series<SuperPass>& tpot = analysis.series.tpot.p50;
  const auto all = tpot.all();
  if (all.empty() || analysis.by_wall_time()) return "";
  const std::size_t columns = std::min(kWidest, tpot.size());
  std::vector<std::optional<double>> values;
  std::string marks;
  for (std::size_t i = 0; i < columns; ++i) {
    const PassRange group = group_of(i, columns, tpot.size());
    values.push_back(mean(tpot.in(group)));
    marks += mark_of(analysis, group.begin);
  }
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  return fmt::format("  TPOT p50 by super-pass, {} to {}  (= window  - examined  . warmup)\n  {}\n  {}\n\n",
                     duration_text(*low), duration_text(*high), sparkline(values), marks);
}

}  // namespace ssdetect
