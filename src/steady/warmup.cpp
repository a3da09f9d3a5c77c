// One pass from the left after one median of the back half; the guard segments the series
// once, as far as the crop goes. Tests:
// tests/steady/warmup_test.cpp (the worked example of §5.3, staircases, caps).

#include "steady/warmup.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"
#include "steady/plateau.h"

namespace ssdetect {

namespace {

class Crop {
 public:
  Crop(const Series& driver, Range level_from, const WarmupPolicy& policy)
      : driver_(driver), policy_(policy), level_(median(present(driver, level_from))) {}

  WarmupCrop find() const {
    WarmupCrop crop{.count = policy_.least};
    if (driver_.size() < policy_.adapt_from) return crop;
    const std::size_t most = std::max<std::size_t>(1, driver_.size() / 2);
    std::size_t dropped = 0;
    while (dropped < most && off(dropped)) ++dropped;
    crop.capped = dropped == most && off(dropped);
    crop.count = std::max(dropped, policy_.least);
    return crop;
  }

 private:
  bool off(std::size_t index) const {
    if (index >= driver_.size() || !driver_[index] || !level_) return true;
    return std::abs(*driver_[index] - *level_) > policy_.band * std::abs(*level_);
  }

  const Series& driver_;
  const WarmupPolicy& policy_;
  std::optional<double> level_;
};

// Is [plateau) flat, and does the series leave it in a step?
bool is_flat_before_a_step(const Series& series, Range plateau, Ratio band) {
  const auto drift = relative_drift(present(series, plateau));
  if (!drift || std::abs(*drift) >= band / 2) return false;
  const auto before = mean(present(series, {plateau.end - 2, plateau.end}));
  const auto after = mean(present(series, {plateau.end, plateau.end + 2}));
  if (!before || !after) return false;
  return std::abs(*after - *before) > band * std::abs(*before);
}

WarmupCrop guard(WarmupCrop crop, const Series& driver, const Gates& gates, const Policy& policy) {
  for (const Range& plateau : segment(gates, {policy.warmup.least, driver.size()}, policy.gate, crop.count)) {
    if (!is_flat_before_a_step(driver, plateau, policy.warmup.band)) continue;
    crop.count = std::max(policy.warmup.least, plateau.begin);
    crop.capped = false;
    crop.guarded = true;
    break;
  }
  return crop;
}

Series without_empty(const Series& series) {
  Series kept;
  std::copy_if(series.begin(), series.end(), std::back_inserter(kept),
               [](const auto& value) { return value.has_value(); });
  return kept;
}

}  // namespace

WarmupCrop find_warmup(const Series& driver, std::optional<Range> level_from, const Gates& gates,
                       const Policy& policy) {
  if (policy.warmup.fixed) return {.count = *policy.warmup.fixed, .fixed = true};
  const Series counted = policy.warmup.leave_out_empty ? without_empty(driver) : driver;
  const Range back_half{counted.size() / 2, counted.size()};
  const WarmupCrop crop = Crop(counted, level_from.value_or(back_half), policy.warmup).find();
  return policy.warmup.guard ? guard(crop, driver, gates, policy) : crop;
}

}  // namespace ssdetect
