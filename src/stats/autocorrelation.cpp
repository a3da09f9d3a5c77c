// By the Wiener-Khinchin theorem the lagged products are the inverse Fourier transform of the power spectrum,
// with as many zeros behind the series as there are values, so that the ends do not meet. The transform is
// the iterative radix-2 one of Cooley & Tukey 1965, over half as many complex numbers as there are real ones:
// even positions are the real parts, odd ones the imaginary, and a last butterfly parts them again (Cooley,
// Lewis & Welch 1970). Tests: tests/stats/autocorrelation_test.cpp (the direct sum as twin).

#include "stats/autocorrelation.h"

#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace ssdetect {

namespace {

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

std::vector<double> lagged_products(std::span<const double> centred) {
  return centred.size() <= kDirectUpTo ? direct(centred) : by_transform(centred);
}

}  // namespace ssdetect
