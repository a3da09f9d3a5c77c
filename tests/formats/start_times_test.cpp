// Planted closed loops: a slow twin with one worker a slot and a hand-over of its own for each request says
// when they really started.
#include "formats/start_times.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace ssdetect;

namespace {

struct Loop {
  Latencies latencies;
  Starts starts;
  Seconds last_end = 0;
};

// Each request goes to the worker that has been free the longest; `hand_over` is the mean of what it takes.
Loop planted(std::size_t requests, std::size_t workers, Seconds hand_over, unsigned seed) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> latency(0, 0.5);
  std::uniform_real_distribution<double> over(0, 2 * hand_over);
  std::vector<double> free(workers, -1);
  Loop loop;
  for (std::size_t i = 0; i < requests; ++i) {
    const auto worker = std::min_element(free.begin(), free.end());
    const double start = *worker < 0 ? 0 : *worker + over(random);
    loop.latencies.push_back(latency(random));
    loop.starts.push_back(start);
    *worker = start + loop.latencies.back();
    loop.last_end = std::max(loop.last_end, *worker);
  }
  return loop;
}

double largest_difference(const Starts& a, const Starts& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Requests a second over the middle half of them.
double middle_rate(Starts starts) {
  std::sort(starts.begin(), starts.end());
  const std::size_t quarter = starts.size() / 4;
  return static_cast<double>(2 * quarter) / (starts[3 * quarter] - starts[quarter]);
}

}  // namespace

TEST_CASE("start times: planted closed loops come back") {
  for (const std::size_t workers : {1u, 4u, 16u, 64u}) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
      CAPTURE(workers);
      CAPTURE(seed);
      const Loop loop = planted(20 * workers + 100, workers, 0.0005, seed);
      const StartTimes found = reconstruct_starts(loop.latencies, workers, loop.last_end);
      REQUIRE(found.refusal.empty());
      CHECK(largest_difference(found.starts_s, loop.starts) < 0.021);
      CHECK(middle_rate(found.starts_s) == doctest::Approx(middle_rate(loop.starts)).epsilon(0.007));
      double end = 0;
      for (std::size_t i = 0; i < found.starts_s.size(); ++i)
        end = std::max(end, found.starts_s[i] + loop.latencies[i]);
      CHECK(end == doctest::Approx(loop.last_end).epsilon(1e-9));
      CHECK(found.how.hand_over_s == doctest::Approx(0.0005).epsilon(0.5));
    }
  }
}

TEST_CASE("start times: all at once, and what is left unsaid with few requests") {
  const StartTimes at_once = reconstruct_starts({1, 2, 3}, std::nullopt, 3.003);
  CHECK(at_once.starts_s == Starts{0, 0, 0});
  CHECK_FALSE(at_once.how.are_too_few);
  CHECK(reconstruct_starts({1, 1, 1, 1}, 2, 2.001).how.are_too_few);
  CHECK_FALSE(reconstruct_starts({1, 1, 1, 1, 1}, 2, 3.001).how.are_too_few);
  CHECK(reconstruct_starts({1, 1, 1}, 5, 1.001).how.are_too_few);
}

TEST_CASE("start times: the last end is checked against the duration") {
  const Latencies ten(10, 1.0);  // two at a time: 5 s
  const auto with_duration = [&](double duration) { return reconstruct_starts(ten, 2, duration); };
  CHECK(with_duration(5.024).refusal.empty());
  CHECK_FALSE(with_duration(5.024).how.is_doubtful);  // 0.48 %
  CHECK(with_duration(5.03).how.is_doubtful);         // 0.60 %
  CHECK(with_duration(5.06).refusal ==
        "as a closed loop its last request would end 1.19 % before its duration (at most 1 % are accepted)");
  CHECK(with_duration(4.996).refusal.empty());  // -0.08 %
  CHECK(with_duration(4.996).how.hand_over_s == 0);
  CHECK(with_duration(4.99).refusal ==
        "as a closed loop its last request would end 0.20 % after its duration (at most 0.1 % are accepted)");
  CHECK(with_duration(5.02).how.hand_over_s == doctest::Approx(0.005).epsilon(1e-6));  // 4 hand-overs in 20 ms
}

TEST_CASE("start times: the busiest second") {
  const Starts starts{0, 0.5, 2};
  const std::vector<std::vector<double>> times{{0.1, 0.9, 1.1}, {0.6, 0.7}, {0.0, 0.5, 0.99, 1.0}};
  CHECK(peak_per_second(starts, times) == 3);  // 1.1, 1.1 and 1.2 s; and 2.0, 2.5 and 2.99 s
  CHECK(peaks_agree(110, 100));
  CHECK_FALSE(peaks_agree(111, 100));
  CHECK(peaks_agree(90, 100));
  CHECK_FALSE(peaks_agree(89, 100));
}
