// What are the numbers of SPEC 8 over a stretch of the run?
//
// One function for every stretch there is: a window of super-passes, a held stretch of the token rate, the
// whole run. What differs between them is data (Stretch). In base units: ns, tokens, 1/s. What does not
// exist is nullopt.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "measure.h"
#include "policy.h"
#include "run/blocks.h"
#include "steady/analysis.h"
#include "steady/duration.h"
#include "units.h"

namespace ssdetect {

struct Interval {
  std::optional<double> low, high;
};

struct HistogramBin {
  double low, high;  // the last bin includes its high end
  std::size_t count;
};

// The shares that are reported of every distribution, and where each stands in it.
enum Share : std::size_t { p50, p90, p95, p99, p99_9 };
inline constexpr std::array<double, 5> kShares{0.50, 0.90, 0.95, 0.99, 0.999};

struct Quantile {
  double share = 0;
  std::optional<double> value;
};
constexpr std::array<Quantile, kShares.size()> no_quantiles() {
  std::array<Quantile, kShares.size()> quantiles;
  for (std::size_t i = 0; i < kShares.size(); ++i) quantiles[i].share = kShares[i];
  return quantiles;
}

struct Distribution {
  std::size_t count = 0;
  std::optional<double> mean, std_dev, min, max;
  std::array<Quantile, kShares.size()> quantiles = no_quantiles();
  std::vector<HistogramBin> histogram;
  std::optional<double> operator[](Share share) const { return quantiles[share].value; }
};

// Histogram: `bins` bins, log-spaced when every value is positive.
Distribution describe(Pool values, std::size_t bins);

struct Throughput {
  std::optional<double> system;  // tokens of the samples issued in the window / its offered-load span, tok/s
  std::optional<Interval> system_interval;
  std::optional<double> per_user;  // 1 / mean TPOT, tok/s
  std::optional<Interval> per_user_interval;
  std::optional<double> token_time;  // tokens generated between the window's first and last issue / that span
  std::optional<double> headline;    // system, or token_time when the two disagree
  std::optional<double> comparable;  // the headline with every output token in it, whatever the preset counts
  std::optional<Ratio> mismatch;     // issue-based over token_time, less 1; absent when nothing was produced
  bool inconsistent = false;         // the two differ by more than the policy allows
  std::optional<double> requests_per_s;
};

struct WindowFacts {
  std::optional<PassRange> range;  // absent: a window of wall time (offline)
  std::size_t samples = 0;         // with a first token or a completion
  std::size_t issued = 0;
  std::size_t failed = 0;
  Seconds start_s = 0, end_s = 0, duration_s = 0;  // since the run's first issue; offered-load span
  std::optional<std::size_t> plateau_index;
};

struct Numbers {
  std::optional<WindowFacts> window;
  Throughput tps;
  std::array<Distribution, kQuantities> distributions;  // by Quantity; empty where it means nothing
  std::optional<MinDuration> duration;
  const Distribution& operator[](Quantity quantity) const {
    return distributions[static_cast<std::size_t>(quantity)];
  }
  const Distribution& operator[](Measure measure) const { return (*this)[quantity_of(measure)]; }
};

enum class RateBasis {
  issued,     // tokens of what was issued in the span, with what was produced in it beside
  completed,  // tokens of everything, over a span that ends with the last completion
  produced    // tokens generated in the span
};

template <class Unit>
struct Stretch {
  const Blocks<Unit>& blocks;
  Range<Unit> range;
  TimeWindow span;  // over which rates are taken
  Nanos zero = 0;   // the run's first issue
  RateBasis rate = RateBasis::issued;
  std::vector<Quantity> quantities{};         // those that mean something here
  std::optional<Nanos> tpot_cut{};            // TPOT without requests that end later
  std::vector<double> rate_replicates{};      // the rate of each block; fewer than two: no interval
  std::span<const double> tpot_replicates{};  // mean TPOT of each block, ns
  std::optional<MinDuration> duration{};
  std::optional<std::size_t> plateau_index{};
};

// Of an empty range: no numbers.
template <class Unit>
Numbers numbers(const Stretch<Unit>& stretch, const NumberPolicy& policy);

// The rate of each block that lasts, tokens issued in it over its offered-load span.
std::vector<double> issued_rates(const Blocks<SuperPass>& passes, PassRange range, TpsTokens rule);

// (steady / total) - 1; nullopt when either is absent or total is 0.
std::optional<Ratio> divergence(std::optional<double> steady, std::optional<double> total);

// Over which stretches of a run are numbers reported?
//
// A range of super-passes, a stretch of wall time in which the token rate held, or the whole run. What this
// holds must outlive it.

class Stretches {
 public:
  Stretches(const Analysis& analysis, const Partitions& blocks, const Policy& policy)
      : analysis_(analysis), blocks_(blocks), policy_(policy) {}

  // Of an empty range: no numbers. TPOT without the drain tail where that was cut.
  Numbers over(PassRange passes) const;
  Numbers over_plateau(std::size_t index) const;
  // The requests whose decoding has its middle there. TTFT and latency are left out: most of them is queue.
  Numbers over_held(const Segment<RateBin>& held) const;
  // Every tracked request, from first issue to last completion.
  Numbers over_all() const;

 private:
  Stretch<SuperPass> of(PassRange passes) const;

  const Analysis& analysis_;
  const Partitions& blocks_;
  const Policy& policy_;
};

}  // namespace ssdetect
