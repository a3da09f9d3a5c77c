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

template <class Unit>
class Crop {
 public:
  Crop(const Series<Unit>& driver, Range<Unit> level_from, const WarmupPolicy& policy)
      : driver_(driver), policy_(policy), level_(median(driver.in(level_from))) {}

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
    const auto value = index < driver_.size() ? driver_[index] : std::nullopt;
    return !value || !level_ || std::abs(*value - *level_) > policy_.band * std::abs(*level_);
  }

  const Series<Unit>& driver_;
  const WarmupPolicy& policy_;
  std::optional<double> level_;
};

// Is [plateau) flat, and does the series leave it in a step?
template <class Unit>
bool is_flat_before_a_step(const Series<Unit>& series, Range<Unit> plateau, Ratio band) {
  const auto drift = relative_drift(series.in(plateau));
  if (!drift || std::abs(*drift) >= band / 2) return false;
  const auto before = mean(series.in({plateau.end - 2, plateau.end}));
  const auto after = mean(series.in({plateau.end, plateau.end + 2}));
  if (!before || !after) return false;
  return std::abs(*after - *before) > band * std::abs(*before);
}

template <class Unit>
WarmupCrop guard(WarmupCrop crop, const Series<Unit>& driver, const Gates<Unit>& gates,
                 const Policy& policy) {
  const Range<Unit> after_least{policy.warmup.least, driver.size()};
  for (const auto& plateau : find_plateaus(gates, after_least, policy.gate, crop.count)) {
    if (!is_flat_before_a_step(driver, plateau, policy.warmup.band)) continue;
    crop.count = std::max(policy.warmup.least, plateau.begin);
    crop.capped = false;
    crop.guarded = true;
    break;
  }
  return crop;
}

template <class Unit>
Series<Unit> without_empty(const Series<Unit>& series) {
  Series<Unit> kept;
  for (const double value : series.all()) kept.push_back(value);
  return kept;
}

}  // namespace

template <class Unit>
WarmupCrop find_warmup(const Series<Unit>& driver,
                       std::type_identity_t<std::optional<Range<Unit>>> level_from, const Gates<Unit>& gates,
                       const Policy& policy) {
  if (policy.warmup.fixed) return {.count = *policy.warmup.fixed, .fixed = true};
  const Series<Unit> counted = policy.warmup.leave_out_empty ? without_empty(driver) : driver;
  const Range<Unit> back_half{counted.size() / 2, counted.size()};
  const WarmupCrop crop = Crop<Unit>(counted, level_from.value_or(back_half), policy.warmup).find();
  return policy.warmup.guard ? guard(crop, driver, gates, policy) : crop;
}

WarmupCrop covering_fill(WarmupCrop crop, double concurrency, std::size_t blocks, std::uint64_t size) {
  if (crop.fixed || size == 0) return crop;
  const double needed = std::ceil(concurrency / static_cast<double>(size));
  crop.fill = static_cast<std::size_t>(std::min(needed, static_cast<double>(blocks / 2)));
  crop.by_fill = crop.fill > crop.count;
  crop.count = std::max(crop.count, crop.fill);
  return crop;
}

WarmupCrop covering_ramp(WarmupCrop crop, std::size_t issued, std::size_t blocks, std::uint64_t size) {
  if (crop.fixed || size == 0) return crop;
  const auto needed = static_cast<std::size_t>(issued / size + (issued % size > 0));
  crop.by_ramp = needed > crop.count;
  crop.count = std::max(crop.count, std::min(needed, blocks));
  return crop;
}

template WarmupCrop find_warmup(const Series<SuperPass>&, std::optional<PassRange>, const Gates<SuperPass>&,
                                const Policy&);
template WarmupCrop find_warmup(const Series<RateBin>&, std::optional<BinRange>, const Gates<RateBin>&,
                                const Policy&);

}  // namespace ssdetect
