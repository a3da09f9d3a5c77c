// Does a series jump from one level to another, and where?
//
// Pettitt 1979 for the test; a least-squares single step against a constant and a line by BIC for the
// segmentation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ssdetect {

struct Pettitt {
  double statistic;      // K = max |U_k|
  std::size_t before;    // values before the change: the first k of the largest |U_k|
  double p_approximate;  // min(1, 2 exp(-6 K^2 / (n^3 + n^2)))
};

// The test on ever longer beginnings of one series, sorted once: O(n log n).
class PettittOfBeginnings {
 public:
  explicit PettittOfBeginnings(std::span<const double> series);

  std::optional<Pettitt> first(std::size_t n);  // n >= 2. O(size of the series)

  // False: p_approximate of the first n values is at least alpha, for certain. `n` no smaller than in the
  // last call of first(). O(1)
  bool may_be_below(double alpha, std::size_t n) const;

 private:
  std::vector<std::size_t> places_;  // of each value among the distinct ones
  std::vector<std::int64_t> counts_;
  std::int64_t height_ = 0;  // of the last beginning tested, and its length
  std::size_t length_ = 0;
};

// (1 + #{K* >= K}) / (draws + 1) over `draws` random orders of the series, the same on every machine for a
// seed.
std::optional<double> pettitt_permutation_p(std::span<const double> series, int draws, std::uint64_t seed);

struct StepFit {
  std::size_t before;  // values left of the step, 1..n-1; the first of equals
  double left_mean;
  double right_mean;
  double residual_sum_of_squares;
};
std::optional<StepFit> best_step(std::span<const double> series);  // n >= 2. O(n)

std::optional<double> constant_residual_sum_of_squares(std::span<const double> series);  // n >= 1

// n ln(RSS/n) + k ln n; minus infinity when RSS is 0.
double bayes_information(double residual_sum_of_squares, std::size_t n, int parameters);

}  // namespace ssdetect
