// Which value stands at a given share of a sorted set?
//
// The lower nearest rank: sorted[floor(p * (n - 1))] (SPEC 5); always a value that was measured.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ssdetect {

// `count` at least 1, `p` in [0, 1].
std::size_t lower_rank(double p, std::size_t count);

// `sorted` ascending. nullopt when empty.
std::optional<double> quantile_of_sorted(std::span<const double> sorted, double p);

// Reorders `values` (selection, linear time). nullopt when empty.
std::optional<double> quantile_in_place(std::span<double> values, double p);

}  // namespace ssdetect
