// What did the method find in a run?
//
// The stages of SPEC 7 in their order, each result kept, so that the report can show how the verdict came
// about. A pure function of the run's facts and blocks, the sizing, and the policy; the result points to none
// of them.
#pragma once

#include <optional>
#include <vector>

#include "policy.h"
#include "run/blocks.h"
#include "run/facts.h"
#include "run/sizing.h"
#include "steady/change.h"
#include "steady/gate.h"
#include "steady/missing.h"
#include "steady/rate.h"
#include "steady/segmentation.h"
#include "steady/tail.h"
#include "steady/verdict.h"
#include "steady/warmup.h"

namespace ssdetect {

// A run by its blocks: always super-passes, and what else its load asks for.
struct Partitions {
  Blocks<SuperPass> passes;
  std::optional<Blocks<RateBin>> bins;                // where the token rate is watched
  std::optional<Blocks<Conversation>> conversations;  // of a multi-turn run
};
Partitions partition(const Run& run, const Facts& facts, const Sizing& sizing, const Policy& policy);

struct Analysis {
  RunTimes times;
  Load load;
  Sizing sizing;
  std::vector<Block> passes;
  Tally total;  // of them all
  std::size_t full_passes = 0;
  WarmupCrop warmup;
  TailCut tail;
  MetricSeries<SuperPass> series;  // TPOT without the drain tail where that was cut
  Segmentation<SuperPass> segments;
  Selection selection;
  Trends trends;
  Change change;
  std::optional<RateCourse> rate;  // offline, or saturated: instead of an issue-time window
  std::optional<Natl> natl;        // agentic
  CoverageStatus coverage = CoverageStatus::windowable;
  std::optional<NotAssessable> not_assessable;
  std::optional<Missing> missing;  // of a run that is too short
  Verdict verdict = Verdict::not_found;

  std::optional<PassRange> window() const { return range_of(selection.chosen); }  // the reported one
  // Without a window: the longest plateau.
  std::optional<PassRange> candidate() const {
    return selection.chosen ? std::nullopt : range_of(selection.candidate);
  }
  PassRange examined() const { return segments.examined(); }
  bool by_wall_time() const { return load.windows == WindowKind::wall_time; }
  // The stretch of the token rate that is reported; nullptr: none.
  const Segment<RateBin>* held() const { return rate ? rate->held() : nullptr; }

 private:
  std::optional<PassRange> range_of(std::optional<std::size_t> plateau) const {
    return plateau ? std::optional(segments.plateau(*plateau).range) : std::nullopt;
  }
};

Analysis analyse(const Facts& facts, const Partitions& blocks, const Sizing& sizing, bool interrupted,
                 const Policy& policy);

}  // namespace ssdetect
