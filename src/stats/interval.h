// How sure is a mean?
//
// Schmeiser 1982 for batch means, White 1997 for the marginal standard error rule (MSER).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ssdetect {

enum class TQuantile {
  exact,            // Student t with n - 1 degrees of freedom
  normal_above_30,  // the same up to 30 degrees of freedom, 1.96 above (reference preset)
};

struct BatchMeans {
  double mean;
  double standard_error;  // sample standard deviation (divides by n - 1) / sqrt(n)
  double half_width_95;
};
// Each value is the mean of one batch. n >= 2.
std::optional<BatchMeans> batch_means(std::span<const double> batches, TQuantile quantile);

// sd / sqrt(n), sd dividing by n: the quantity MSER makes small. n >= 1.
std::optional<double> marginal_standard_error(std::span<const double> series);

struct Mser {
  std::size_t truncate;  // observations to drop from the front, at most floor(n/2); the smallest of equals
  double value;          // sum of squared deviations of the rest / (their number)^2
};
std::optional<Mser> mser(std::span<const double> series);  // n >= 2

}  // namespace ssdetect
