// Which single values stand out of a series, and does it swing between two levels?
//
// METHOD.md section D.1 and D.2. `change` is the least difference of levels that matters, in the units of
// the values (of logarithms: 0.05 is about 5 %).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ssdetect {

// Positions of the values far above, or far below, their two neighbours and the means of the two before and
// the two after. The first and the last are none.
std::vector<std::size_t> blips(std::span<const double> values, double change);

struct TwoLevels {
  double low;
  double high;
  std::size_t switches;
  double mean_dwell;  // values between switches
};
// Nothing where one level, one step or one line explains the values about as well. n >= 8.
std::optional<TwoLevels> two_levels(std::span<const double> values, double change);

}  // namespace ssdetect
