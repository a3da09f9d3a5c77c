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

}  // namespace ssdetect
