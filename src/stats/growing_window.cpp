// Spread by Welford's update, slope by its counterpart for the covariance with time (time t comes (n-1)/2
// after the mean time of 0..t), median between two heaps, which values enter when it is first asked for.
// Values are counted from the first one, in units of it, so that neither an offset nor a tiny scale costs
// digits.
//
// Trend. S and its variance grow exactly: a new value is looked up in the order of the values up to the last
// anchor, and compared with those since. What is left of the test is the correction, and for "not
// significant" a lower bound of it will do. It follows from how far the lagged products of the ranks can have
// fallen since the anchor: m new values move each centred rank by at most m. By hand, with the anchor at 3 1
// 2 and then 2.5:
//
//   S       two of the pairs of 3 1 2 fall, one rises: -1. The new value is above two and below one: 0.
//   ranks   centred and doubled (2, -2, 0), now (3, -3, -1, 1): moved by 1, the number of new values.
//   lag 1   2 * -2 + -2 * 0 = -4, now -9 + 3 - 1 = -7: fallen by 3.
//   bound   Two pairs of old values, with ranks of 2 + 2 and 2 + 0 in magnitude: moving one of a pair costs
//           6, moving both 2. One pair with the new value, whose rank is below 3 + 1; the rank of its partner
//           was 0 and has moved by 1 at most: 4. The product has fallen by 12 at most, to -16 or more.
//
// A lag counts for what it is worth at its lowest. The bound holds for every length up to a horizon, which is
// moved on as long as that refutes; then the anchor moves to the new length. So at any time: the first
// order_.size() values, up to the anchor, are in order_; s_ and variance_ are those of the first taken_, no
// fewer; products_, where they have been read, are those at the anchor; and the correction of every length up
// to horizon_ past the anchor is at least floor_. Since product and correction of a trend grow with n, a
// window of n values needs an anchor every share of n: O(n log n) times a number of anchors that depends on
// how close the test is to its level, not on n. Covered by tests/stats/growing_window_test.cpp.
#include "stats/growing_window.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/distributions.h"
#include "stats/ranks.h"

