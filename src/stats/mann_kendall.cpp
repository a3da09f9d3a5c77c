// S is the number of rising pairs less the falling ones, found by counting inversions; its variance carries
// the tie term (Mann 1945; Kendall 1975). Autocorrelated ranks are no independent evidence, so the variance
// is multiplied by the correction of Hamed & Rao 1998, J. Hydrology 204:182-196, over the significant lags.
// For few values without ties, the exact p comes from the number of orders with a given count of inversions
// (Kendall's recurrence). O(n log n). Covered by tests/stats/mann_kendall_test.cpp.
#include "stats/mann_kendall.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "stats/distributions.h"
#include "stats/ranks.h"

namespace ssdetect {
namespace {

double pairs_among(double count) { return count * (count - 1) / 2; }

// S: all untied pairs, less the falling ones twice.
double concordance(std::span<const double> series, std::span<const std::int64_t> ties) {
  double untied = pairs_among(static_cast<double>(series.size()));
  for (const std::int64_t size : ties) untied -= pairs_among(static_cast<double>(size));
  return untied - 2 * static_cast<double>(count_inversions(series));
}

double variance_of_s(double n, std::span<const std::int64_t> ties) {
  const auto term = [](double count) { return count * (count - 1) * (2 * count + 5); };
  double sum = term(n);
  for (const std::int64_t size : ties) sum -= term(static_cast<double>(size));
  return sum / 18;
}

void judge(RankTrend& trend) {
  const bool still = trend.s == 0 || trend.variance == 0;
  const double continuous = trend.s > 0 ? trend.s - 1 : trend.s + 1;
  trend.z = still ? 0 : continuous / std::sqrt(trend.variance * trend.correction);
  trend.p = normal_two_sided_p(trend.z);
}

struct LagSum {
  double weighted = 0;
  int significant = 0;
};

// Products of ranks are whole numbers: rounded, those of a long series are what plain sums give (up to some
// 50,000 values; beyond, within the last place).
std::vector<double> rank_products(std::span<const double> series, const TrendRule& rule) {
  std::vector<double> products =
      lagged_products(centered_ranks(series, positions_by_value(series), rule.average_ranks));
  for (double& product : products) product = std::nearbyint(product);
  return products;
}

LagSum significant_lags(std::span<const double> products) {
  const std::size_t n = products.size();
  const double bound = kSignificantLag / std::sqrt(static_cast<double>(n));
  LagSum sum;
  for (std::size_t lag = 1; lag < n && products[0] > 0; ++lag) {
    const double r = products[lag] / products[0];
    if (std::abs(r) <= bound) continue;
    const double rest = static_cast<double>(n - lag);
    sum.weighted += rest * (rest - 1) * (rest - 2) * r;
    ++sum.significant;
  }
  return sum;
}

double correction_from(const LagSum& lags, double n, bool floor_at_one) {
  const double correction = 1 + 2 / (n * (n - 1) * (n - 2)) * lags.weighted;
  if (floor_at_one) return std::max(1.0, correction);
  return correction <= 0 ? 1 : correction;
}

bool exact_applies(const RankTrend& trend, std::size_t n, const TrendRule& rule) {
  const double without_ties = variance_of_s(static_cast<double>(n), {});
  return rule.exact_when_small && n <= kLargestExact && trend.correction == 1 &&
         trend.variance == without_ties;
}

// Shares of the orders of n values that have 0, 1, 2, ... inversions. A new largest value adds 0 .. size - 1.
std::vector<double> inversion_shares(int n) {
  std::vector<double> shares{1};
  for (int size = 2; size <= n; ++size) {
    std::vector<double> wider(shares.size() + static_cast<std::size_t>(size) - 1);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      for (std::size_t added = 0; added < static_cast<std::size_t>(size); ++added) {
        wider[i + added] += shares[i] / size;
      }
    }
    shares = std::move(wider);
  }
  return shares;
}

}  // namespace

std::optional<RankTrend> mann_kendall(std::span<const double> series) {
  if (series.size() < 2) return std::nullopt;
  const std::vector<std::int64_t> ties = tie_sizes(series);
  RankTrend trend{};
  trend.s = concordance(series, ties);
  trend.variance = variance_of_s(static_cast<double>(series.size()), ties);
  trend.correction = 1;
  judge(trend);
  return trend;
}

double mann_kendall_exact_p(double s, int n) {
  const double fewest = std::floor((pairs_among(n) - std::abs(s)) / 2);
  if (fewest < 0) return 0;
  const std::vector<double> shares = inversion_shares(n);
  const auto end = shares.begin() + static_cast<std::ptrdiff_t>(fewest) + 1;
  return std::min(1.0, 2 * std::accumulate(shares.begin(), end, 0.0));
}

std::optional<RankTrend> corrected_mann_kendall(std::span<const double> series, const TrendRule& rule) {
  if (series.size() < 3) return std::nullopt;
  RankTrend trend = *mann_kendall(series);
  if (trend.variance == 0) {
    trend.p = rule.flat_is_significant ? 0 : 1;
    return trend;
  }
  const double n = static_cast<double>(series.size());
  const LagSum lags = significant_lags(rank_products(series, rule));
  trend.significant_lags = lags.significant;
  trend.correction = correction_from(lags, n, rule.floor_correction_at_one);
  judge(trend);
  if (exact_applies(trend, series.size(), rule)) trend.p = mann_kendall_exact_p(trend.s, static_cast<int>(n));
  return trend;
}

}  // namespace ssdetect
