// Pieces between change-points (change_points.h) become regimes: lines that rise by less than a change are
// levels, a leading line that flattens is a ramp and a level, levels closer than a change are one. The first
// level of at least 4 values is what the others are named against. METHOD.md section D.7; its false alarms
// and detections are simulated there. Covered by tests/stats/regimes_test.cpp.
#include "stats/regimes.h"

#include <algorithm>
#include <cmath>

namespace ssdetect {
namespace {

constexpr std::size_t kLastingLevel = 4;  // values
constexpr std::size_t kLeastToSplit = 8;
constexpr double kFlatOfChange = 0.5;  // the second half of a ramp rises by less than this of a change
constexpr double kFlatOfFirst = 0.25;  // and by less than this of the first half

std::size_t length(const Regime& regime) { return regime.end - regime.begin; }

Regime regime_of(const SeriesSums& series, const Piece& piece, const ChangeSet& starts) {
  const double slope = piece.line ? series.slope(piece.begin, piece.end) : 0;
  const double level = series.mean(piece.begin, piece.end);
  return {piece.begin, piece.end, RegimeRole::unsettled, piece.line, level, slope, starts};
}

double rise(double slope, std::size_t values) { return std::abs(slope) * static_cast<double>(values - 1); }

void flatten(std::vector<Regime>& regimes, double change) {
  for (Regime& regime : regimes) {
    if (!regime.line || rise(regime.slope, length(regime)) >= change) continue;
    regime.line = false;
    regime.slope = 0;
  }
}

void split_ramp(const SeriesSums& series, std::vector<Regime>& regimes, double change) {
  const Regime whole = regimes.front();
  if (!whole.line || length(whole) < kLeastToSplit) return;
  const std::size_t middle = (whole.begin + whole.end) / 2;
  if (series.weight(whole.begin, middle) < 2 || series.weight(middle, whole.end) < 2) return;
  const double first = rise(series.slope(whole.begin, middle), middle - whole.begin);
  const double second = rise(series.slope(middle, whole.end), whole.end - middle);
  if (second >= kFlatOfChange * change || second >= kFlatOfFirst * first) return;
  regimes.front() = regime_of(series, {whole.begin, middle, true}, whole.starts);
  const Regime level = regime_of(series, {middle, whole.end, false}, {middle, middle});
  regimes.insert(regimes.begin() + 1, level);
}

// From the left, until no neighbours are left that are one level.
void merge_levels(const SeriesSums& series, std::vector<Regime>& regimes, double change) {
  for (std::size_t i = 1; i < regimes.size();) {
    const Regime &left = regimes[i - 1], &right = regimes[i];
    if (left.line || right.line || std::abs(left.level - right.level) >= change) {
      ++i;
      continue;
    }
    regimes[i - 1] = regime_of(series, {left.begin, right.end, false}, left.starts);
    regimes.erase(regimes.begin() + static_cast<std::ptrdiff_t>(i));
    i = std::max<std::size_t>(1, i - 1);
  }
}

RegimeRole drift_role(const Regime& line) {
  return line.slope > 0 ? RegimeRole::drift_up : RegimeRole::drift_down;
}

RegimeRole role_beside(const Regime& regime, double reference, bool left_reference, double change) {
  if (regime.line) return drift_role(regime);
  if (std::abs(regime.level - reference) < change) {
    return left_reference ? RegimeRole::recovered : RegimeRole::steady;
  }
  if (length(regime) == 1) return RegimeRole::blip;
  if (length(regime) < kLastingLevel) return RegimeRole::excursion;
  return regime.level > reference ? RegimeRole::shifted_up : RegimeRole::shifted_down;
}

void name(std::vector<Regime>& regimes, double change) {
  const auto lasts = [](const Regime& regime) { return !regime.line && length(regime) >= kLastingLevel; };
  const auto reference = std::find_if(regimes.begin(), regimes.end(), lasts);
  if (reference == regimes.end()) {
    for (Regime& regime : regimes) {
      const bool drifts = regime.line && length(regime) >= kLastingLevel;
      regime.role = drifts ? drift_role(regime) : RegimeRole::unsettled;
    }
    return;
  }
  for (auto regime = regimes.begin(); regime != reference; ++regime) regime->role = RegimeRole::ramp;
  bool left_reference = false;
  for (auto regime = reference; regime != regimes.end(); ++regime) {
    regime->role = role_beside(*regime, reference->level, left_reference, change);
    left_reference = left_reference || regime->role != RegimeRole::steady;
  }
}

std::vector<double> values_that_count(std::span<const double> values, const SeriesSums& series) {
  std::vector<double> result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (series.counts(i)) result.push_back(values[i]);
  }
  return result;
}

}  // namespace

std::optional<Regimes> regimes(std::span<const double> values, const ChangeRules& rules) {
  if (values.size() < 2) return std::nullopt;
  Regimes result{{}, blips(values, rules.change), std::nullopt};
  const SeriesSums series(values, result.blips);
  result.swing = two_levels(values_that_count(values, series), rules.change);
  if (result.swing) {
    result.regimes.push_back(regime_of(series, {0, values.size(), false}, {0, 0}));
    result.regimes.front().role = RegimeRole::oscillating;
    return result;
  }
  const ChangePoints found = *change_points(values, result.blips, rules);
  for (std::size_t p = 0; p < found.pieces.size(); ++p) {
    result.regimes.push_back(regime_of(series, found.pieces[p], found.changes[p]));
  }
  flatten(result.regimes, rules.change);
  split_ramp(series, result.regimes, rules.change);
  merge_levels(series, result.regimes, rules.change);
  name(result.regimes, rules.change);
  return result;
}

}  // namespace ssdetect
