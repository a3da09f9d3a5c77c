// What is left of a set of values that is too large to keep?
//
// How many values fall into each of a row of buckets whose edges grow by a constant factor: DDSketch (Masson,
// Rim & Lee, VLDB 2019, section 2). The value that answers for a bucket is within kSketchError of every value
// in it, so every quantile is within kSketchError of the exact value of that rank, whatever the distribution.
// Sketches merge by adding up, in any order, without further error. Count, mean, standard deviation, smallest
// and largest value stay exact but for rounding. Two exceptions to the relative bound: what is smaller than
// kSketchZero counts as 0, and small whole numbers among whole numbers come back exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

}  // namespace ssdetect
