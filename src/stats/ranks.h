// In what order do the values of a series stand, and how alike is that to itself, shifted? (The shared ground
// of the rank tests.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ssdetect {

// Positions in ascending order of their values, ties by position.
std::vector<std::size_t> positions_by_value(std::span<const double> series);

// Twice the rank less (n + 1): whole numbers that add up to 0. Equal values share the average rank.
std::vector<std::int64_t> centered_average_ranks(std::span<const double> series);

// The same as numbers, where `order` is known from positions_by_value; `average` false: ties ranked by
// position. Their products are whole, so that sums of them are exact up to about 200,000 values.
std::vector<double> centered_ranks(std::span<const double> series, std::span<const std::size_t> order,
                                   bool average);

// Pairs i < j with series[i] > series[j]. O(n log n).
std::int64_t count_inversions(std::span<const double> series);

// How often each distinct value occurs, in ascending order of the values.
std::vector<std::int64_t> tie_sizes(std::span<const double> series);

// The sums over i of x[i] * x[i + lag], for lag 0 .. n - 1. `centred` has mean 0 (else it is no covariance).
// O(n log n); agrees with the plain sums to rounding.
std::vector<double> lagged_products(std::span<const double> centred);

}  // namespace ssdetect
