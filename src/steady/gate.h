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
#include "run/super_pass.h"
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
struct GatedSeries {
  const Series* values;
  Ratio bound_factor;
};
using Gates = std::vector<GatedSeries>;

// Do all gates certify these CoV values under this bound? `covs` in the order of the gates; nullopt never
// certifies.
bool certifies(std::span<const std::optional<double>> covs, const Gates& gates, Ratio bound);

// Is [range) admissible? Super-passes without a value in any gate are not.
bool admissible(const Gates& gates, Range range, const GatePolicy& policy);

}  // namespace ssdetect
