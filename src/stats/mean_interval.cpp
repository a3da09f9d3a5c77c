// The point is the plain mean; its error is that of the AR(1) mixture (ar1_mixture.h) with Student's t for
// the batches. A ratio R of sums is linearised: the mean of numerator_i - R denominator_i has the error of R
// times the mean denominator. METHOD.md section A holds the coverage that was simulated: at least 93 % for
// phi up to 0.6. Covered by tests/stats/mean_interval_test.cpp.
#include "stats/mean_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/ar1_mixture.h"
#include "stats/distributions.h"
#include "stats/moments.h"

namespace ssdetect {
namespace {

constexpr std::size_t kLeastValues = 4;         // below: no interval
constexpr std::size_t kLeastTrustedValues = 6;  // below: coverage depends on luck
constexpr double kLargestTrustedPhi = 0.6;      // above, an interval that is trusted is wrong in 8-15 %
constexpr double kUpperTail = 0.975;
// A difference of equal ratios within this many units in the last place is rounding, not scatter.
constexpr double kRoundingUnits = 8;

Trust trust_in(std::size_t count, double phi) {
  if (count < kLeastTrustedValues) return Trust::few_values;
  return phi > kLargestTrustedPhi ? Trust::correlated : Trust::trusted;
}

bool any_negative(std::span<const double> values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return value < 0; });
}

// `values`: whose sum `value` is in proportion to.
MeanInterval around(double value, double standard_error, std::span<const double> values,
                    const MixtureMean& error) {
  const double half = student_quantile(kUpperTail, static_cast<double>(error.batches - 1)) * standard_error;
  const bool by_factor = value > 0 && half > value && !any_negative(values);
  const double low = by_factor ? value * std::exp(-half / value) : value - half;
  const double high = by_factor ? value * std::exp(half / value) : value + half;
  return {value,           low,       high,          standard_error,
          error.inflation, error.phi, error.batches, trust_in(values.size(), error.phi)};
}

double sum(std::span<const double> values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

// How far each numerator lies from ratio * denominator.
std::vector<double> deviations(std::span<const double> numerators, std::span<const double> denominators,
                               double ratio) {
  std::vector<double> result(numerators.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = numerators[i] - ratio * denominators[i];
  const double rounding =
      kRoundingUnits * std::numeric_limits<double>::epsilon() * largest_magnitude(numerators);
  if (largest_magnitude(result) <= rounding) result.assign(result.size(), 0);
  return result;
}

}  // namespace

std::optional<MeanInterval> mean_interval(std::span<const double> values) {
  if (values.size() < kLeastValues) return std::nullopt;
  const MixtureMean error = *mixture_mean(values);
  return around(error.mean, error.standard_error, values, error);
}

std::optional<MeanInterval> ratio_interval(std::span<const double> numerators,
                                           std::span<const double> denominators) {
  const std::size_t count = numerators.size();
  const double total = sum(denominators);
  if (count < kLeastValues || count != denominators.size() || !(total > 0)) return std::nullopt;
  const double ratio = sum(numerators) / total;
  const MixtureMean error = *mixture_mean(deviations(numerators, denominators, ratio));
  return around(ratio, error.standard_error / (total / static_cast<double>(count)), numerators, error);
}

std::optional<MeanInterval> inverted(const MeanInterval& interval) {
  if (!(interval.value > 0 && interval.low > 0)) return std::nullopt;
  MeanInterval result = interval;
  result.value = 1 / interval.value;
  result.low = 1 / interval.high;
  result.high = 1 / interval.low;
  result.standard_error = interval.standard_error * result.value * result.value;
  return result;
}

}  // namespace ssdetect
