// How far do values lie from their own level? (The shared ground of moments, fits and steps.)
//
// Levels are taken away before anything is squared, so a large offset costs no digits; equal values give
// exact zeros.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ssdetect {

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
