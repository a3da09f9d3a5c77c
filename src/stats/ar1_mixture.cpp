// For each phi the values are made independent (u_0 = y_0 sqrt(1 - phi^2), u_t = y_t - phi y_(t-1)) and the
// level fitted by least squares; flat priors on the level and on ln sigma, integrated out, leave a weight in
// closed form. The squared standard errors are averaged by these weights. METHOD.md section 0 has the
// formulas and, with section A, the simulated coverage. Covered by tests/stats/ar1_mixture_test.cpp.
#include "stats/ar1_mixture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/moments.h"

namespace ssdetect {
namespace {

double square(double x) { return x * x; }

double sum(std::span<const double> values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

// `y` centred, at least 2 values, not all equal.
GridModel level_model(std::span<const double> y, double phi) {
  const double freedom = static_cast<double>(y.size() - 1);
  const double s = std::sqrt(1 - phi * phi), step = 1 - phi, first = s * y[0];
  double total = 0, squares = square(first);
  for (std::size_t t = 1; t < y.size(); ++t) {
    total += y[t] - phi * y[t - 1];
    squares += square(y[t] - phi * y[t - 1]);
  }
  const double information = s * s + freedom * square(step);
  const double level = (s * first + step * total) / information;
  double residual = square(first - s * level);
  for (std::size_t t = 1; t < y.size(); ++t) residual += square(y[t] - phi * y[t - 1] - step * level);
  residual = std::max(residual, kLeastResidualShare * squares);
  const double log_weight = std::log(s) - std::log(information) / 2 - freedom / 2 * std::log(residual);
  return {log_weight, residual / (freedom * information)};
}

// Less their mean, over the largest: squares of tiny values do not vanish. Exact zeros when all are equal.
struct Scaled {
  std::vector<double> values;
  double unit;
};
Scaled centred(std::span<const double> values) {
  std::vector<double> result = values_less(values, middle_value(values));
  const double unit = largest_magnitude(result);
  if (unit == 0) return {std::move(result), 0};
  for (double& value : result) value /= unit;
  const double rest = sum(result) / static_cast<double>(result.size());
  for (double& value : result) value -= rest;
  return {std::move(result), unit};
}

}  // namespace

std::vector<double> batches_for_error(std::span<const double> values) {
  if (values.size() <= kMaxBatches) return {values.begin(), values.end()};
  const std::size_t size = (values.size() + kMaxBatches - 1) / kMaxBatches, count = values.size() / size;
  const double level = middle_value(values);
  std::vector<double> batches(count, level);
  for (std::size_t t = values.size() - count * size, i = 0; t < values.size(); ++t, ++i) {
    batches[i / size] += (values[t] - level) / static_cast<double>(size);
  }
  return batches;
}

GridMixture mix(const std::array<GridModel, kPhiGridSize>& models) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const GridModel& model : models) largest = std::max(largest, model.log_weight);
  double total = 0;
  GridMixture mixture{0, 0};
  for (std::size_t g = 0; g < kPhiGridSize; ++g) {
    const double weight = std::exp(models[g].log_weight - largest);
    total += weight;
    mixture.variance += weight * models[g].variance;
    mixture.phi += weight * phi_of_grid(g);
  }
  return {mixture.variance / total, mixture.phi / total};
}

std::optional<MixtureMean> mixture_mean(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  const std::vector<double> batches = batches_for_error(values);
  const auto [y, unit] = centred(batches);
  if (unit == 0) return MixtureMean{*mean(values), 0, 1, 0, batches.size()};
  std::array<GridModel, kPhiGridSize> models;
  for (std::size_t g = 0; g < kPhiGridSize; ++g) models[g] = level_model(y, phi_of_grid(g));
  const GridMixture mixture = mix(models);
  const double freedom = static_cast<double>(y.size() - 1);
  const double independent = square(root_mean_square(y)) / freedom;  // s_y^2 / k
  return MixtureMean{*mean(values), unit * std::sqrt(mixture.variance), mixture.variance / independent,
                     mixture.phi, y.size()};
}

}  // namespace ssdetect
