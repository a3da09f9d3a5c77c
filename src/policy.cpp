#include "policy.h"

namespace ssdetect {

Policy reference_policy() {
  Policy policy;
  policy.name = "reference";
  policy.request = {
      .retry = RetryRule::moves_the_issue, .errors_fail = false, .keep_negative_durations = true};
  policy.plausibility.enabled = false;
  policy.warmup.guard = false;
  policy.warmup.leave_out_empty = true;
  policy.warmup.cover_fill = false;
  policy.tail.enabled = false;
  policy.tail.stop_at_unfinished = false;
  policy.gate.p90_bound_factor = 1;
  policy.gate.trend = {.average_ranks = false,
                       .floor_correction_at_one = false,
                       .exact_when_small = false,
                       .flat_is_significant = true};
  policy.gate.monotone_four_is_significant = false;
  policy.gate.split_at_steps = false;
  policy.shift.scope = ShiftScope::all_after_warmup;
  policy.number.tps_tokens = TpsTokens::after_first_timed;
  policy.number.per_user_around_batch_mean = true;
  policy.number.t_quantile = TQuantile::normal_above_30;
  policy.number.fewest_blocks = 2;
  policy.number.intervals_stay_positive = false;
  return policy;
}

}  // namespace ssdetect
