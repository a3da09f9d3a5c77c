// Which regimes does a whole run go through: where does it warm up, stay, drift, shift, swing?
//
// One value a super-pass (for times and rates their logarithms): METHOD.md section D. Positions are those of
// the values; levels and slopes are in their units.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/blips.h"
#include "stats/change_points.h"

namespace ssdetect {

enum class RegimeRole {
  ramp,  // before the first level that lasts
  steady,
  blip,       // 1 value away from the reference, the first level that lasts
  excursion,  // 2 or 3
  shifted_up,
  shifted_down,
  recovered,  // back at the reference
  drift_up,
  drift_down,
  oscillating,
  unsettled,  // no level lasts, no line either
};

struct Regime {
  std::size_t begin;
  std::size_t end;
  RegimeRole role;
  bool line;
  double level;      // mean of the values that are no blips
  double slope;      // per value; 0 unless a line
  ChangeSet starts;  // where it may begin, with 95 % confidence; of the first: 0, 0
};

struct Regimes {
  std::vector<Regime> regimes;  // cover the values
  std::vector<std::size_t> blips;
  std::optional<TwoLevels> swing;  // set when the whole run oscillates
};
std::optional<Regimes> regimes(std::span<const double> values, const ChangeRules& rules = {});  // n >= 2

}  // namespace ssdetect
