// Exact quantiles are selected, not sorted: each selection leaves the smaller values in front, so the next
// higher one looks at the rest only. Linear time. Tests: tests/stats/pool_test.cpp.
#include "stats/pool.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/moments.h"
#include "stats/quantile.h"

namespace ssdetect {

Pool& Pool::merge(const PackedSketch& sketch) {
  if (sketch.moments.count == 0) return *this;
  emplace_sketch();
  sketch_->merge(sketch);
  return *this;
}

Pool& Pool::merge(const Pool& other) {
  if (other.sketch_) merge(other.sketch_->pack());
  values_.insert(values_.end(), other.values_.begin(), other.values_.end());
  pivot_ = 0;
  return *this;
}

void Pool::clear() {
  values_.clear();
  pivot_ = 0;
  sketch_.reset();
  is_coarse_ = false;
}

void Pool::settle() {
  if (!sketch_ || values_.empty()) return;
  sketch_->add(values_);
  values_.clear();
  pivot_ = 0;
}

std::optional<double> Pool::mean() {
  settle();
  if (size() == 0) return std::nullopt;
  return sketch_ ? std::optional(sketch_->moments().mean) : ssdetect::mean(values_);
}

std::optional<double> Pool::standard_deviation() {
  settle();
  if (size() == 0) return std::nullopt;
  return sketch_ ? std::optional(sketch_->standard_deviation()) : ssdetect::standard_deviation(values_);
}

std::optional<double> Pool::coefficient_of_variation() {
  const auto center = mean();
  if (!center || *center == 0) return std::nullopt;
  return *standard_deviation() / std::abs(*center);
}

std::optional<double> Pool::mean_median_skew() {
  const auto center = mean();
  if (!center || *center == 0) return std::nullopt;
  return std::abs(*center - *median()) / std::abs(*center);
}

std::optional<double> Pool::least() {
  settle();
  if (size() == 0) return std::nullopt;
  if (sketch_) return sketch_->moments().least;
  return *std::min_element(values_.begin(), values_.end());
}

std::optional<double> Pool::largest() {
  settle();
  if (size() == 0) return std::nullopt;
  if (sketch_) return sketch_->moments().largest;
  return *std::max_element(values_.begin(), values_.end());
}

double Pool::at_rank(std::size_t rank) {
  settle();
  if (sketch_) {
    const double value = sketch_->at_rank(rank);
    return is_coarse_ ? value : std::clamp(value, sketch_->moments().least, sketch_->moments().largest);
  }
  const auto at = [&](std::size_t place) { return values_.begin() + static_cast<std::ptrdiff_t>(place); };
  if (rank >= pivot_)
    std::nth_element(at(pivot_), at(rank), values_.end());
  else
    std::nth_element(values_.begin(), at(rank), at(pivot_));
  pivot_ = rank;
  return values_[rank];
}

std::optional<double> Pool::quantile(double p) {
  if (size() == 0) return std::nullopt;
  return at_rank(lower_rank(p, size()));
}

std::optional<double> Pool::median() {
  const std::size_t count = size();
  if (count == 0) return std::nullopt;
  const double lower = at_rank((count - 1) / 2);
  return count % 2 == 1 ? lower : std::midpoint(lower, at_rank(count / 2));
}

std::vector<std::size_t> Pool::histogram(std::span<const double> edges) {
  settle();
  if (edges.size() < 2) return {};
  std::vector<std::size_t> counts(edges.size() - 1);
  const auto inner = edges.subspan(1, edges.size() - 2);
  if (!sketch_) {
    for (const double value : values_)
      ++counts[static_cast<std::size_t>(std::upper_bound(inner.begin(), inner.end(), value) - inner.begin())];
    return counts;
  }
  std::size_t passed = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::size_t below = i < inner.size() ? sketch_->below(inner[i]) : sketch_->size();
    counts[i] = below - passed;
    passed = below;
  }
  return counts;
}

}  // namespace ssdetect
