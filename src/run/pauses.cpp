// Two walks over the sorted issues: one for the p99 of the time between two, one for what exceeds it. Tests:
// tests/run/pauses_test.cpp.

#include "run/pauses.h"

#include <algorithm>
#include <optional>

#include "stats/moments.h"

namespace ssdetect {

namespace {

constexpr double kUsual = 0.99;

std::optional<double> usual_gap_ns(const InFlight& requests) {
  std::vector<double> gaps;
  std::optional<Nanos> last;
  requests.for_each_start([&](Nanos at, std::size_t count) {
    if (last) gaps.push_back(distance_ns(*last, at));
    gaps.insert(gaps.end(), count - 1, 0.0);
    last = at;
  });
  if (gaps.empty()) return std::nullopt;
  const auto p99 = gaps.begin() + static_cast<std::ptrdiff_t>(lower_rank(kUsual, gaps.size()));
  std::nth_element(gaps.begin(), p99, gaps.end());
  return *p99;
}

}  // namespace

std::vector<TimeWindow> pauses(const InFlight& requests, double factor, Nanos least) {
  std::vector<TimeWindow> found;
  const auto usual_ns = usual_gap_ns(requests);
  if (!usual_ns) return found;
  const double limit_ns = std::max(factor * *usual_ns, static_cast<double>(least));
  std::optional<Nanos> last;
  requests.for_each_start([&](Nanos at, std::size_t) {
    if (last && distance_ns(*last, at) > limit_ns) found.push_back({*last, at});
    last = at;
  });
  return found;
}

}  // namespace ssdetect
