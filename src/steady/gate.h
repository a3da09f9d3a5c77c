// Is a window of super-passes flat and calm enough to be called steady?
//
// The two gates of §5.5: no trend that is both significant and large, and a coefficient of variation within
// the bound of at least one ensemble setting (SPEC 7.3). Pure functions of series and policy.
#pragma once

#include <array>
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

// Which way does each metric move, over which stretch, by how much, and what does every trend test say?
//
// SPEC 7.7: the gate's state, by significance alone, with the size beside it; the other tests' opinions over
// all that was examined. Nothing here decides.

inline constexpr std::array<MetricId, 4> kHeadlineMetrics{{{Measure::tpot, Level::p50},
                                                           {Measure::tpot, Level::p90},
                                                           {Measure::ttft, Level::p50},
                                                           {Measure::ttft, Level::p90}}};

// The gate's state of the headline metrics over one stretch.
struct StretchTrends {
  PassRange range;
  std::array<TrendReading, kHeadlineMetrics.size()> readings;  // in the order of kHeadlineMetrics
  const TrendReading& of(MetricId metric) const;
};

// Every trend test's opinion on one metric over what was examined.
struct TrendOpinions {
  MetricId metric{};
  TrendReading gate;
  std::optional<NeweyWest> newey_west;
  std::optional<SlopeVersusScatter> slope_versus_scatter;
  std::optional<double> theil_sen_relative;  // median slope * (n - 1) / median
};

struct Trends {
  std::optional<StretchTrends> window, to_end;  // of the window, else of the candidate
  StretchTrends run;                            // over what was examined
  std::array<TrendOpinions, 9> opinions;        // over the same, on every metric
};

// `base`: the window, else the candidate.
Trends read_trends(const MetricSeries<SuperPass>& series, std::optional<PassRange> base, PassRange examined,
                   const GatePolicy& policy);

}  // namespace ssdetect
