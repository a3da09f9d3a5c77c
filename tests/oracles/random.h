// Which number comes next, on every machine?
//
// The standard distributions, std::shuffle and libm's exp and log may differ between platforms; a log
// generator whose bytes are compared must not. Everything here is integer arithmetic or IEEE + - * / and
// sqrt, which are exact to the last bit (these files are compiled with -ffp-contract=off).
//
// Generator: xoshiro256++ (Blackman, Vigna 2019), seeded by splitmix64. `mix` derives independent streams, so
// that drawing more numbers for one purpose never changes those of another.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace ssdetect::oracle {

// One step of splitmix64.
inline std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// A seed for stream `stream` of `seed`.
inline std::uint64_t mix(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t state = seed;
  state = splitmix64(state) ^ stream;
  return splitmix64(state);
}

// Natural logarithm of a positive finite number: x = m·2^e, log m by the atanh series (error < 1e-15).
inline double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752) mantissa *= 2, --exponent;
  const double s = (mantissa - 1) / (mantissa + 1), square = s * s;
  double sum = 0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return 2 * s * sum + exponent * 0.69314718055994531;
}

// e^x for |x| < 700: x = k·ln 2 + r, Taylor series in r.
inline double portable_exp(double x) {
  const double k = std::floor(x / 0.69314718055994531 + 0.5), r = x - k * 0.69314718055994531;
  double sum = 1;
  for (int n = 16; n >= 1; --n) sum = 1 + sum * r / n;
  return std::ldexp(sum, static_cast<int>(k));
}

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (auto& word : state_) word = splitmix64(seed);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0], t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // [0, 1)

  // [0, n), for n < 2^40.
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(uniform() * static_cast<double>(n)); }

  double exponential(double mean) { return -mean * portable_log(1 - uniform()); }

  // Standard normal by Marsaglia's polar method; the second value of a pair is dropped.
  double normal() {
    for (;;) {
      const double u = 2 * uniform() - 1, v = 2 * uniform() - 1, s = u * u + v * v;
      if (s > 0 && s < 1) return u * std::sqrt(-2 * portable_log(s) / s);
    }
  }

  double lognormal(double median, double sigma) { return median * portable_exp(sigma * normal()); }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::array<std::uint64_t, 4> state_;
};

// 0 .. n-1 in random order (Fisher–Yates).
inline std::vector<std::int32_t> permutation(std::int64_t n, Random random) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    const auto j = static_cast<std::size_t>(random.below(i + 1)), last = static_cast<std::size_t>(i);
    order[last] = order[j];
    order[j] = static_cast<std::int32_t>(i);
  }
  return order;
}

}  // namespace ssdetect::oracle