namespace ssdetect {
namespace {

constexpr double kBelow = 1 - 1e-9;   // far above the rounding of a quotient
constexpr double kSafety = 1 + 1e-9;  // far above the rounding of either way, far below what matters
constexpr std::size_t kNewcomers =
    1'000;  // compared one by one; merging them into the order costs about as much

double falling_product(double count) { return count * (count - 1) * (count - 2); }

double variance_term(double count) { return count * (count - 1) * (2 * count + 5) / 18; }

// What a further value brings to a set of `count` with a term such as these.
double variance_step(double count) { return variance_term(count + 1) - variance_term(count); }

double lag_bound(double n) { return kSignificantLag / std::sqrt(n); }

}  // namespace

// --- Spread and drift ---

void GrowingSeries::push(double value) {
  if (count_ == 0) {
    first_ = value;
    unit_ = value == 0 ? 1 : std::abs(value);
  }
  const double distance = spread_.push((value - first_) / unit_);
  joint_ += distance * static_cast<double>(count_) / 2;
  ++count_;
  least_ = std::min(least_, value);
  waiting_.push_back(value);
}

void GrowingSeries::push_median(double value) {
  if (!lower_half_.empty() && value > lower_half_.top()) {
    upper_half_.push(value);
  } else {
    lower_half_.push(value);
  }
  if (lower_half_.size() > upper_half_.size() + 1) {
    upper_half_.push(lower_half_.top());
    lower_half_.pop();
  } else if (upper_half_.size() > lower_half_.size()) {
    lower_half_.push(upper_half_.top());
    upper_half_.pop();
  }
}

double GrowingSeries::median() {
  for (const double value : waiting_) push_median(value);
  waiting_.clear();
  return count_ % 2 == 1 ? lower_half_.top() : std::midpoint(lower_half_.top(), upper_half_.top());
}

std::optional<double> GrowingSeries::coefficient_of_variation() const {
  const double mean = first_ + unit_ * spread_.mean();
  if (mean == 0) return std::nullopt;
  return unit_ * std::sqrt(spread_.sum_of_squares() / static_cast<double>(count_)) / std::abs(mean);
}

double GrowingSeries::fitted_change() const {
  // slope * (n - 1), with a spread of time of n (n^2 - 1) / 12.
  const double n = static_cast<double>(count_);
  return unit_ * (12 * joint_ / (n * (n + 1)));
}

std::optional<double> GrowingSeries::relative_drift() {
  if (count_ < 2 || median() == 0) return std::nullopt;
  return fitted_change() / median();
}

bool GrowingSeries::drifts_by(double size) {
  // A median is no smaller than the least value.
  if (least_ > 0 && count_ >= 2 && std::abs(fitted_change()) < kBelow * size * least_) return false;
  return !(std::abs(relative_drift().value_or(0)) < size);
}

// --- Trend ---

bool GrowingTrend::may_be_significant() {
  if (values_.size() <= kLargestExact) return true;
  if (taken_ == 0) begin();
  while (taken_ < values_.size()) {
    if (taken_ - order_.size() == kNewcomers) anchor();
    take_in(values_[taken_]);
  }
  if (refuted()) return false;
  if (order_.size() == taken_) return true;
  anchor();
  return !refuted();
}

void GrowingTrend::begin() {
  const RankTrend plain = *mann_kendall(values_);
  s_ = plain.s;
  variance_ = plain.variance;
  taken_ = values_.size();
  order_ = positions_by_value(values_);
}

void GrowingTrend::take_in(double value) {
  const auto first =
      std::partition_point(order_.begin(), order_.end(), [&](auto at) { return values_[at] < value; });
  const auto last = std::partition_point(first, order_.end(), [&](auto at) { return values_[at] == value; });
  auto less = first - order_.begin(), equal = last - first;
  for (std::size_t i = order_.size(); i < taken_; ++i) {
    less += values_[i] < value;
    equal += values_[i] == value;
  }
  const double before = static_cast<double>(taken_), ties = static_cast<double>(equal);
  s_ += 2 * static_cast<double>(less) + ties - before;
  variance_ += variance_step(before) - variance_step(ties);
  ++taken_;
}

void GrowingTrend::anchor() {
  const auto by_value = [this](std::size_t a, std::size_t b) { return values_[a] < values_[b]; };
  const auto known = static_cast<std::ptrdiff_t>(order_.size());
  for (std::size_t position = order_.size(); position < taken_; ++position) order_.push_back(position);
  std::stable_sort(order_.begin() + known, order_.end(), by_value);
  std::inplace_merge(order_.begin(), order_.begin() + known, order_.end(), by_value);
  products_.clear();
}

void GrowingTrend::read_lags() {
  const std::vector<double> ranks = centered_ranks(values_, order_, rule_.average_ranks);
  products_ = lagged_products(ranks);
  ranks_up_to_.assign(1, 0);
  for (const double rank : ranks) ranks_up_to_.push_back(ranks_up_to_.back() + std::abs(rank));
  horizon_ = 0;
  floor_ = least_correction(0);
}

bool GrowingTrend::refuted_by(double correction) const {
  if (!(correction > 0) || variance_ <= 0) return false;
  const double z = std::max(0.0, std::abs(s_) - 1) / std::sqrt(variance_ * correction);
  return normal_two_sided_p(z * kSafety) >= alpha_;
}

bool GrowingTrend::refuted() {
  if (rule_.floor_correction_at_one && refuted_by(1)) return true;
  if (products_.empty()) {
    if (taken_ > order_.size()) return false;
    read_lags();
  }
  const std::size_t grown = taken_ - order_.size();
  if (grown <= horizon_ && refuted_by(floor_)) return true;
  for (const std::size_t further : {std::max(grown, reached_ / 2), grown / 4}) {
    horizon_ = grown + further;
    floor_ = least_correction(horizon_);
    if (refuted_by(floor_)) return true;
  }
  reached_ = grown;
  return false;
}

// How much less than at the anchor a lagged product can be when up to `grown` values have come: ranks that
// moved, and pairs whose later value is new.
double GrowingTrend::fall_of_product(std::size_t lag, std::size_t grown) const {
  const std::size_t n = order_.size(), kept = n - lag, reached = std::min(n, kept + grown);
  const double m = static_cast<double>(grown), largest = static_cast<double>(n + grown);
  const double magnitudes = ranks_up_to_[kept] + (ranks_up_to_[n] - ranks_up_to_[lag]);
  const double moved = m * magnitudes + m * m * static_cast<double>(kept);
  const double partners = ranks_up_to_[reached] - ranks_up_to_[kept] + m * m +
                          (grown > lag ? static_cast<double>(grown - lag) * largest : 0);
  return moved + largest * partners;
}

double GrowingTrend::least_correction(std::size_t grown) const {
  const double n = static_cast<double>(order_.size()), m = static_cast<double>(grown), longest = n + m;
  const double least_power = products_[0];
  const double most_power = products_[0] + (falling_product(longest + 1) - falling_product(n + 1)) / 3;
  const double least_positive = most_power * lag_bound(n), least_negative = -least_power * lag_bound(longest);
  double positive = 0, negative = 0;
  for (std::size_t lag = 1; lag < products_.size(); ++lag) {
    const double low = products_[lag] - fall_of_product(lag, grown), k = static_cast<double>(lag);
    if (low > least_positive) positive += falling_product(n - k) * low;
    if (low < least_negative) negative += falling_product(longest - k) * low;
  }
  negative -= m * falling_product(m + 1) * least_power;  // lags that only new values have
  return 1 + 2 * (positive / falling_product(n) / most_power + negative / falling_product(n) / least_power);
}

}  // namespace ssdetect
