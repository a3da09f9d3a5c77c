// A window grows by one super-pass at O(1) a step while its drift is small, O(log n) beyond (GrowingSeries
// keeps CoV and drift). The rank test, O(n log n) each time, runs only on windows whose fitted drift has
// reached the effect-size floor and where GrowingTrend cannot rule it out. Splitting is O(n) a time. So n
// super-passes cost O(n log n), unless a window is admissible for long and then cut near its start again and
// again: levels that alternate every few dozen super-passes by a little more than a step. There the text
// of 7.4 asks for n^2 / (the length of a level) steps, a few ns each. The slow twin that recomputes every
// window is in tests/steady/plateau_test.cpp.

#include "steady/plateau.h"

#include <algorithm>
#include <cmath>

#include "stats/growing_window.h"
#include "stats/level_shift.h"

namespace ssdetect {

namespace {

template <class Unit>
class Window {
 public:
  Window(const Gates<Unit>& gates, std::size_t begin, const GatePolicy& policy)
      : gates_(gates),
        policy_(policy),
        range_{begin, begin},
        grown_(gates.size()),
        trends_(gates.size(), GrowingTrend(policy.trend, policy.alpha)) {}

  // Takes in the next super-pass; false when it has no value.
  bool take_next() {
    for (std::size_t i = 0; i < gates_.size(); ++i) {
      const auto value = (*gates_[i].values)[range_.end];
      if (!value) return false;
      grown_[i].push(*value);
      trends_[i].push(*value);
    }
    ++range_.end;
    return true;
  }

  bool admissible() { return calm() && !trending(); }
  Range<Unit> range() const { return range_; }

 private:
  bool calm() {
    covs_.clear();
    for (const GrowingSeries& series : grown_) covs_.push_back(series.coefficient_of_variation());
    return std::any_of(policy_.cov_bounds.begin(), policy_.cov_bounds.end(),
                       [&](Ratio bound) { return certifies(covs_, gates_, bound); });
  }

  bool trending() {
    for (std::size_t i = 0; i < gates_.size(); ++i) {
      if (!grown_[i].drifts_by(policy_.least_drift)) continue;
      if (trends_[i].may_be_significant() && breaks(read_trend(trends_[i].values(), policy_), policy_))
        return true;
    }
    return false;
  }

  const Gates<Unit>& gates_;
  const GatePolicy& policy_;
  Range<Unit> range_;
  std::vector<GrowingSeries> grown_;
  std::vector<GrowingTrend> trends_;
  std::vector<std::optional<double>> covs_;  // scratch of calm()
};

// The longest admissible window that starts at `begin`; empty when not even the shortest is.
template <class Unit>
Range<Unit> longest_from(const Gates<Unit>& gates, std::size_t begin, std::size_t end,
                         const GatePolicy& policy) {
  Window<Unit> window(gates, begin, policy);
  for (std::size_t i = 0; i < policy.least_window; ++i)
    if (begin + i >= end || !window.take_next()) return {begin, begin};
  if (!window.admissible()) return {begin, begin};
  Range<Unit> longest = window.range();
  while (longest.end < end && window.take_next() && window.admissible()) longest = window.range();
  return longest;
}

template <class Unit>
struct Piece {
  Range<Unit> plateau;  // empty: none here
  std::size_t resume;   // where the search goes on
};

// Cuts at inner steps until none is left; keeps the left part where it is long enough, else the right one.
template <class Unit>
Piece<Unit> split(const Gates<Unit>& gates, Range<Unit> grown, const GatePolicy& policy) {
  Range<Unit> part = grown;
  while (true) {
    const auto step = inner_step(gates.front().values->in(part), policy);
    if (!step) break;
    const Range<Unit> left{part.begin, part.begin + *step}, right{part.begin + *step, part.end};
    if (left.size() >= policy.least_window) {
      part = left;
    } else if (right.size() >= policy.least_window) {
      part = right;
    } else {
      return {{}, right.begin};  // a step with too little on either side: neither level is a plateau here
    }
  }
  if (part != grown && !admissible(gates, part, policy)) return {{}, part.end};
  return {part, part.end};
}

double line_information(std::span<const double> values) {
  return bayes_information(linear_fit(values)->residual_sum_of_squares, values.size(), 2);
}

double step_information(const StepFit& step, std::size_t n) {
  return bayes_information(step.residual_sum_of_squares, n, 3);
}

}  // namespace

std::optional<std::size_t> inner_step(std::span<const double> values, const GatePolicy& policy) {
  const auto step = best_step(values);
  if (!step || step->left_mean == 0) return std::nullopt;
  if (std::abs(step->right_mean - step->left_mean) <= policy.step_size * std::abs(step->left_mean))
    return std::nullopt;
  const double of_step = step_information(*step, values.size());
  const double of_constant = bayes_information(*constant_residual_sum_of_squares(values), values.size(), 1);
  if (of_step >= of_constant || of_step >= line_information(values)) return std::nullopt;
  return step->before;
}

std::optional<ChangeKind> kind_of_change(std::span<const double> values) {
  const auto step = best_step(values);
  if (!step) return std::nullopt;
  if (step_information(*step, values.size()) < line_information(values)) return ChangeKind::step;
  return linear_fit(values)->slope < 0 ? ChangeKind::line_down : ChangeKind::line_up;
}

std::string_view name_of(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::step:
      return "step";
    case ChangeKind::line_up:
      return "line_up";
    case ChangeKind::line_down:
      return "line_down";
  }
  return "";
}

template <class Unit>
std::vector<Range<Unit>> find_plateaus(const Gates<Unit>& gates, Range<Unit> examined,
                                       const GatePolicy& policy, std::size_t begin_before) {
  std::vector<Range<Unit>> plateaus;
  std::size_t at = examined.begin;
  while (at < std::min(examined.end, begin_before)) {
    const Range<Unit> grown = longest_from(gates, at, examined.end, policy);
    if (grown.size() == 0) {
      ++at;
      continue;
    }
    const auto piece = policy.split_at_steps ? split(gates, grown, policy) : Piece<Unit>{grown, grown.end};
    if (piece.plateau.size() > 0) plateaus.push_back(piece.plateau);
    at = piece.resume;
  }
  return plateaus;
}

template std::vector<PassRange> find_plateaus(const Gates<SuperPass>&, PassRange, const GatePolicy&,
                                              std::size_t);
template std::vector<BinRange> find_plateaus(const Gates<RateBin>&, BinRange, const GatePolicy&, std::size_t);

}  // namespace ssdetect
