// Where does a set of numbers lie, and how far does it spread?
//
// Too few values is `nullopt`, never NaN or 0. Standard deviations divide by n (SPEC 5). Two passes, so a
// large offset costs no digits.
#pragma once

#include <optional>
#include <span>

namespace ssdetect {

std::optional<double> mean(std::span<const double> values);

std::optional<double> standard_deviation(std::span<const double> values);

// Standard deviation over |mean|; nullopt when the mean is 0.
std::optional<double> coefficient_of_variation(std::span<const double> values);

// The mean of the two middle values when n is even.
std::optional<double> median(std::span<const double> values);

}  // namespace ssdetect
