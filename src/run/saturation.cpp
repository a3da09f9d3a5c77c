// The number in flight of a healthy open loop varies like a Poisson count, so the difference of two readings
// has a standard deviation of about sqrt(2 * mean): three of those are not chance. Tests:
// tests/run/saturation_test.cpp (healthy and overloaded generated runs, counted).

#include "run/saturation.h"

#include <cmath>

#include "run/run_times.h"

namespace ssdetect {

namespace {

constexpr Ratio kGrowthShare = 0.05;       // of the requests issued in the second half
constexpr std::size_t kLeastSamples = 50;  // fewer are no load to speak of
constexpr double kChanceDeviations = 3;    // of the difference of two Poisson counts

}  // namespace

Saturation judge_saturation(const Run& run, const InFlight& in_flight) {
  const RunTimes times = times_of(run);
  const Nanos middle = times.first_issue + elapsed(times.first_issue, times.last_issue) / 2;
  Saturation found;
  found.growth =
      static_cast<double>(in_flight.at(times.last_issue)) - static_cast<double>(in_flight.at(middle));
  found.issued = static_cast<double>(in_flight.requests() - in_flight.started_by(middle));
  found.mean_in_flight = in_flight.mean_over(middle, times.last_issue).value_or(0);
  found.saturated = run.requests.size() >= kLeastSamples && found.growth > kGrowthShare * found.issued &&
                    found.growth > kChanceDeviations * std::sqrt(2 * found.mean_in_flight);
  return found;
}

}  // namespace ssdetect
