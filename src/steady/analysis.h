// What did the method find in a run?
//
// The stages of SPEC 7 in their order, each result kept, so that the report can show how the verdict came
// about. A pure function of the run, its sizing and mode, and the policy.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "policy.h"
#include "run/mode.h"
#include "run/run_times.h"
#include "run/saturation.h"
#include "run/sizing.h"
#include "run/super_pass.h"
#include "steady/coverage.h"
#include "steady/gate.h"
#include "steady/level_shift.h"
#include "steady/natl.h"
#include "steady/offline.h"
#include "steady/selection.h"
#include "steady/tail.h"
#include "steady/verdict.h"
#include "steady/warmup.h"

namespace ssdetect {

enum class NotAssessable {
  no_token_counts,
  nothing_streamed,
  no_first_tokens,
  all_failed,
  no_tokens_after_first
};

// The gate's state of the four headline metrics over one stretch.
struct StretchTrends {
  Range range;
  TrendReading tpot_p50, tpot_p90, ttft_p50, ttft_p90;
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

struct MetricSeries {
  MeasureSeries ttft, tpot, latency;  // tpot without the drain tail where that was cut
  const MeasureSeries& of(Measure measure) const;
};

struct Analysis {
  RunTimes times;
  ModeChoice mode;
  Sizing sizing;
  std::vector<SuperPass> passes;
  Tally total;  // of them all
  std::size_t full_passes = 0;
  WarmupCrop warmup;
  TailCut tail;
  Examined examined;
  MetricSeries series;
  std::vector<Plateau> plateaus;
  Selection selection;
  std::optional<Range> window;     // the reported one
  std::optional<Range> candidate;  // without a window: the longest plateau
  std::optional<LevelShift> shift;
  std::optional<StretchTrends> window_trends, to_end_trends;  // of the window, else of the candidate
  StretchTrends run_trends;
  std::array<TrendOpinions, 9> opinions;
  Change change;
  CoverageStatus coverage = CoverageStatus::windowable;
  std::optional<NotAssessable> not_assessable;
  Saturation saturation;             // judged in poisson mode
  std::optional<RateTimeline> rate;  // offline, or saturated: instead of an issue-time window
  std::optional<Natl> natl;          // agentic
  Verdict verdict = Verdict::not_found;

  Gates gates(const Policy& policy) const;
  bool is_offline() const { return mode.mode == Mode::offline; }
  bool has_issue_time_window() const;      // false: offline, saturated, or agentic (not supported)
  const RatePlateau* rate_window() const;  // the stretch of the rate that is reported; nullptr: none
};

Analysis analyse(const Run& run, const ModeChoice& mode, const Sizing& sizing, bool interrupted,
                 const Policy& policy);

}  // namespace ssdetect
