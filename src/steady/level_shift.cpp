// Tests: tests/steady/level_shift_test.cpp (planted staircases; the change-point on the exact super-pass).

#include "steady/level_shift.h"

#include <cmath>

#include "stats/level_shift.h"

namespace ssdetect {

namespace {

// The values the change-point test sees, and the super-pass of each.
struct Scope {
  std::vector<double> values;
  std::vector<std::size_t> super_pass;
};

Scope scope_of(const Series& means, Range range, ShiftScope kind) {
  Scope scope;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (!means[i] && kind == ShiftScope::window_to_plateau) continue;
    scope.values.push_back(means[i].value_or(0));
    scope.super_pass.push_back(i);
  }
  return scope;
}

double deciding_p(const Scope& scope, const Pettitt& test, const ShiftPolicy& policy) {
  const bool permute =
      policy.scope == ShiftScope::window_to_plateau && scope.values.size() <= policy.permute_up_to;
  if (!permute) return test.p_approximate;
  return pettitt_permutation_p(scope.values, policy.draws, policy.seed).value_or(1);
}

std::optional<LevelShift> corroborate(const Scope& scope, Ratio delta, const Policy& policy) {
  const auto test = pettitt(scope.values);
  if (!test) return std::nullopt;
  const double p = deciding_p(scope, *test, policy.shift);
  if (p >= policy.gate.alpha) return std::nullopt;
  return LevelShift{scope.super_pass[test->before], delta, p, test->p_approximate};
}

}  // namespace

std::optional<Ratio> level_difference(const Plateau& base, const Plateau& other) {
  if (!base.tpot_mean_ns || !other.tpot_mean_ns || *base.tpot_mean_ns == 0) return std::nullopt;
  return (*other.tpot_mean_ns - *base.tpot_mean_ns) / *base.tpot_mean_ns;
}

std::optional<LevelShift> find_level_shift(const std::vector<Plateau>& plateaus, std::size_t reported,
                                           const Series& tpot_means, Range examined, const Policy& policy) {
  for (std::size_t later = reported + 1; later < plateaus.size(); ++later) {
    const auto delta = level_difference(plateaus[reported], plateaus[later]);
    if (!delta || std::abs(*delta) <= policy.gate.step_size) continue;
    const Range range = policy.shift.scope == ShiftScope::all_after_warmup
                            ? examined
                            : Range{plateaus[reported].range.begin, plateaus[later].range.end};
    if (const auto shift = corroborate(scope_of(tpot_means, range, policy.shift.scope), *delta, policy))
      return shift;
  }
  return std::nullopt;
}

}  // namespace ssdetect
