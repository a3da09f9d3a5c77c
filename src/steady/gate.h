// Is a window of super-passes flat and calm enough to be called steady?
//
// The two gates of §5.5: no trend that is both significant and large, and a coefficient of variation within
// the bound of at least one ensemble setting (SPEC 7.3). Pure functions of series and policy.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "policy.h"
#include "run/series.h"
#include "stats/mann_kendall.h"
#include "stats/trend.h"

namespace ssdetect {

enum class TrendState { plateau, drifting_up, drifting_down, insufficient };
std::string_view name_of(TrendState state);

struct TrendReading {
  TrendState state = TrendState::insufficient;  // by significance alone
  std::optional<double> relative_drift;         // fitted change over the stretch / median
  std::optional<RankTrend> test;
  bool drifts() const { return state == TrendState::drifting_up || state == TrendState::drifting_down; }
};

TrendReading read_trend(std::span<const double> values, const GatePolicy& policy);

// Does the trend break a window: significant, and at least `least_drift` in size?
bool breaks(const TrendReading& reading, const GatePolicy& policy);

// A series that gates, and the factor its CoV bounds are widened by. The first of a list is the one that is
// split.
template <class Unit>
struct GatedSeries {
  const Series<Unit>* values;
  Ratio bound_factor;
};
template <class Unit>
using Gates = std::vector<GatedSeries<Unit>>;

// TPOT p50 and p90 (SPEC 7.3). The series must outlive the gates.
Gates<SuperPass> tpot_gates(const MetricSeries<SuperPass>& series, const GatePolicy& policy);

// Do all gates certify these CoV values under this bound? `covs` in the order of the gates; nullopt never
// certifies.
template <class Unit>
bool certifies(std::span<const std::optional<double>> covs, const Gates<Unit>& gates, Ratio bound);

// Is [range) admissible? Blocks without a value in any gate are not.
template <class Unit>
bool admissible(const Gates<Unit>& gates, Range<Unit> range, const GatePolicy& policy);

}  // namespace ssdetect
