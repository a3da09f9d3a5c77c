// Level shift: the later plateaus are tested in turn, each with all values from the reported one to its own
// end: beginnings of one scope, which is sorted once. A test is O(n), and is left out while the last one is
// too far from significance to have come there since: some sqrt(n) tests. Tests:
// tests/steady/level_shift_test.cpp (planted staircases; the change-point on the exact super-pass; a twin
// that tests every plateau from scratch), tests/steady/change_test.cpp.

#include "steady/change.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stats/level_shift.h"
#include "stats/moments.h"

namespace ssdetect {

namespace {

// The values the change-point test sees, and the super-pass of each.
struct Scope {
  std::vector<double> values;
  std::vector<std::size_t> super_pass;
};

Scope scope_of(const Series<SuperPass>& means, PassRange range, ShiftScope kind) {
  Scope scope;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const auto mean = means[i];
    if (!mean && kind == ShiftScope::window_to_plateau) continue;
    scope.values.push_back(mean.value_or(0));
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

// +1 above, -1 below, 0 within the band or without a value.
int side(std::optional<double> value, double level, Ratio band) {
  if (!value || std::abs(*value - level) <= band * std::abs(level)) return 0;
  return *value > level ? 1 : -1;
}

// Which of the examined super-passes are in a plateau whose pooled mean is that of the window, within the
// step size: its members may scatter about it. A plateau without a mean is at every level.
std::vector<bool> at_level_of(const Segmentation<SuperPass>& segments, std::size_t reported,
                              const GatePolicy& policy) {
  std::vector<bool> marks(segments.examined().end);
  for (std::size_t i = 0; i < segments.plateau_count(); ++i) {
    const Segment<SuperPass>& plateau = segments.plateau(i);
    const auto delta = level_difference(segments.plateau(reported), plateau);
    if (delta && std::abs(*delta) > policy.step_size) continue;
    for (std::size_t pass = plateau.range.begin; pass < plateau.range.end; ++pass) marks[pass] = true;
  }
  return marks;
}

// A line is a drift only if it leads somewhere: two bad super-passes in the middle fit a level line better
// than one step.
std::optional<ChangeKind> kind_of(const Series<SuperPass>& tpot_p50, const StretchTrends& run,
                                  const GatePolicy& policy) {
  const auto is_large = [&](Level level) {
    return std::abs(run.of({Measure::tpot, level}).relative_drift.value_or(0)) >= policy.least_drift;
  };
  if (!is_large(Level::p50) && !is_large(Level::p90)) return ChangeKind::step;
  return kind_of_change(tpot_p50.in(run.range));
}

}  // namespace

std::optional<Ratio> level_difference(const Segment<SuperPass>& base, const Segment<SuperPass>& other) {
  if (!base.level || !other.level || *base.level == 0) return std::nullopt;
  return (*other.level - *base.level) / *base.level;
}

std::optional<LevelShift> find_level_shift(const Segmentation<SuperPass>& segments, std::size_t reported,
                                           const Series<SuperPass>& tpot_means, const Policy& policy) {
  const bool all = policy.shift.scope == ShiftScope::all_after_warmup;
  const Segment<SuperPass>& base = segments.plateau(reported);
  const std::size_t last = segments.plateau_count() - 1;
  const PassRange range =
      all ? segments.examined() : PassRange{base.range.begin, segments.plateau(last).range.end};
  Corroboration corroboration(scope_of(tpot_means, range, policy.shift.scope), policy);
  for (std::size_t i = reported + 1; i <= last; ++i) {
    const Segment<SuperPass>& later = segments.plateau(i);
    const auto delta = level_difference(base, later);
    if (!delta || std::abs(*delta) <= policy.gate.step_size) continue;
    if (const auto shift = corroboration.until(all ? segments.examined().end : later.range.end, *delta))
      return shift;
  }
  return std::nullopt;
}

std::optional<PassRange> find_excursion(const Segmentation<SuperPass>& segments, std::size_t reported,
                                        const Series<SuperPass>& tpot_p50, const GatePolicy& policy) {
  const PassRange window = segments.plateau(reported).range;
  const std::size_t end = segments.examined().end;
  const auto level = median(tpot_p50.in(window));
  if (!level) return std::nullopt;
  const auto at_level = at_level_of(segments, reported, policy);
  PassRange run{window.end, window.end};
  int run_side = 0;
  for (std::size_t i = window.end; i <= end; ++i) {
    const bool counts = i < end && !at_level[i];
    const int here = counts ? side(tpot_p50[i], *level, policy.step_size) : 0;
    if (here == run_side && here != 0) continue;
    if (run_side != 0 && i - run.begin >= policy.least_excursion) return PassRange{run.begin, i};
    run.begin = i;
    run_side = here;
  }
  return std::nullopt;
}

std::optional<std::size_t> skipped_level(const Segmentation<SuperPass>& segments, std::size_t reported,
                                         const GatePolicy& policy) {
  for (std::size_t earlier = 0; earlier < reported; ++earlier) {
    const auto delta = level_difference(segments.plateau(reported), segments.plateau(earlier));
    if (delta && std::abs(*delta) > policy.step_size) return earlier;
  }
  return std::nullopt;
}

Change find_change(const Segmentation<SuperPass>& segments, std::size_t reported,
                   const MetricSeries<SuperPass>& series, const StretchTrends& run, const Policy& policy) {
  Change change;
  change.run_trend = breaks(run.of({Measure::tpot, Level::p50}), policy.gate) ||
                     breaks(run.of({Measure::tpot, Level::p90}), policy.gate);
  change.level_shift = find_level_shift(segments, reported, series.tpot.mean, policy);
  change.skipped_level = skipped_level(segments, reported, policy.gate);
  if (!change.level_shift)  // which says the same, and more
    change.excursion = find_excursion(segments, reported, series.tpot.p50, policy.gate);
  if (change.any()) change.kind = kind_of(series.tpot.p50, run, policy.gate);
  return change;
}

}  // namespace ssdetect
