// By the Wiener-Khinchin theorem the lagged products are the inverse Fourier transform of the power spectrum,
// with as many zeros behind the series as there are values, so that the ends do not meet. The transform is
// the iterative radix-2 one of Cooley & Tukey 1965. Tests: tests/stats/autocorrelation_test.cpp (the direct
// sum as twin).

#include "stats/autocorrelation.h"

#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace ssdetect {

namespace {

using Complex = std::complex<double>;

constexpr std::size_t kDirectUpTo = 512;  // below, the plain sums are as fast

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
  to_bit_reversed_order(values);
  for (std::size_t length = 2; length <= values.size(); length *= 2) {
    std::vector<Complex> roots(length / 2);
    for (std::size_t k = 0; k < roots.size(); ++k)
      roots[k] =
          std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length));
    for (std::size_t block = 0; block < values.size(); block += length) {
      for (std::size_t k = 0; k < length / 2; ++k) {
        const Complex even = values[block + k], odd = values[block + k + length / 2] * roots[k];
        values[block + k] = even + odd;
        values[block + k + length / 2] = even - odd;
      }
    }
  }
}

std::vector<double> direct(std::span<const double> x) {
  std::vector<double> products;
  for (std::size_t lag = 0; lag < x.size(); ++lag)
    products.push_back(std::inner_product(x.begin(), x.end() - static_cast<std::ptrdiff_t>(lag),
                                          x.begin() + static_cast<std::ptrdiff_t>(lag), 0.0));
  return products;
}

}  // namespace

std::vector<double> lagged_products(std::span<const double> centred) {
  if (centred.size() <= kDirectUpTo) return direct(centred);
  std::vector<Complex> spectrum(std::bit_ceil(2 * centred.size()));
  std::copy(centred.begin(), centred.end(), spectrum.begin());
  transform(spectrum);
  for (Complex& value : spectrum) value = std::norm(value);
  transform(spectrum);  // a power spectrum is even, so forward and inverse differ by the scale alone
  std::vector<double> products;
  for (std::size_t lag = 0; lag < centred.size(); ++lag)
    products.push_back(spectrum[lag].real() / static_cast<double>(spectrum.size()));
  return products;
}

}  // namespace ssdetect
