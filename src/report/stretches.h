// Over which stretches of a run are numbers reported?
//
// A range of super-passes, a stretch of wall time in which the token rate held, or the whole run. What this
// holds must outlive it.
#pragma once

#include "report/numbers.h"
#include "steady/analysis.h"

namespace ssdetect {

class Stretches {
 public:
  Stretches(const Analysis& analysis, const Partitions& blocks, const Policy& policy)
      : analysis_(analysis), blocks_(blocks), policy_(policy) {}

  // Of an empty range: no numbers. TPOT without the drain tail where that was cut.
  Numbers over(PassRange passes) const;
  Numbers over_plateau(std::size_t index) const;
  // The requests whose decoding has its middle there. TTFT and latency are left out: most of them is queue.
  Numbers over_held(const Segment<RateBin>& held) const;
  // Every tracked request, from first issue to last completion.
  Numbers over_all() const;

 private:
  Stretch<SuperPass> of(PassRange passes) const;

  const Analysis& analysis_;
  const Partitions& blocks_;
  const Policy& policy_;
};

}  // namespace ssdetect
