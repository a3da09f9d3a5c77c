// Which unit is this number in? Aliases, not classes: every name that holds one says its unit, too.
//
// Time points are what the benchmark's monotonic clock said, in nanoseconds; any int64 is a legal reading, so
// the distance of two of them may not fit. `elapsed` saturates instead of overflowing: a log with absurd
// clocks gives absurd durations, never undefined behaviour.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace ssdetect {

using Nanos = std::int64_t;  // a clock reading or a duration, ns
using Seconds = double;      // a duration, s
using Tokens = double;       // a token count; fractional only for estimates (bytes / 4) and sampled totals
using Ratio = double;        // 0.05 is five percent; percent exists only in renderers

// The time from `from` to `to`, saturated to the range of int64; negative when `to` is earlier.
inline Nanos elapsed(Nanos from, Nanos to) {
  Nanos difference;
  if (!__builtin_sub_overflow(to, from, &difference)) return difference;
  return to > from ? std::numeric_limits<Nanos>::max() : std::numeric_limits<Nanos>::min();
}

// The same as a real number, which does not saturate.
inline double distance_ns(Nanos from, Nanos to) {
  Nanos difference;
  if (!__builtin_sub_overflow(to, from, &difference)) return static_cast<double>(difference);
  return static_cast<double>(to) - static_cast<double>(from);
}

// `from` and so long after it, as far as clocks go.
inline Nanos later(Nanos from, Nanos duration) {
  Nanos sum;
  if (!__builtin_add_overflow(from, duration, &sum)) return sum;
  return duration > 0 ? std::numeric_limits<Nanos>::max() : std::numeric_limits<Nanos>::min();
}

inline Seconds to_seconds(Nanos duration) { return static_cast<double>(duration) / 1e9; }

// A half-open stretch of one order. `Unit` only tells the orders apart: places in one are no places in
// another, and a mix-up does not compile.
template <class Unit>
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end > begin ? end - begin : 0; }
  bool contains(std::size_t place) const { return place >= begin && place < end; }
  Range up_to(std::size_t limit) const { return {std::min(begin, limit), std::min(end, limit)}; }
  bool operator==(const Range&) const = default;
};
using RequestRange = Range<struct Request>;  // request numbers: places in the order of issue
using PassRange = Range<struct SuperPass>;   // super-passes; absolute, 0 is the first of the run
using BinRange = Range<struct RateBin>;      // equal bins of wall time, from the first issue on

struct TimeWindow {
  Nanos begin = 0;
  Nanos end = 0;
  double length_ns() const { return static_cast<double>(elapsed(begin, end)); }
  Seconds length_s() const { return to_seconds(elapsed(begin, end)); }
};

}  // namespace ssdetect
