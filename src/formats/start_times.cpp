// Every start is one of the smallest ends plus the hand-over, so no start, and no end, ever comes earlier
// when the hand-over grows: the one that fits is found by bisection. Tests:
// tests/formats/start_times_test.cpp (planted loops), tests/formats/serve_arrays_test.cpp (real files).

#include "formats/start_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace ssdetect {

namespace {

constexpr Ratio kLeastResidual = -0.001;  // clock readings of two places; the last end cannot come later
constexpr Ratio kUsualResidual = 0.005;
constexpr Ratio kMostResidual = 0.01;
constexpr Ratio kPeakTolerance = 0.10;
constexpr int kHalvings = 40;  // of a thousandth of the run: far below a nanosecond

Seconds last_end(const Starts& starts, const Latencies& latencies) {
  Seconds last = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) last = std::max(last, starts[i] + latencies[i]);
  return last;
}

// The longest one with which the last end is not after the duration. Never negative: a request does not start
// before the end that made room for it.
Seconds fitted_hand_over(const Latencies& latencies, std::size_t concurrency, Seconds duration_s,
                         Seconds missing_s) {
  Seconds low = 0, high = std::max(0.0, missing_s);
  for (int i = 0; i < kHalvings && high > 0; ++i) {
    const Seconds middle = (low + high) / 2;
    const Starts starts = closed_loop_starts(latencies, concurrency, middle);
    (last_end(starts, latencies) <= duration_s ? low : high) = middle;
  }
  return low;
}

std::string refusal_of(Ratio residual) {
  if (residual >= kLeastResidual && residual <= kMostResidual) return "";
  return fmt::format(
      "as a closed loop its last request would end {:.2f} % {} its duration (at most {} % are "
      "accepted)",
      100 * std::abs(residual), residual < 0 ? "after" : "before",
      100 * (residual < 0 ? -kLeastResidual : kMostResidual));
}

}  // namespace

Starts closed_loop_starts(const Latencies& latencies, std::size_t concurrency, Seconds hand_over_s) {
  std::priority_queue<double, std::vector<double>, std::greater<>> ends;  // of the active ones
  Starts starts;
  starts.reserve(latencies.size());
  for (const double latency : latencies) {
    double start = 0;
    if (starts.size() >= concurrency) {
      start = ends.top() + hand_over_s;
      ends.pop();
    }
    starts.push_back(start);
    ends.push(start + latency);
  }
  return starts;
}

StartTimes reconstruct_starts(const Latencies& latencies, std::optional<std::size_t> concurrency,
                              Seconds duration_s) {
  StartTimes found;
  const std::size_t active = concurrency.value_or(latencies.size());
  found.starts_s = closed_loop_starts(latencies, active, 0);
  const Seconds missing_s = duration_s - last_end(found.starts_s, latencies);
  found.how.concurrency = concurrency;
  found.how.residual = missing_s / duration_s;
  found.refusal = refusal_of(found.how.residual);
  if (!found.refusal.empty()) return found;
  found.how.is_doubtful = found.how.residual > kUsualResidual;
  found.how.are_too_few = concurrency && latencies.size() <= 2 * *concurrency;
  if (latencies.size() <= active) return found;  // nothing is handed over
  found.how.hand_over_s = fitted_hand_over(latencies, active, duration_s, missing_s);
  found.starts_s = closed_loop_starts(latencies, active, found.how.hand_over_s);
  return found;
}

double peak_per_second(const Starts& starts_s, const std::vector<std::vector<double>>& token_times_s) {
  const double first = *std::min_element(starts_s.begin(), starts_s.end());
  std::vector<std::size_t> seconds;
  for (std::size_t i = 0; i < starts_s.size(); ++i)
    for (const double time : token_times_s[i])
      seconds.push_back(static_cast<std::size_t>(std::max(0.0, starts_s[i] + time - first)));
  std::sort(seconds.begin(), seconds.end());
  std::ptrdiff_t peak = 0;
  for (auto at = seconds.begin(); at != seconds.end();) {
    const auto next = std::upper_bound(at, seconds.end(), *at);
    peak = std::max(peak, next - at);
    at = next;
  }
  return static_cast<double>(peak);
}

bool peaks_agree(double reconstructed, double of_file) {
  return std::abs(reconstructed - of_file) <= kPeakTolerance * of_file;
}

}  // namespace ssdetect
