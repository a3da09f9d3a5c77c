// Likelihood ratio of two rates against one, for gaps of gamma shape k: 2 k (n ln m - n1 ln m1 - n2 ln m2)
// with m the mean gaps, which is largest at the change; a stretch is cut there while that pays, each cut is
// then moved to where it is best between its neighbours, and steps are joined whose change does not pay
// there. The shape comes from b = g1 / (g1 + g2) of neighbours, which is Beta(k, k) whatever the rate: var b
// = 1 / (4 (2
// k
// + 1)). Worsley 1986 (changes of exponential means); binary segmentation: Scott & Knott 1974. Cost O(n log
// n). Tests: tests/stats/arrival_rates_test.cpp (planted rates; false alarms and missed changes counted).
#include "stats/arrival_rates.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ssdetect {

namespace {

constexpr std::size_t kAround = 10;  // gaps to either side whose median says what is usual
constexpr double kLeastShape = 0.05;

// A gap that is a pause as long as a pause may count.
std::vector<double> without_pauses(std::span<const double> gaps, double longest) {
  std::vector<double> kept(gaps.begin(), gaps.end()), around;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const std::size_t begin = i - std::min(i, kAround), end = std::min(gaps.size(), i + kAround + 1);
    around.assign(gaps.begin() + static_cast<std::ptrdiff_t>(begin),
                  gaps.begin() + static_cast<std::ptrdiff_t>(end));
    const auto middle = around.begin() + static_cast<std::ptrdiff_t>(around.size() / 2);
    std::nth_element(around.begin(), middle, around.end());
    if (*middle > 0) kept[i] = std::min(gaps[i], longest * *middle);
  }
  return kept;
}

double shape_of(std::span<const double> gaps, double most) {
  double squares = 0, pairs = 0;
  for (std::size_t i = 0; i + 1 < gaps.size(); ++i) {
    const double both = gaps[i] + gaps[i + 1];
    if (both <= 0) continue;
    const double off = gaps[i] / both - 0.5;
    squares += off * off;
    ++pairs;
  }
  if (pairs == 0 || squares == 0) return most;
  return std::clamp((pairs / (4 * squares) - 1) / 2, kLeastShape, most);
}

class RateSteps {
 public:
  RateSteps(std::span<const double> gaps, const RateRules& rules) : rules_(rules), sums_{0} {
    const auto kept = without_pauses(gaps, rules.longest_gap);
    for (const double gap : kept) sums_.push_back(sums_.back() + gap);
    shape_ = shape_of(kept, rules.most_regular);
  }

  std::vector<std::size_t> find() {
    edges_ = {0, sums_.size() - 1};
    cut(0, sums_.size() - 1);
    std::sort(edges_.begin(), edges_.end());
    do settle();
    while (join_one());
    return {edges_.begin() + 1, edges_.end() - 1};
  }

 private:
  double time(std::size_t begin, std::size_t end) const { return sums_[end] - sums_[begin]; }
  double mean(std::size_t begin, std::size_t end) const {
    return time(begin, end) / static_cast<double>(end - begin);
  }
  double cost(std::size_t begin, std::size_t end) const {
    return 2 * shape_ * static_cast<double>(end - begin) * std::log(mean(begin, end));
  }

  // Where two steps in place of one explain most, and whether they explain enough.
  std::optional<std::size_t> best_cut(std::size_t begin, std::size_t end, double price) const {
    const double whole = cost(begin, end), least = rules_.least_share * sums_.back();
    std::optional<std::size_t> found;
    for (std::size_t at = begin + rules_.least_gaps; at + rules_.least_gaps <= end; ++at) {
      if (time(begin, at) < least || time(at, end) < least) continue;
      const double gain = whole - cost(begin, at) - cost(at, end);
      if (gain > price) price = gain, found = at;
    }
    return found;
  }

  void cut(std::size_t begin, std::size_t end) {
    const auto at = best_cut(begin, end, rules_.price);
    if (!at) return;
    edges_.push_back(*at);
    cut(begin, *at);
    cut(*at, end);
  }

  void settle() {
    for (std::size_t i = 1; i + 1 < edges_.size(); ++i)
      edges_[i] = best_cut(edges_[i - 1], edges_[i + 1], 0).value_or(edges_[i]);
  }

  // What two steps explain beyond one; none where they are too near each other.
  double gain(std::size_t edge) const {
    const std::size_t begin = edges_[edge - 1], at = edges_[edge], end = edges_[edge + 1];
    const double before = mean(begin, at), after = mean(at, end);
    if (std::max(before, after) < (1 + rules_.change) * std::min(before, after)) return 0;
    return cost(begin, end) - cost(begin, at) - cost(at, end);
  }

  // Takes the least change out; false: all of them pay.
  bool join_one() {
    std::size_t least = 0;
    double price = rules_.price;
    for (std::size_t i = 1; i + 1 < edges_.size(); ++i)
      if (gain(i) < price) least = i, price = gain(i);
    if (least > 0) edges_.erase(edges_.begin() + static_cast<std::ptrdiff_t>(least));
    return least > 0;
  }

  const RateRules& rules_;
  std::vector<double> sums_;
  double shape_ = 1;
  std::vector<std::size_t> edges_;
};

}  // namespace

std::vector<std::size_t> rate_changes(std::span<const double> gaps, const RateRules& rules) {
  if (gaps.size() < 2 * rules.least_gaps) return {};
  return RateSteps(gaps, rules).find();
}

}  // namespace ssdetect
