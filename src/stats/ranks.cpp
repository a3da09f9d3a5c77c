// Ranks by a stable sort of positions; inversions by merge sort: each time a right element goes first, it
// overtakes what is left of the left half (Knuth, The Art of Computer Programming 3, 5.2.4; Knight 1966). O(n
// log n).
//
// By the Wiener-Khinchin theorem the lagged products are the inverse Fourier transform of the power spectrum,
// with as many zeros behind the series as there are values, so that the ends do not meet. The transform is
// the iterative radix-2 one of Cooley & Tukey 1965, over half as many complex numbers as there are real ones:
// even positions are the real parts, odd ones the imaginary, and a last butterfly parts them again (Cooley,
// Lewis & Welch 1970). Tests: tests/stats/ranks_test.cpp (the direct sums as twins), and through
// mann_kendall_test, trend_test and level_shift_test, whose twins look at every pair.
#include "stats/ranks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace ssdetect {
namespace {

// --- Order ---

// Merges two sorted halves; returns how many elements of the left exceed one of the right, pair by pair.
std::int64_t merge_halves(std::span<double> values, std::size_t middle, std::vector<double>& spare) {
  spare.assign(values.begin(), values.end());
  std::int64_t inversions = 0;
  std::size_t left = 0, right = middle;
  for (double& slot : values) {
    const bool take_left = right == spare.size() || (left < middle && spare[left] <= spare[right]);
    if (!take_left) inversions += static_cast<std::int64_t>(middle - left);
    slot = take_left ? spare[left++] : spare[right++];
  }
  return inversions;
}

std::int64_t sort_counting(std::span<double> values, std::vector<double>& spare) {
  if (values.size() < 2) return 0;
  const std::size_t middle = values.size() / 2;
  const std::int64_t within =
      sort_counting(values.first(middle), spare) + sort_counting(values.subspan(middle), spare);
  return within + merge_halves(values, middle, spare);
}

template <typename Number>
std::vector<Number> average_ranks(std::span<const double> series, std::span<const std::size_t> order) {
  const auto n = static_cast<std::int64_t>(order.size());
  std::vector<Number> ranks(order.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && series[order[end]] == series[order[begin]]) ++end;
    // Ranks begin + 1 .. end; twice their average is begin + 1 + end.
    const std::int64_t shared = static_cast<std::int64_t>(begin + 1 + end) - (n + 1);
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = static_cast<Number>(shared);
  }
  return ranks;
}

