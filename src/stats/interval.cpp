// Batch means (Schmeiser 1982, Operations Research 30:556-568): batches long enough to be independent give a
// Student interval for their mean. MSER (White 1997, Simulation 69:323-334): drop from the front what makes
// the squared standard error of the rest least; squares are gathered from the back, where the run is steady,
// so that every truncation is priced in one pass. Linear time. Covered by tests/stats/interval_test.cpp.
#include "stats/interval.h"

#include <cmath>

#include "stats/distributions.h"
#include "stats/moments.h"

namespace ssdetect {
namespace {

constexpr double kUpperTail = 0.975;      // a two-sided 95 % interval
constexpr double kNormalQuantile = 1.96;  // as the reference detector rounds it
constexpr double kNormalAbove = 30;       // degrees of freedom up to which the reference looks t up
// A shorter truncation wins unless it is worse by more than rounding.
constexpr double kEqualValues = 1e-12;

double quantile_95(double degrees_of_freedom, TQuantile quantile) {
  const bool normal = quantile == TQuantile::normal_above_30 && degrees_of_freedom > kNormalAbove;
  return normal ? kNormalQuantile : student_quantile(kUpperTail, degrees_of_freedom);
}

}  // namespace

std::optional<BatchMeans> batch_means(std::span<const double> batches, TQuantile quantile) {
  if (batches.size() < 2) return std::nullopt;
  const double freedom = static_cast<double>(batches.size() - 1);
  const double error = *standard_deviation(batches) / std::sqrt(freedom);
  return BatchMeans{*mean(batches), error, quantile_95(freedom, quantile) * error};
}

std::optional<double> marginal_standard_error(std::span<const double> series) {
  if (series.empty()) return std::nullopt;
  return *standard_deviation(series) / std::sqrt(static_cast<double>(series.size()));
}

std::optional<Mser> mser(std::span<const double> series) {
  if (series.size() < 2) return std::nullopt;
  const std::vector<double> values = values_less(series, middle_value(series));
  // Scaled, so that the squares of tiny values can still be told apart.
  const double largest = largest_magnitude(values), unit = largest == 0 ? 1 : largest;
  RunningSpread rest;
  std::optional<Mser> best;
  for (std::size_t d = values.size(); d-- > 0;) {
    rest.push(values[d] / unit);
    if (d > values.size() / 2) continue;
    const double count = static_cast<double>(rest.count());
    const double value = rest.sum_of_squares() / (count * count);
    if (!best || value <= best->value * (1 + kEqualValues)) best = Mser{d, value};
  }
  best->value *= unit * unit;
  return best;
}

}  // namespace ssdetect
