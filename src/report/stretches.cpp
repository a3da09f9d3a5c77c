// Each stretch is a value that says over what, and by which rules; report/numbers does the rest. Tests:
// tests/report/numbers_test.cpp, tests/steady/rate_test.cpp.

#include "report/stretches.h"

namespace ssdetect {

namespace {

const std::vector<Quantity> kAllQuantities{Quantity::ttft, Quantity::tpot, Quantity::latency,
                                           Quantity::output_tokens, Quantity::input_tokens};
const std::vector<Quantity> kWithoutQueue{Quantity::tpot, Quantity::output_tokens, Quantity::input_tokens};

}  // namespace

Stretch<SuperPass> Stretches::of(PassRange passes) const {
  return {.blocks = blocks_.passes,
          .range = passes,
          .span = blocks_.passes.offered_load_span(passes),
          .zero = analysis_.times.first_issue,
          .quantities = kAllQuantities,
          .tpot_cut = analysis_.tail.cut_after,
          .rate_replicates = issued_rates(blocks_.passes, passes, policy_.number.tps_tokens),
          .tpot_replicates = analysis_.series.tpot.mean.in(passes)};
}

Numbers Stretches::over(PassRange passes) const {
  if (passes.size() == 0) return {};
  Stretch<SuperPass> stretch = of(passes);
  stretch.duration = min_duration(blocks_.passes, analysis_.series.tpot.p50, passes, policy_);
  return numbers(stretch, policy_.number);
}

Numbers Stretches::over_plateau(std::size_t index) const {
  const Segment<SuperPass>& plateau = analysis_.segments.plateau(index);
  Stretch<SuperPass> stretch = of(plateau.range);
  stretch.duration = plateau.duration;
  stretch.plateau_index = index;
  return numbers(stretch, policy_.number);
}

Numbers Stretches::over_held(const Segment<RateBin>& held) const {
  const auto rates = analysis_.rate->tokens_per_s.in(held.range);
  const Stretch<RateBin> stretch{.blocks = *blocks_.bins,
                                 .range = held.range,
                                 .span = blocks_.bins->wall_time(held.range),
                                 .zero = analysis_.times.first_issue,
                                 .rate = RateBasis::produced,
                                 .quantities = kWithoutQueue,
                                 .rate_replicates = {rates.begin(), rates.end()},
                                 .duration = held.duration};
  return numbers(stretch, policy_.number);
}

Numbers Stretches::over_all() const {
  const Stretch<SuperPass> stretch{.blocks = blocks_.passes,
                                   .range = blocks_.passes.all(),
                                   .span = {analysis_.times.first_issue, analysis_.times.last_completion},
                                   .zero = analysis_.times.first_issue,
                                   .rate = RateBasis::completed,
                                   .quantities = kAllQuantities};
  return numbers(stretch, policy_.number);
}

}  // namespace ssdetect
