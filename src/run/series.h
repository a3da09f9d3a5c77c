// What did each block of a partition measure, one value a block?
//
// A block may have no value (nothing completed in it): that is nullopt, never 0. The values that exist stand
// together, so those of any stretch of blocks are a span, without a copy.
//
//   Series<SuperPass> s;  push 10, nullopt, 12
//   s[1] == nullopt;  s.in({0, 3}) is {10, 12};  s.in({1, 2}) is empty
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "measure.h"
#include "units.h"

namespace ssdetect {

template <class Unit>
class Series {
 public:
  Series() = default;
  explicit Series(std::span<const std::optional<double>> values) {
    for (const auto& value : values) push_back(value);
  }

  void push_back(std::optional<double> value) {
    if (value) values_.push_back(*value);
    before_.push_back(values_.size());
  }

  std::size_t size() const { return before_.size() - 1; }  // blocks, with a value or without
  Range<Unit> blocks() const { return {0, size()}; }
  std::optional<double> operator[](std::size_t block) const {
    if (before_[block] == before_[block + 1]) return std::nullopt;
    return values_[before_[block]];
  }

  // The values of these blocks, as far as there are any; what lies beyond the last block has none.
  std::span<const double> in(Range<Unit> blocks) const {
    const Range<Unit> inside = blocks.up_to(size());
    if (inside.size() == 0) return {};
    return std::span(values_).subspan(before_[inside.begin], before_[inside.end] - before_[inside.begin]);
  }
  std::span<const double> all() const { return values_; }

 private:
  std::vector<double> values_;
  std::vector<std::size_t> before_{0};  // values in the blocks before each block, and in all
};

// The distribution of one measure in each block.
template <class Unit>
struct MeasureSeries {
  Series<Unit> p50, p90, p99, mean;
  const Series<Unit>& at(Level level) const {
    return level == Level::p50 ? p50 : level == Level::p90 ? p90 : p99;
  }
};

template <class Unit>
struct MetricSeries {
  MeasureSeries<Unit> ttft, tpot, latency;
  const MeasureSeries<Unit>& of(Measure measure) const {
    return measure == Measure::ttft ? ttft : measure == Measure::tpot ? tpot : latency;
  }
  const Series<Unit>& of(MetricId metric) const { return of(metric.measure).at(metric.level); }
};

}  // namespace ssdetect
