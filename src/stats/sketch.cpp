// Bucket i holds (g^(i-1), g^i] with g = (1 + e) / (1 - e), and 2 g^i / (g + 1) answers for it: that lies at
// the relative distance e from both ends. Buckets are numbered from kSketchZero upwards, with negative values
// mirrored and 0 for everything between. Moments are merged after Chan, Golub & LeVeque 1983. At rest a
// bucket is its distance from the one before it, doubled, plus 1 if a count other than one follows; seven
// bits a byte. Cost: a logarithm a value, a step a bucket to merge or ask. Exact quantiles are selected, not
// sorted: each selection leaves the smaller values in front, so the next higher one looks at the rest only.
// Linear time. Tests: tests/stats/sketch_test.cpp.
#include "stats/sketch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/moments.h"

namespace ssdetect {
namespace {

constexpr double kGrowth = (1 + kSketchError) / (1 - kSketchError);
// Below, buckets are narrower than 1, so at most one whole number falls into each.
constexpr double kWholeBelow = 0.5 / kSketchError;

std::int32_t bucket_of(double value) {
  static const double per_bucket = 1 / std::log(kGrowth);
  const double size = std::abs(value);
  if (size < kSketchZero) return 0;
  const auto number = 1 + static_cast<std::int32_t>(std::ceil(std::log(size / kSketchZero) * per_bucket));
  return value < 0 ? -number : number;
}

double value_of(std::int32_t bucket) {
  if (bucket == 0) return 0;
  const double size = kSketchZero * std::pow(kGrowth, std::abs(bucket) - 1) * 2 / (kGrowth + 1);
  return bucket < 0 ? -size : size;
}

SketchMoments moments_of(std::span<const double> values) {
  SketchMoments moments{values.size(), *mean(values), 0, values.front(), values.front(), true};
  const double spread = *standard_deviation(values);
  moments.squares = spread * spread * static_cast<double>(values.size());
  for (const double value : values) {
    moments.least = std::min(moments.least, value);
    moments.largest = std::max(moments.largest, value);
    moments.whole = moments.whole && value == std::floor(value);
  }
  return moments;
}

void put(std::uint64_t number, std::vector<std::uint8_t>& code) {
  for (; number > 127; number >>= 7) code.push_back(static_cast<std::uint8_t>(number | 128));
  code.push_back(static_cast<std::uint8_t>(number));
}

std::uint64_t take(const std::uint8_t*& at) {
  std::uint64_t number = 0;
  int shift = 0;
  for (; *at > 127; ++at, shift += 7) number |= static_cast<std::uint64_t>(*at & 127) << shift;
  return number | static_cast<std::uint64_t>(*at++) << shift;
}

constexpr std::int32_t kFirstBucket = -(1 << 20);  // below any double's

}  // namespace

void SketchMoments::merge(const SketchMoments& other) {
  if (other.count == 0) return;
  if (count == 0) {
    *this = other;
    return;
  }
  const double n = static_cast<double>(count), m = static_cast<double>(other.count);
  const double distance = other.mean - mean;
  mean += distance * (m / (n + m));
  squares += other.squares + distance * distance * (n * m / (n + m));
  count += other.count;
  least = std::min(least, other.least);
  largest = std::max(largest, other.largest);
  whole = whole && other.whole;
}

void Sketch::count(std::int32_t bucket, std::uint64_t values) {
  if (counts_.empty()) first_ = bucket;
  if (bucket < first_) {
    counts_.insert(counts_.begin(), static_cast<std::size_t>(first_ - bucket), 0);
    first_ = bucket;
  }
  const auto place = static_cast<std::size_t>(bucket - first_);
  if (place >= counts_.size()) counts_.resize(place + 1);
  counts_[place] += values;
}

void Sketch::add(std::span<const double> values) {
  if (values.empty()) return;
  moments_.merge(moments_of(values));
  for (const double value : values) count(bucket_of(value), 1);
}

void Sketch::merge(const PackedSketch& other) {
  moments_.merge(other.moments);
  std::int32_t bucket = kFirstBucket;
  const std::uint8_t* at = other.code.data();
  const std::uint8_t* end = at + other.code.size();
  while (at < end) {
    const std::uint64_t step = take(at);
    bucket += static_cast<std::int32_t>(step >> 1);
    count(bucket, step & 1 ? take(at) : 1);
  }
}

PackedSketch Sketch::pack() const {
  PackedSketch packed{moments_, {}};
  std::int32_t last = kFirstBucket;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    const std::int32_t bucket = first_ + static_cast<std::int32_t>(i);
    put(static_cast<std::uint64_t>(bucket - last) << 1 | (counts_[i] > 1), packed.code);
    if (counts_[i] > 1) put(counts_[i], packed.code);
    last = bucket;
  }
  packed.code.shrink_to_fit();
  return packed;
}

double Sketch::standard_deviation() const {
  if (moments_.count == 0) return 0;
  return std::sqrt(std::max(0.0, moments_.squares) / static_cast<double>(moments_.count));
}

double Sketch::at_rank(std::size_t rank) const {
  std::size_t place = 0;
  std::uint64_t passed = 0;
  while (place + 1 < counts_.size() && passed + counts_[place] <= rank) passed += counts_[place++];
  double value = value_of(first_ + static_cast<std::int32_t>(place));
  if (moments_.whole && std::abs(value) < kWholeBelow) value = std::round(value);
  return value;
}

std::size_t Sketch::below(double edge) const {
  const std::int64_t buckets = bucket_of(edge) - static_cast<std::int64_t>(first_);
  const auto end = std::clamp<std::int64_t>(buckets, 0, static_cast<std::int64_t>(counts_.size()));
  std::uint64_t passed = 0;
  for (std::int64_t i = 0; i < end; ++i) passed += counts_[static_cast<std::size_t>(i)];
  return passed;
}

// --- Pool ---

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
