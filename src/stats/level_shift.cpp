// Pettitt's U_k is twice the rank sum of the first k values less k (n + 1): with ranks centred and doubled,
// the plain running sum, in whole numbers. Pettitt 1979, Applied Statistics 28:126-135. The permutation test
// deals the same ranks in random order and stops dealing once K is reached; its generator and its bounded
// numbers are our own, because the standard ones differ between libraries. A longer beginning of a series is
// ranked by counting, and need not be tested while K cannot have grown enough: one value more moves no U_k by
// more than the number of those before it. The step is the split with the least squares left on both sides,
// from one pass forward and one backward. O(n log n), O(n) a draw, O(n). Covered by
// tests/stats/level_shift_test.cpp.
#include "stats/level_shift.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "stats/moments.h"
#include "stats/ranks.h"

namespace ssdetect {
namespace {

// A later split must beat an earlier one by more than rounding to replace it.
constexpr double kEqualSquares = 1e-12;
constexpr double kSafety = 1e-9;  // far above the rounding of a p

// splitmix64 (Steele, Lea & Flood 2014): its constants are the published ones.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // 0 .. bound - 1 by multiply and shift (Lemire 2019), without rejection: at n = 100 the bias is below 1e-7.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(((next() >> 32) * bound) >> 32); }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

double approximate_p(double k, std::size_t size) {
  const double n = static_cast<double>(size);
  return std::min(1.0, 2 * std::exp(-6 * k * k / (n * n * n + n * n)));
}

struct Peak {
  std::int64_t height = 0;
  std::size_t before = 1;
};

Peak highest_running_sum(std::span<const std::int64_t> ranks) {
  Peak peak;
  std::int64_t sum = 0;
  for (std::size_t k = 1; k < ranks.size(); ++k) {
    sum += ranks[k - 1];
    if (std::abs(sum) > peak.height) peak = {std::abs(sum), k};
  }
  return peak;
}

Pettitt judged(const Peak& peak, std::size_t n) {
  const double k = static_cast<double>(peak.height);
  return {k, peak.before, approximate_p(k, n)};
}

// Fisher-Yates from the front; the running sum needs only the cards dealt so far.
bool random_order_reaches(std::int64_t height, std::span<std::int64_t> ranks, Random& random) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    std::swap(ranks[i], ranks[i + random.below(ranks.size() - i)]);
    sum += ranks[i];
    if (std::abs(sum) >= height) return true;
  }
  return false;
}

// Sum of squared deviations of the last values, by where they begin.
std::vector<double> squares_from(std::span<const double> values) {
  std::vector<double> squares(values.size());
  RunningSpread spread;
  for (std::size_t i = values.size(); i-- > 0;) {
    spread.push(values[i]);
    squares[i] = spread.sum_of_squares();
  }
  return squares;
}

}  // namespace

PettittOfBeginnings::PettittOfBeginnings(std::span<const double> series) : places_(series.size()) {
  const std::vector<std::size_t> order = positions_by_value(series);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || series[order[i]] != series[order[i - 1]]) counts_.push_back(0);
    places_[order[i]] = counts_.size() - 1;
  }
}

std::optional<Pettitt> PettittOfBeginnings::first(std::size_t n) {
  if (n < 2) return std::nullopt;
  std::fill(counts_.begin(), counts_.end(), 0);
  for (std::size_t i = 0; i < n; ++i) ++counts_[places_[i]];
  std::int64_t below = 0;
  for (std::int64_t& count : counts_) {  // becomes the shared rank, centred and doubled
    const std::int64_t equal = std::exchange(count, 2 * below + count - static_cast<std::int64_t>(n));
    below += equal;
  }
  std::vector<std::int64_t> ranks(n);
  for (std::size_t i = 0; i < n; ++i) ranks[i] = counts_[places_[i]];
  const Peak peak = highest_running_sum(ranks);
  height_ = peak.height;
  length_ = n;
  return judged(peak, n);
}

bool PettittOfBeginnings::may_be_below(double alpha, std::size_t n) const {
  if (length_ == 0) return true;
  const auto most = static_cast<double>(height_) + static_cast<double>(n - length_) * static_cast<double>(n);
  return approximate_p(most, n) * (1 - kSafety) < alpha;
}

std::optional<double> pettitt_permutation_p(std::span<const double> series, int draws, std::uint64_t seed) {
  if (series.size() < 2) return std::nullopt;
  std::vector<std::int64_t> ranks = centered_average_ranks(series);
  const std::int64_t height = highest_running_sum(ranks).height;
  Random random(seed);
  int reached = 0;
  for (int draw = 0; draw < draws; ++draw) reached += random_order_reaches(height, ranks, random);
  return (1.0 + reached) / (1.0 + draws);
}

std::optional<StepFit> best_step(std::span<const double> series) {
  if (series.size() < 2) return std::nullopt;
  const std::vector<double> values = values_less(series, middle_value(series));
  const std::vector<double> right = squares_from(values);
  RunningSpread left;
  StepFit best{0, 0, 0, std::numeric_limits<double>::infinity()};
  for (std::size_t k = 1; k < values.size(); ++k) {
    left.push(values[k - 1]);
    const double squares = left.sum_of_squares() + right[k];
    const bool better = squares < best.residual_sum_of_squares * (1 - kEqualSquares);
    if (best.before == 0 || better) best = {k, 0, 0, squares};
  }
  best.left_mean = *mean(series.first(best.before));
  best.right_mean = *mean(series.subspan(best.before));
  return best;
}

std::optional<double> constant_residual_sum_of_squares(std::span<const double> series) {
  if (series.empty()) return std::nullopt;
  return squares_from(values_less(series, middle_value(series))).front();
}

double bayes_information(double residual_sum_of_squares, std::size_t n, int parameters) {
  if (residual_sum_of_squares == 0) return -std::numeric_limits<double>::infinity();
  const double count = static_cast<double>(n);
  return count * std::log(residual_sum_of_squares / count) + parameters * std::log(count);
}

}  // namespace ssdetect
