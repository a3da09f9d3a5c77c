// Which samples and super-passes at the end of the run are drain?
//
// SPEC 7.2, §5.4. The tail is left out of the per-token pools only where inter-token latency is the same for
// all samples (low spread, low skew); TTFT, latency and throughput keep it. Examination also ends before
// super-passes that the tail has emptied, and before those that an interrupted log left unfinished.
#pragma once

#include <cstddef>
#include <optional>

#include "policy.h"
#include "run/blocks.h"
#include "steady/segmentation.h"

namespace ssdetect {

struct TailCut {
  bool applied = false;
  std::optional<double> cov;   // of per-sample TPOT after warmup
  std::optional<double> skew;  // |mean - median| / mean of the same
  std::size_t samples = 0;     // after warmup, ending (failed ones, too) after the run's last issue
  std::optional<double> tail_tpot_median_ns, body_tpot_median_ns;
  std::optional<double> tail_osl_median, body_osl_median;
  std::optional<double> osl_mean_coverage;  // mean OSL of the samples kept / of all completed after warmup
  std::optional<double> osl_p99_coverage;
  std::optional<Nanos> cut_after;  // set when applied: samples that end later leave the TPOT pools
};

// `last_issue`: of the whole run.
TailCut judge_tail(const Blocks<SuperPass>& passes, PassRange after_warmup, Nanos last_issue,
                   const TailPolicy& policy);

// What is examined: from `warmup` to before the super-passes that the tail has emptied and those that an
// interrupted log left unfinished.
Division divide(const Blocks<SuperPass>& passes, std::size_t warmup, const TailCut& tail, bool interrupted,
                const TailPolicy& policy);

}  // namespace ssdetect
