// Every reading is a pure function of the values of one stretch. Tests: tests/steady/analysis_test.cpp, and
// tests/stats/trend_test.cpp for the tests themselves.

#include "steady/trends.h"

#include <algorithm>

#include "stats/moments.h"

namespace ssdetect {

namespace {

StretchTrends stretch(const MetricSeries<SuperPass>& series, PassRange range, const GatePolicy& policy) {
  StretchTrends trends{range, {}};
  for (std::size_t i = 0; i < kHeadlineMetrics.size(); ++i)
    trends.readings[i] = read_trend(series.of(kHeadlineMetrics[i]).in(range), policy);
  return trends;
}

std::optional<double> theil_sen_relative(std::span<const double> values) {
  const auto slope = theil_sen_slope(values);
  const auto middle = median(values);
  if (!slope || !middle || *middle == 0) return std::nullopt;
  return *slope * static_cast<double>(values.size() - 1) / *middle;
}

std::array<TrendOpinions, 9> all_opinions(const MetricSeries<SuperPass>& series, PassRange examined,
                                          const GatePolicy& policy) {
  std::array<TrendOpinions, 9> all;
  std::size_t next = 0;
  for (const Measure measure : {Measure::tpot, Measure::ttft, Measure::latency})
    for (const Level level : kLevels) {
      const auto values = series.of(MetricId{measure, level}).in(examined);
      all[next++] = {{measure, level}, read_trend(values, policy), newey_west(values),
                     slope_versus_scatter(values), theil_sen_relative(values)};
    }
  return all;
}

// The same readings as among the opinions on every metric.
StretchTrends headlines_of(const std::array<TrendOpinions, 9>& opinions, PassRange examined) {
  StretchTrends trends{examined, {}};
  for (std::size_t i = 0; i < kHeadlineMetrics.size(); ++i)
    trends.readings[i] = std::find_if(opinions.begin(), opinions.end(), [&](const TrendOpinions& each) {
                           return each.metric == kHeadlineMetrics[i];
                         })->gate;
  return trends;
}

}  // namespace

const TrendReading& StretchTrends::of(MetricId metric) const {
  const auto found = std::find(kHeadlineMetrics.begin(), kHeadlineMetrics.end(), metric);
  return readings[static_cast<std::size_t>(found - kHeadlineMetrics.begin())];
}

Trends read_trends(const MetricSeries<SuperPass>& series, std::optional<PassRange> base, PassRange examined,
                   const GatePolicy& policy) {
  Trends trends;
  if (base) {
    const PassRange to_end{base->begin, examined.end};
    trends.window = stretch(series, *base, policy);
    trends.to_end = to_end == *base ? trends.window : stretch(series, to_end, policy);
  }
  trends.opinions = all_opinions(series, examined, policy);
  trends.run = headlines_of(trends.opinions, examined);
  return trends;
}

}  // namespace ssdetect
