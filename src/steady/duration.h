// How long does a window have to last, and does it?
//
// SPEC 7.5, §5.5: its span must reach max(T_precision, T_relaxation, T_floor).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "policy.h"
#include "run/blocks.h"

namespace ssdetect {

enum class DurationTerm { precision, relaxation, floor };
std::string_view name_of(DurationTerm term);

struct MinDuration {
  Seconds required_s = 0;
  Seconds window_s = 0;
  DurationTerm dominant = DurationTerm::floor;
  std::optional<Seconds> precision_s;  // absent while kstar is at its floor
  std::optional<Seconds> relaxation_s;
  Seconds floor_s = 0;
  double kstar = 0;
  std::optional<double> cov_b;
  std::optional<Seconds> tau_sp_s;
  std::optional<Seconds> l_p90_s;
  bool is_short = false;
};

// What the three terms are made of.
struct DurationFacts {
  Seconds window_s = 0;
  std::optional<double> cov;       // of the batches
  std::optional<Seconds> batch_s;  // median length of a batch
  std::optional<Seconds> latency_p90_s;
};
MinDuration duration_needed(const DurationFacts& facts, const Policy& policy);

// Of a window of super-passes that is not empty; `tpot_p50` is the gating series.
MinDuration min_duration(const Blocks<SuperPass>& passes, const Series<SuperPass>& tpot_p50, PassRange window,
                         const Policy& policy);

}  // namespace ssdetect
