// Which plateau is reported, and is it long enough in wall time?
//
// SPEC 7.5, §5.5: the first plateau whose offered-load span reaches max(T_precision, T_relaxation, T_floor).
// Selection never looks at the value of the reported metric.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "policy.h"
#include "run/super_pass.h"

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

// `window` is not empty; `tpot_p50` is the gating series.
MinDuration min_duration(const Run& run, std::span<const SuperPass> passes, const Series& tpot_p50,
                         Range window, const Policy& policy);

struct Plateau {
  Range range;
  std::optional<double> tpot_mean_ns;  // pooled over its samples
  MinDuration duration;
  std::optional<double> tpot_p50_standard_error_ns;  // MSER's criterion: reported, never used to choose
};

struct Selection {
  std::optional<std::size_t> chosen;     // index into the plateaus
  std::optional<std::size_t> candidate;  // the longest by seconds; set when there is any plateau
  std::size_t skipped_short = 0;         // earlier plateaus passed over
};

Selection select_plateau(const std::vector<Plateau>& plateaus, const DurationPolicy& policy);

}  // namespace ssdetect
