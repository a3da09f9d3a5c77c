// The share of values at or below the percentile is a mean over super-passes: its error comes from the AR(1)
// mixture (ar1_mixture.h) and is never taken for smaller than that of independent values. The design effect
// turns the values into an effective number, the exact binomial limits of that number into two shares, and
// the shares back into ranks (Woodruff 1952; Korn & Graubard 1998). METHOD.md section B holds the coverage
// that was simulated. Covered by tests/stats/percentile_interval_test.cpp.
#include "stats/percentile_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/ar1_mixture.h"
#include "stats/distributions.h"

namespace ssdetect {
namespace {

constexpr double kLowerTail = 0.025;
constexpr double kUpperTail = 0.975;
constexpr double kNormalQuantile = 1.959964;
constexpr int kRounds = 3;                 // of the search for a number whose quantile depends on itself
constexpr double kLeastSuperPasses = 2;    // an interval needs two
constexpr double kMostSuperPasses = 1e15;  // ends the search; nobody will run so many

double student_975(double freedom) {
  return std::isinf(freedom) ? kNormalQuantile : student_quantile(kUpperTail, freedom);
}

// How many independent values bound the share as well as `values` of these do.
double effective_values(const ShareError& error, std::int64_t values) {
  const double ratio = kNormalQuantile / student_975(error.degrees_of_freedom);
  return static_cast<double>(values) / error.design_effect * ratio * ratio;
}

double upper_share(double p, double effective) {
  return beta_quantile(kUpperTail, p * effective + 1, (1 - p) * effective);
}

double lower_share(double p, double effective) {
  return beta_quantile(kLowerTail, p * effective, (1 - p) * effective + 1);
}

std::optional<std::int64_t> upper_end(const ShareError& error, std::int64_t values) {
  const double share = upper_share(error.p, effective_values(error, values));
  const double rank = std::ceil(share * static_cast<double>(values));
  if (!(rank < static_cast<double>(values))) return std::nullopt;
  return static_cast<std::int64_t>(rank);
}

double total(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

std::int64_t upper_rank(Share p, std::int64_t count) {
  return std::max<std::int64_t>(1, (p.numerator * count + p.denominator - 1) / p.denominator);
}

std::optional<ShareError> share_error(Share p, std::span<const double> at_or_below,
                                      std::span<const double> sizes) {
  const double values = total(sizes), share = p.value();
  if (sizes.size() < 2 || sizes.size() != at_or_below.size()) return std::nullopt;
  if (!(values >= 1) || !(share > 0 && share < 1)) return std::nullopt;
  const double mean_size = values / static_cast<double>(sizes.size());
  std::vector<double> excess(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) excess[i] = (at_or_below[i] - share * sizes[i]) / mean_size;
  const MixtureMean mixture = *mixture_mean(excess);
  const double independent = share * (1 - share) / values;
  const double variance = std::max(independent, mixture.standard_error * mixture.standard_error);
  const double between = variance / (variance - independent);  // infinite when chance explains all
  return ShareError{share,
                    static_cast<std::int64_t>(values),
                    sizes.size(),
                    mixture.batches,
                    variance / independent,
                    static_cast<double>(mixture.batches - 1) * between * between};
}

RankInterval rank_interval(const ShareError& error) {
  const double share = lower_share(error.p, effective_values(error, error.values));
  const auto low = static_cast<std::int64_t>(std::floor(share * static_cast<double>(error.values)));
  return {low < 1 ? std::nullopt : std::optional(low), upper_end(error, error.values)};
}

std::int64_t values_for_upper_end(const ShareError& error) {
  std::int64_t too_few = 0, enough = 1;
  while (!upper_end(error, enough)) {
    too_few = enough;
    enough *= 2;
    if (enough > std::numeric_limits<std::int64_t>::max() / 4) return enough;
  }
  while (enough - too_few > 1) {
    const std::int64_t middle = too_few + (enough - too_few) / 2;
    (upper_end(error, middle) ? enough : too_few) = middle;
  }
  return enough;
}

std::int64_t super_passes_for(const ShareError& error, double relative_half_width, double wanted) {
  const double ratio = relative_half_width / wanted;
  const double start = static_cast<double>(error.super_passes) * ratio * ratio;
  const double quantile = student_975(static_cast<double>(error.batches - 1));
  double needed = std::clamp(start, kLeastSuperPasses, kMostSuperPasses);
  for (int round = 0; round < kRounds; ++round) {
    const double batches = std::min(needed, static_cast<double>(kMaxBatches));
    const double widening = student_975(batches - 1) / quantile;
    needed = std::clamp(start * widening * widening, kLeastSuperPasses, kMostSuperPasses);
  }
  return static_cast<std::int64_t>(std::ceil(needed));
}

std::optional<PercentileInterval> percentile_interval(Share p, std::span<const double> values,
                                                      std::span<const std::size_t> ends) {
  if (values.empty() || ends.size() < 2 || ends.back() != values.size()) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](std::int64_t rank) { return sorted[static_cast<std::size_t>(rank - 1)]; };
  const double value = at(upper_rank(p, static_cast<std::int64_t>(sorted.size())));
  std::vector<double> counts, sizes;
  for (std::size_t i = 0, begin = 0; i < ends.size(); begin = ends[i++]) {
    const auto super_pass = values.subspan(begin, ends[i] - begin);
    sizes.push_back(static_cast<double>(super_pass.size()));
    counts.push_back(static_cast<double>(
        std::count_if(super_pass.begin(), super_pass.end(), [&](double x) { return x <= value; })));
  }
  const std::optional<ShareError> error = share_error(p, counts, sizes);
  if (!error) return std::nullopt;
  const RankInterval ranks = rank_interval(*error);
  PercentileInterval result{value, std::nullopt, std::nullopt, *error};
  if (ranks.low) result.low = at(*ranks.low);
  if (ranks.high) result.high = at(*ranks.high);
  return result;
}

}  // namespace ssdetect
