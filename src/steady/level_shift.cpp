// The later plateaus are tested in turn, each with all values from the reported one to its own end:
// beginnings of one scope, which is sorted once. A test is O(n), and is left out while the last one is too
// far from significance to have come there since: some sqrt(n) tests. Tests:
// tests/steady/level_shift_test.cpp (planted staircases; the change-point on the exact super-pass; a twin
// that tests every plateau from scratch).

#include "steady/level_shift.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

// Tests ever longer beginnings of a scope; what each has cost is not paid again for the next.
class Corroboration {
 public:
  Corroboration(Scope scope, const Policy& policy)
      : scope_(std::move(scope)), policy_(policy), tests_(scope_.values) {}

  // Up to the super-pass `end`.
  std::optional<LevelShift> until(std::size_t end, Ratio delta) {
    const auto past = std::lower_bound(scope_.super_pass.begin(), scope_.super_pass.end(), end);
    const auto n = static_cast<std::size_t>(past - scope_.super_pass.begin());
    if (!permutes(n) && !tests_.may_be_below(policy_.gate.alpha, n)) return std::nullopt;
    const auto test = tests_.first(n);
    if (!test) return std::nullopt;
    const double p = permutes(n) ? permutation_p(n) : test->p_approximate;
    if (p >= policy_.gate.alpha) return std::nullopt;
    return LevelShift{scope_.super_pass[test->before], delta, p, test->p_approximate};
  }

 private:
  bool permutes(std::size_t n) const {
    return policy_.shift.scope == ShiftScope::window_to_plateau && n <= policy_.shift.permute_up_to;
  }

  double permutation_p(std::size_t n) const {
    const auto values = std::span<const double>(scope_.values).first(n);
    return pettitt_permutation_p(values, policy_.shift.draws, policy_.shift.seed).value_or(1);
  }

  Scope scope_;
  const Policy& policy_;
  PettittOfBeginnings tests_;
};

}  // namespace

std::optional<Ratio> level_difference(const Plateau& base, const Plateau& other) {
  if (!base.tpot_mean_ns || !other.tpot_mean_ns || *base.tpot_mean_ns == 0) return std::nullopt;
  return (*other.tpot_mean_ns - *base.tpot_mean_ns) / *base.tpot_mean_ns;
}

std::optional<LevelShift> find_level_shift(const std::vector<Plateau>& plateaus, std::size_t reported,
                                           const Series& tpot_means, Range examined, const Policy& policy) {
  const bool all = policy.shift.scope == ShiftScope::all_after_warmup;
  const Range range = all ? examined : Range{plateaus[reported].range.begin, plateaus.back().range.end};
  Corroboration corroboration(scope_of(tpot_means, range, policy.shift.scope), policy);
  for (std::size_t later = reported + 1; later < plateaus.size(); ++later) {
    const auto delta = level_difference(plateaus[reported], plateaus[later]);
    if (!delta || std::abs(*delta) <= policy.gate.step_size) continue;
    if (const auto shift = corroboration.until(all ? examined.end : plateaus[later].range.end, *delta))
      return shift;
  }
  return std::nullopt;
}

}  // namespace ssdetect
