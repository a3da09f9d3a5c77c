// The series METHOD.md's examples are computed from, the examples themselves, and autocorrelated noise for
// simulations, the same on every machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "tests/stats/vectors.h"

namespace ssdetect::testing {

// Linear congruential, as the golden file's first line gives it.
class Congruential {
 public:
  double next() {
    state_ = (1103515245 * state_ + 12345) % (std::uint64_t{1} << 31);
    return static_cast<double>(state_) / 0x1p31;
  }

 private:
  std::uint64_t state_ = 12345;
};

enum class Example { flat, step, line };
inline std::vector<double> example(Example which) {
  Congruential random;
  std::vector<double> x(20);
  for (std::size_t t = 0; t < x.size(); ++t) {
    x[t] = 10 + 0.2 * (random.next() - 0.5);
    if (which == Example::step && t >= 10) x[t] *= 1.08;
    if (which == Example::line) x[t] *= 1 + 0.06 * static_cast<double>(t) / 19;
  }
  return x;
}
inline const char* title_of(Example which) {
  if (which == Example::flat) return "series: x [";
  return which == Example::step ? "series: x, from" : "series: x times";
}

// The rest of the first line that starts with `key`, after the one that starts with `title`; empty when the
// shared folder is absent.
inline std::string golden_line(const std::string& title, const std::string& key) {
#ifdef SSDETECT_SHARED
  std::ifstream file(SSDETECT_SHARED "/golden/method.txt");
#else
  std::ifstream file;
#endif
  bool below = false;
  for (std::string line; std::getline(file, line);) {
    below = below || line.starts_with(title);
    if (below && line.starts_with(key)) return line.substr(key.size());
  }
  return {};
}

// All numbers of a text, whatever stands between them.
inline std::vector<double> numbers_in(std::string text) {
  for (char& c : text) {
    if ((c < '0' || c > '9') && c != '.' && c != '-' && c != 'e') c = ' ';
  }
  std::istringstream words(text);
  std::vector<double> result;
  for (std::string word; words >> word;) {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (end != word.c_str() && *end == '\0') result.push_back(value);
  }
  return result;
}

// The file prints nine digits.
inline bool as_printed(double ours, double printed) { return close(ours, printed, 1e-8, 1e-12); }

// Stationary AR(1) noise of standard deviation 1.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : random_(seed) {}
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  std::vector<double> series(std::size_t n, double phi) {
    std::vector<double> result(n);
    for (std::size_t t = 0; t < n; ++t) {
      result[t] = t == 0 ? normal() : phi * result[t - 1] + std::sqrt(1 - phi * phi) * normal();
    }
    return result;
  }
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 random_;
};

}  // namespace ssdetect::testing
