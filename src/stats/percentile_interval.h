// Between which bounds does a percentile of all requests lie with 95 % confidence, and how many requests
// would narrow it to a given width?
//
// Ranks and counts only, so it works on sorted values and on sketches alike: METHOD.md section B (Woodruff
// 1952; Korn & Graubard 1998). Ranks are 1-based positions in the sorted values of all super-passes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ssdetect {

// A share in whole thousandths or finer, so that ranks are exact: p99.9 is {999, 1000}.
struct Share {
  std::int64_t numerator;
  std::int64_t denominator;
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

// ceil(p N), at least 1: where the value the interval is built around stands. `count` at least 1.
std::int64_t upper_rank(Share p, std::int64_t count);

// How unsure the share below the percentile is.
struct ShareError {
  double p;
  std::int64_t values;
  std::size_t super_passes;
  std::size_t batches;
  double design_effect;       // variance over that of independent values; at least 1
  double degrees_of_freedom;  // infinite when super-passes differ by no more than chance
};
// `at_or_below` and `sizes`: of each super-pass, how many values are <= the one at upper_rank, and how many
// there are at all. At least 2 super-passes, both lists of one length, 0 < p < 1.
std::optional<ShareError> share_error(Share p, std::span<const double> at_or_below,
                                      std::span<const double> sizes);

// Nothing where the end lies outside the values: too few requests to bound the percentile on that side.
struct RankInterval {
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
};
RankInterval rank_interval(const ShareError& error);

// The least number of values for which the interval has an upper end, if they hang together as these do.
std::int64_t values_for_upper_end(const ShareError& error);

// How many super-passes in all make the wider side `wanted` relative to the value: about, within a factor of
// 6 to 10 from a pilot of 8 to 20. `relative_half_width` is the wider side of the interval at hand; both
// positive.
std::int64_t super_passes_for(const ShareError& error, double relative_half_width, double wanted);

// All of it on sorted values.
struct PercentileInterval {
  double value;  // at upper_rank
  std::optional<double> low;
  std::optional<double> high;
  ShareError error;
};
// `ends`: where each super-pass ends in `values`, ascending, the last is values.size(). At least 2.
std::optional<PercentileInterval> percentile_interval(Share p, std::span<const double> values,
                                                      std::span<const std::size_t> ends);

}  // namespace ssdetect
