// Where does a set of numbers lie, and how far does it spread?
//
// Too few values is `nullopt`, never NaN or 0. Standard deviations divide by n (SPEC 5). Levels are taken
// away before anything is squared, so a large offset costs no digits, and equal values give exact zeros.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ssdetect {

std::optional<double> mean(std::span<const double> values);

std::optional<double> standard_deviation(std::span<const double> values);

// Standard deviation over |mean|; nullopt when the mean is 0.
std::optional<double> coefficient_of_variation(std::span<const double> values);

// The mean of the two middle values when n is even.
std::optional<double> median(std::span<const double> values);

// Which value stands at a given share of a sorted set? The lower nearest rank: sorted[floor(p * (n - 1))]
// (SPEC 5); always a value that was measured. `count` at least 1, `p` in [0, 1].
std::size_t lower_rank(double p, std::size_t count);

// --- How far values lie from their own level: the ground of moments, fits and steps ---

// A value of the series itself, the middle one in rank: equal values less this are exactly 0, and a single
// outlier does not eat the digits of the others. `values` not empty.
double middle_value(std::span<const double> values);

std::vector<double> values_less(std::span<const double> values, double level);

double largest_magnitude(std::span<const double> values);  // 0 when empty

// sqrt(sum of squares / n), scaled by the largest so that tiny values do not vanish. `values` not empty.
double root_mean_square(std::span<const double> values);

// Mean and sum of squared deviations of the values so far (Welford 1962).
class RunningSpread {
 public:
  // Returns how far `value` lies from the mean of those before it; 0 for the first.
  double push(double value);
  std::size_t count() const { return count_; }
  double mean() const { return mean_; }
  double sum_of_squares() const { return sum_of_squares_; }

 private:
  std::size_t count_ = 0;
  double mean_ = 0;
  double sum_of_squares_ = 0;
};

}  // namespace ssdetect
