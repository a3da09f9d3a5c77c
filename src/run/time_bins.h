// What happened when, after the requests themselves are gone?
//
// Counts and tokens in equal bins of time. Their width is a power of two and their edges are multiples of it,
// so that the edges of wider bins are edges of these, too. A bin holds its first moment, but not its end. As
// time goes on bins are added; where there would be more than may be, they are merged in pairs:
//
//   cover(5, 18), four bins at most    [4, 8) [8, 12) [12, 16) [16, 20)
//   cover(5, 20), four bins at most    [0,  8)  [8,    16)  [16,    24)
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

  // Makes room for all from `first` to `last`, in at most `most` bins (four or more).
  void cover(Nanos first, Nanos last, std::size_t most = kMostBins);
  TimeBin& at(Nanos when) { return bins_[bin_of(when)]; }  // of a moment that was covered

  bool empty() const { return bins_.empty(); }
  std::size_t size() const { return bins_.size(); }
  const TimeBin& operator[](std::size_t bin) const { return bins_[bin]; }
  TimeBin& operator[](std::size_t bin) { return bins_[bin]; }
  Nanos width() const { return Nanos{1} << shift_; }
  TimeWindow span(std::size_t bin) const { return {edge(bin), edge(bin + 1)}; }
  TimeWindow span() const { return {edge(0), edge(size())}; }
  Nanos middle(std::size_t bin) const { return edge(bin) + elapsed(edge(bin), edge(bin + 1)) / 2; }
  // The middle of the bin that holds this moment; the moment itself before the first bin and behind the last.
  Nanos rounded(Nanos when) const;

 private:
  std::uint64_t place_of(Nanos when) const;  // among all bins of the clock
  std::size_t bin_of(Nanos when) const { return static_cast<std::size_t>(place_of(when) - front_); }
  Nanos edge(std::size_t bin) const;  // the highest reading, where the clock ends before the bin does
  void merge_pairs();

  int shift_ = 0;            // the width is 2 to the power of it
  std::uint64_t front_ = 0;  // place of the first bin
  std::vector<TimeBin> bins_;
};

}  // namespace ssdetect