std::vector<double> ordinal_ranks(std::span<const std::size_t> order) {
  const auto n = static_cast<std::int64_t>(order.size());
  std::vector<double> ranks(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    ranks[order[i]] = static_cast<double>(2 * static_cast<std::int64_t>(i + 1) - (n + 1));
  return ranks;
}

// --- Lagged products ---

using Complex = std::complex<double>;

constexpr std::size_t kDirectUpTo = 128;  // below, the plain sums are as fast

// The operator of std::complex looks for infinities on the way.
Complex product(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// The k-th of the 2 * half roots of unity stands at half + k, for every power of two up to `half`. Kept
// between calls, because the sines cost as much as the transform.
const std::vector<Complex>& roots_up_to(std::size_t half) {
  static thread_local std::vector<Complex> roots(1);
  while (roots.size() <= half) {
    const std::size_t level = roots.size();
    for (std::size_t k = 0; k < level; ++k)
      roots.push_back(
          std::polar(1.0, -std::numbers::pi * static_cast<double>(k) / static_cast<double>(level)));
  }
  return roots;
}

void to_bit_reversed_order(std::vector<Complex>& values) {
  for (std::size_t i = 1, mirrored = 0; i < values.size(); ++i) {
    std::size_t bit = values.size() >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (i < mirrored) std::swap(values[i], values[mirrored]);
  }
}

// In place; the size is a power of two. Not scaled.
void transform(std::vector<Complex>& values) {
  const std::vector<Complex>& roots = roots_up_to(values.size());
  to_bit_reversed_order(values);
  for (std::size_t half = 1; half < values.size(); half *= 2) {
    for (std::size_t block = 0; block < values.size(); block += 2 * half) {
      for (std::size_t k = 0; k < half; ++k) {
        const Complex even = values[block + k], odd = product(values[block + k + half], roots[half + k]);
        values[block + k] = even + odd;
        values[block + k + half] = even - odd;
      }
    }
  }
}

// Of a packed spectrum, the transforms of its even and its odd positions at frequency k, the latter turned.
struct Parts {
  Complex even, odd;
};
Parts parts_at(const std::vector<Complex>& packed, std::size_t k) {
  const Complex here = packed[k], mirror = std::conj(packed[(packed.size() - k) % packed.size()]);
  const Complex root = roots_up_to(packed.size())[packed.size() + k];
  return {(here + mirror) / 2.0, product((here - mirror) / 2.0, product({0, -1}, root))};
}

// From a packed spectrum to the packed spectrum of its power, which is even, so that transforming once more
// inverts: forward and inverse differ by the scale alone.
std::vector<Complex> packed_power(const std::vector<Complex>& packed) {
  const std::size_t size = packed.size();
  std::vector<Complex> result(size);
  for (std::size_t k = 0; k < size; ++k) {
    const auto [even, odd] = parts_at(packed, k);
    const double low = std::norm(even + odd), high = std::norm(even - odd);  // at k and k + size
    const Complex turned = product({0, 1}, std::conj(roots_up_to(size)[size + k]));
    result[k] = std::conj((low + high) + (low - high) * turned);
  }
  return result;
}

std::vector<double> direct(std::span<const double> x) {
  std::vector<double> products;
  for (std::size_t lag = 0; lag < x.size(); ++lag)
    products.push_back(std::inner_product(x.begin(), x.end() - static_cast<std::ptrdiff_t>(lag),
                                          x.begin() + static_cast<std::ptrdiff_t>(lag), 0.0));
  return products;
}

std::vector<double> by_transform(std::span<const double> x) {
  std::vector<Complex> packed(std::bit_ceil(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i)
    packed[i / 2] += i % 2 == 0 ? Complex{x[i], 0} : Complex{0, x[i]};
  transform(packed);
  packed = packed_power(packed);
  transform(packed);
  std::vector<double> products;
  const double scale = 2.0 * static_cast<double>(packed.size());
  for (std::size_t lag = 0; lag < x.size(); ++lag)
    products.push_back((lag % 2 == 0 ? packed[lag / 2].real() : -packed[lag / 2].imag()) / scale);
  return products;
}

}  // namespace

std::vector<std::size_t> positions_by_value(std::span<const double> series) {
  std::vector<std::size_t> positions(series.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  std::stable_sort(positions.begin(), positions.end(),
                   [&](std::size_t a, std::size_t b) { return series[a] < series[b]; });
  return positions;
}

std::vector<std::int64_t> centered_average_ranks(std::span<const double> series) {
  return average_ranks<std::int64_t>(series, positions_by_value(series));
}

std::vector<double> centered_ranks(std::span<const double> series, std::span<const std::size_t> order,
                                   bool average) {
  return average ? average_ranks<double>(series, order) : ordinal_ranks(order);
}

std::int64_t count_inversions(std::span<const double> series) {
  std::vector<double> values(series.begin(), series.end());
  std::vector<double> spare;
  return sort_counting(values, spare);
}

std::vector<std::int64_t> tie_sizes(std::span<const double> series) {
  std::vector<double> sorted(series.begin(), series.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i] != sorted[i - 1]) sizes.push_back(0);
    ++sizes.back();
  }
  return sizes;
}

std::vector<double> lagged_products(std::span<const double> centred) {
  return centred.size() <= kDirectUpTo ? direct(centred) : by_transform(centred);
}

}  // namespace ssdetect
