// Which way does each metric move, over which stretch, by how much, and what does every trend test say?
//
// SPEC 7.7: the gate's state, by significance alone, with the size beside it; the other tests' opinions over
// all that was examined. Nothing here decides.
#pragma once

#include <array>
#include <optional>

#include "policy.h"
#include "run/series.h"
#include "stats/trend.h"
#include "steady/gate.h"

namespace ssdetect {

inline constexpr std::array<MetricId, 4> kHeadlineMetrics{
    {{Measure::tpot, Level::p50}, {Measure::tpot, Level::p90}, {Measure::ttft, Level::p50}, {Measure::ttft, Level::p90}}};

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
