// Between which bounds does a mean, or a ratio of sums, lie with 95 % confidence, and can the bounds be
// trusted?
//
// One value a super-pass, neighbours correlated by an unknown amount: METHOD.md section A. Units are those of
// the values. Fewer than 4 values, or sums that make no ratio: nullopt.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ssdetect {

enum class Trust {
  trusted,
  few_values,  // fewer than 6
  correlated,  // neighbours hang together by more than the method was measured for: phi above 0.6
};

struct MeanInterval {
  double value;
  double low;
  double high;
  double standard_error;
  double inflation;     // squared standard error over that of independent batches
  double phi;           // correlation of neighbours, averaged over what the values allow
  std::size_t batches;  // effective ones: batches / inflation
  Trust trust;
};

// Symmetric; where no value is negative and it would reach below 0, by a factor up and down instead.
std::optional<MeanInterval> mean_interval(std::span<const double> values);

// sum(numerators) / sum(denominators), one pair a super-pass: pooled means and rates. The sum of the
// denominators is positive; both have the same length.
std::optional<MeanInterval> ratio_interval(std::span<const double> numerators,
                                           std::span<const double> denominators);

// The interval of 1 / value. The value and the lower end must be positive.
std::optional<MeanInterval> inverted(const MeanInterval& interval);

}  // namespace ssdetect
