// The rank test is run only where its answer matters: a window whose fitted drift is below the effect-size
// floor holds whatever the test says. Tests: tests/steady/gate_test.cpp.

#include "steady/gate.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"

namespace ssdetect {

namespace {

bool strictly_monotone(std::span<const double> values) {
  const auto not_up = [](double a, double b) { return a >= b; };
  const auto not_down = [](double a, double b) { return a <= b; };
  return std::adjacent_find(values.begin(), values.end(), not_up) == values.end() ||
         std::adjacent_find(values.begin(), values.end(), not_down) == values.end();
}

bool significant(const RankTrend& test, std::span<const double> values, const GatePolicy& policy) {
  if (policy.monotone_four_is_significant && values.size() == 4 && strictly_monotone(values)) return true;
  return test.p < policy.alpha;
}

TrendState direction(const RankTrend& test) {
  if (test.s == 0) return TrendState::plateau;
  return test.s > 0 ? TrendState::drifting_up : TrendState::drifting_down;
}

}  // namespace

std::string_view name_of(TrendState state) {
  switch (state) {
    case TrendState::plateau:
      return "plateau";
    case TrendState::drifting_up:
      return "drifting_up";
    case TrendState::drifting_down:
      return "drifting_down";
    case TrendState::insufficient:
      return "insufficient";
  }
  return "";
}

TrendReading read_trend(std::span<const double> values, const GatePolicy& policy) {
  TrendReading reading;
  reading.relative_drift = relative_drift(values);
  if (values.size() < policy.least_window) return reading;
  reading.test = corrected_mann_kendall(values, policy.trend);
  if (!reading.test) return reading;
  reading.state = significant(*reading.test, values, policy) ? direction(*reading.test) : TrendState::plateau;
  return reading;
}

bool breaks(const TrendReading& reading, const GatePolicy& policy) {
  return reading.drifts() && std::abs(reading.relative_drift.value_or(0)) >= policy.least_drift;
}

Gates<SuperPass> tpot_gates(const MetricSeries<SuperPass>& series, const GatePolicy& policy) {
  return {{&series.tpot.p50, 1.0}, {&series.tpot.p90, policy.p90_bound_factor}};
}

template <class Unit>
bool certifies(std::span<const std::optional<double>> covs, const Gates<Unit>& gates, Ratio bound) {
  for (std::size_t i = 0; i < gates.size(); ++i)
    if (!covs[i] || *covs[i] > bound * gates[i].bound_factor) return false;
  return true;
}

template <class Unit>
bool admissible(const Gates<Unit>& gates, Range<Unit> range, const GatePolicy& policy) {
  std::vector<std::optional<double>> covs;
  for (const auto& gate : gates) {
    const auto values = gate.values->in(range);
    if (values.size() < range.size() || values.size() < policy.least_window) return false;
    if (breaks(read_trend(values, policy), policy)) return false;
    covs.push_back(coefficient_of_variation(values));
  }
  return std::any_of(policy.cov_bounds.begin(), policy.cov_bounds.end(),
                     [&](Ratio bound) { return certifies(covs, gates, bound); });
}

template bool certifies(std::span<const std::optional<double>>, const Gates<SuperPass>&, Ratio);
template bool certifies(std::span<const std::optional<double>>, const Gates<RateBin>&, Ratio);
template bool admissible(const Gates<SuperPass>&, PassRange, const GatePolicy&);
template bool admissible(const Gates<RateBin>&, BinRange, const GatePolicy&);

// Every reading is a pure function of the values of one stretch. Tests: tests/steady/analysis_test.cpp, and
// tests/stats/trend_test.cpp for the tests themselves.

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
      all[next++] = {{measure, level},
                     read_trend(values, policy),
                     newey_west(values),
                     slope_versus_scatter(values),
                     theil_sen_relative(values)};
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
