// What happened when, after the requests themselves are gone?
//
// Counts and tokens in equal bins of time from an origin on. When time runs past the most bins there may be,
// they are merged in pairs. What lies outside of what was covered counts in the first or last bin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "units.h"

namespace ssdetect {

struct TimeBin {
  std::uint32_t issued = 0, ended = 0;  // of all requests
  // Of those that succeeded with a positive latency: their starts, also of those with a known input length,
  // and ends.
  std::uint32_t started = 0, with_input = 0, finished = 0;
  Tokens input = 0;     // of those that started here
  Tokens spread = 0;    // output, spread evenly over each request's decoding
  Tokens recorded = 0;  // output, at the recorded token times where there are any

  void merge(const TimeBin& other);
};

class TimeBins {
 public:
  // 2^18 take 12 MiB and are up to 0.27 s each over ten hours; with less memory they are fewer.
  static constexpr std::size_t kMostBins = std::size_t{1} << 18, kLeastBins = std::size_t{1} << 10;

  // To be called before anything is put in: makes room for all from `first` to `last` in at most `most` bins.
  void cover(Nanos first, Nanos last, std::size_t most = kMostBins);
  TimeBin& at(Nanos when);

  bool empty() const { return bins_.empty(); }
  std::size_t size() const { return bins_.size(); }
  const TimeBin& operator[](std::size_t bin) const { return bins_[bin]; }
  TimeBin& operator[](std::size_t bin) { return bins_[bin]; }
  Nanos width() const { return width_; }
  TimeWindow span(std::size_t bin) const { return {edge(bin), edge(bin + 1)}; }
  Nanos middle(std::size_t bin) const { return edge(bin) + elapsed(edge(bin), edge(bin + 1)) / 2; }
  // The middle of the bin that counts this moment; the moment itself behind the last bin.
  Nanos rounded(Nanos when) const;
  TimeWindow span() const { return {origin_, edge(size())}; }

 private:
  std::size_t bin_of(Nanos when) const;
  Nanos edge(std::size_t bin) const;  // not beyond the end of int64
  void merge_pairs();
  void begin_by(Nanos first);

  Nanos origin_ = 0;
  Nanos width_ = 1;
  std::vector<TimeBin> bins_;
};

}  // namespace ssdetect
