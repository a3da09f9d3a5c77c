// Pettitt's test of a whole series.
#pragma once

#include <optional>
#include <span>

#include "stats/level_shift.h"

namespace ssdetect::testing {

inline std::optional<Pettitt> pettitt(std::span<const double> series) {
  return PettittOfBeginnings(series).first(series.size());
}

}  // namespace ssdetect::testing
