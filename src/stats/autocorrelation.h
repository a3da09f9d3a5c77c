// How alike is a series to itself, shifted?
#pragma once

#include <span>
#include <vector>

namespace ssdetect {

// The sums over i of x[i] * x[i + lag], for lag 0 .. n - 1. `centred` has mean 0 (else it is no covariance).
// O(n log n); agrees with the plain sums to rounding.
std::vector<double> lagged_products(std::span<const double> centred);

}  // namespace ssdetect
