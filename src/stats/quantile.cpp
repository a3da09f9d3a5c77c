// The lower nearest rank, floor(p (n - 1)). A share such as 0.29 is no exact double, and its
// product with 100 is 28.999...96: the product is raised by a few units in the last place before it is cut.
// Covered by tests/stats/quantile_test.cpp.
#include "stats/quantile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ssdetect {
namespace {

// Covers the rounding of p and of the product (half a unit each) with room to spare; too small to reach an
// integer that p (n - 1) falls short of for any p of fewer than twelve decimals.
constexpr double kProductGuard = 1 + 4 * std::numeric_limits<double>::epsilon();

}  // namespace

std::size_t lower_rank(double p, std::size_t count) {
  const double last = static_cast<double>(count - 1);
  return std::min(count - 1, static_cast<std::size_t>(std::floor(p * last * kProductGuard)));
}

}  // namespace ssdetect
