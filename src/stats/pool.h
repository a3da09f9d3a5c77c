// How are the values of this stretch distributed?
//
// Holds them all, or, once a sketch has been merged in, what the sketch says of them: then every quantile is
// within kSketchError of the exact one. Too few values is nullopt. Questions may reorder the values, so they
// are not const; the answers do not depend on their order.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/sketch.h"

namespace ssdetect {

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
