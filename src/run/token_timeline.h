// When were the output tokens generated?
//
// A completed request's tokens are spread evenly over [first token, completion]; without a first token, or
// without time between the two, they all come at the completion. One that the client cut off had its tokens
// by its last token, which ends their spread: they were produced, though it failed or never finished. Where
// the input carries token times (inter-token latencies), each of the n times holds tokens / n, when asked
// for. Requests without a count give nothing. Of requests that are no longer kept, whatever fell into a time
// bin is spread over that bin.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "run/run.h"
#include "units.h"

namespace ssdetect {

enum class TokenTimes {
  spread,           // of every completed request, and of those that were cut off
  recorded_if_any,  // of those with a positive latency (second seed)
};

// Tokens of all these requests inside the closed window.
Tokens tokens_in(const Run& run, TimeWindow window, TokenTimes times);

// Tokens in consecutive bins of `bin_ns` from window.begin; the last may be short. A token exactly on a
// boundary belongs to the bin that ends there (one at window.begin to the first).
class TokenBins {
 public:
  // Tokens in the closed stretch `without` are left out.
  TokenBins(TimeWindow window, double bin_ns, std::optional<TimeWindow> without = std::nullopt);
  void add(const Run& run, std::size_t number, const Request& request, TokenTimes times);
  // Spread over a stretch of time that is not empty.
  void add_evenly(TimeWindow span, Tokens tokens);
  std::vector<Tokens> take();  // the last call

 private:
  void add_at(Nanos when, Tokens tokens);
  void add_share(TimeWindow part, TimeWindow whole, Tokens tokens);
  void add_between(double from, double to, Tokens tokens);  // positions
  double position(Nanos when) const { return distance_ns(window_.begin, when) / bin_ns_; }
  std::size_t bin_ending_at_or_after(double position) const;

  TimeWindow window_;
  double bin_ns_;
  std::optional<TimeWindow> without_;
  std::size_t count_;
  std::vector<Tokens> bins_;
  std::vector<double> rate_steps_;
};

// The same for all requests of a run. nullopt when there would be more than kMostTokenBins bins (32 MB; 24
// days of seconds).
inline constexpr std::size_t kMostTokenBins = std::size_t{1} << 21;
std::optional<std::vector<Tokens>> token_bins(const Run& run, TimeWindow window, double bin_ns,
                                              TokenTimes times);

}  // namespace ssdetect
