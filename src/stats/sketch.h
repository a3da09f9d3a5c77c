// How are these values distributed, when there may be too many to keep?
//
// A `Sketch` counts how many values fall into each of a row of buckets whose edges grow by a constant factor:
// DDSketch (Masson, Rim & Lee, VLDB 2019, section 2). The value that answers for a bucket is within
// kSketchError of every value in it, so every quantile is within kSketchError of the exact value of that
// rank, whatever the distribution. Sketches merge by adding up, in any order, without further error. Count,
// mean, standard deviation, smallest and largest value stay exact but for rounding. Two exceptions to the
// relative bound: what is smaller than kSketchZero counts as 0, and small whole numbers among whole numbers
// come back exactly.
//
// A `Pool` holds the values of a stretch themselves, or, once a sketch has been merged in, what the sketch
// says of them. Too few values is nullopt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ssdetect {

inline constexpr double kSketchError = 0.001;  // SPEC 13
inline constexpr double kSketchZero = 1e-3;    // in ns or tokens: nothing that small is ever measured

// Of a set of values; all zero when it is empty.
struct SketchMoments {
  std::uint64_t count = 0;
  double mean = 0;
  double squares = 0;  // sum of the squared distances from the mean
  double least = 0, largest = 0;
  bool whole = true;  // every value is a whole number

  void merge(const SketchMoments& other);
};

// At rest: a byte or two a bucket that is not empty.
struct PackedSketch {
  SketchMoments moments;
  std::vector<std::uint8_t> code;
};

class Sketch {
 public:
  void add(std::span<const double> values);
  void merge(const PackedSketch& other);
  PackedSketch pack() const;

  std::size_t size() const { return moments_.count; }
  const SketchMoments& moments() const { return moments_; }
  double standard_deviation() const;  // divides by n; 0 when empty
  // The value of this rank in ascending order, to within the bound; `rank` below size().
  double at_rank(std::size_t rank) const;
  // How many values are below `edge`, give or take those in the edge's own bucket.
  std::size_t below(double edge) const;

 private:
  void count(std::int32_t bucket, std::uint64_t values);

  SketchMoments moments_;
  std::int32_t first_ = 0;  // the bucket that counts_[0] counts
  std::vector<std::uint64_t> counts_;
};

// Questions may reorder the values, so they are not const; the answers do not depend on their order.
class Pool {
 public:
  Pool() = default;
  explicit Pool(std::vector<double> values) : values_(std::move(values)) {}

  void add(double value) {
    values_.push_back(value);
    pivot_ = 0;
  }
  void reserve(std::size_t values) { values_.reserve(values); }
  Pool& merge(const PackedSketch& sketch);
  Pool& merge(const Pool& other);
  void clear();
  // Answers like a sketch from now on, so that quantiles can be compared with those of others that are.
  void coarsen() { is_coarse_ = true, emplace_sketch(); }

  std::size_t size() const { return values_.size() + (sketch_ ? sketch_->size() : 0); }
  std::optional<double> mean();
  std::optional<double> standard_deviation();
  std::optional<double> coefficient_of_variation();
  // |mean - median| / |mean|: the skew measure of the guarded tail cut (§5.4); nullopt when the mean is 0.
  std::optional<double> mean_median_skew();
  std::optional<double> least();
  std::optional<double> largest();
  std::optional<double> quantile(double p);  // lower nearest rank; cheapest asked in ascending order
  std::optional<double> median();            // the mean of the two middle values when their number is even
  // How many values lie in each bin between neighbouring ascending edges: [edge, next edge), the last bin
  // with its upper edge. The first and last edge are the smallest and largest value, or further out.
  std::vector<std::size_t> histogram(std::span<const double> edges);

 private:
  void emplace_sketch() {
    if (!sketch_) sketch_.emplace();
  }
  void settle();  // with a sketch: moves the values into it
  double at_rank(std::size_t rank);

  std::vector<double> values_;
  std::size_t pivot_ = 0;  // values_[0, pivot_) are none of them above values_[pivot_, end)
  std::optional<Sketch> sketch_;
  bool is_coarse_ = false;
};

}  // namespace ssdetect
