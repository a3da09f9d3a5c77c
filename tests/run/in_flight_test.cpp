// Hand counts, and a slow twin that counts every unit of time by itself.
#include "run/in_flight.h"

#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

InFlight lifetimes(std::initializer_list<std::pair<Nanos, Nanos>> all) {
  std::vector<Planned> requests;
  for (const auto& [begin, end] : all) requests.push_back({begin, begin, end, 3});
  return InFlight::of_all(run_of(requests));
}

struct Lifetime {
  Nanos begin, end;  // end < 0: never
};

std::size_t count_at(const std::vector<Lifetime>& all, Nanos at) {
  std::size_t count = 0;
  for (const Lifetime& each : all) count += each.begin <= at && (each.end < 0 || at < each.end);
  return count;
}

std::vector<Lifetime> random_lifetimes(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Lifetime> all;
  for (std::size_t n = 1 + random() % 12; n > 0; --n) {
    const Nanos begin = static_cast<Nanos>(random() % 40);
    const bool ends = random() % 8 != 0;
    all.push_back({begin, ends ? begin + static_cast<Nanos>(random() % 20) : -1});
  }
  return all;
}

InFlight counts_of(const std::vector<Lifetime>& all) {
  EventFeed feed = tracked();
  std::uint64_t id = 0;
  for (const Lifetime& each : all) {
    feed.issue(++id, each.begin);
    if (each.end >= 0) feed.complete(id, each.end, 3);
  }
  return InFlight::of_all(feed.finish());
}

}  // namespace

TEST_CASE("three overlapping requests: peak, count and mean by hand") {
  const InFlight counts = lifetimes({{0, 10}, {2, 8}, {2, 8}});
  CHECK(counts.peak() == 3);
  CHECK(counts.at(-1) == 0);
  CHECK(counts.at(1) == 1);
  CHECK(counts.at(2) == 3);
  CHECK(counts.at(8) == 1);
  CHECK(counts.at(10) == 0);
  CHECK(counts.mean_over(2, 8) == 3);
  CHECK(counts.mean_over(0, 10) == 2.2);  // (2 * 1 + 6 * 3 + 2 * 1) / 10
  CHECK(counts.first_reaches(3) == 2);
  CHECK_FALSE(counts.first_reaches(4));
  CHECK_FALSE(counts.mean_over(5, 5));
}

TEST_CASE("one that ends as another starts never makes two") {
  CHECK(lifetimes({{0, 5}, {5, 10}}).peak() == 1);
  CHECK(lifetimes({{0, 5}, {5, 5}, {5, 10}}).peak() == 1);
}

TEST_CASE("a stretch before the first request holds nothing, even when one never ends") {
  const InFlight counts = InFlight::of_all(tracked().issue(1, 100).finish());
  CHECK(counts.mean_over(0, 50) == 0);
  CHECK(counts.mean_over(0, 200) == 0.5);
  CHECK(counts.mean_over(150, 250) == 1);
  CHECK(counts.peak() == 1);
}

TEST_CASE("twin: every unit of time counted by itself") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const auto all = random_lifetimes(seed);
    const InFlight counts = counts_of(all);
    std::size_t peak = 0;
    for (Nanos at = 0; at < 80; ++at) {
      REQUIRE(counts.at(at) == count_at(all, at));
      peak = std::max(peak, count_at(all, at));
    }
    REQUIRE(counts.peak() == peak);
    const Nanos from = static_cast<Nanos>(seed % 30), to = from + 1 + static_cast<Nanos>(seed % 37);
    double sum = 0;
    for (Nanos at = from; at < to; ++at) sum += static_cast<double>(count_at(all, at));
    REQUIRE(*counts.mean_over(from, to) == doctest::Approx(sum / static_cast<double>(to - from)));
  }
}

TEST_CASE("the second method counts successes with a positive latency, a retry from its last attempt") {
  const Run run = tracked()
                      .issue(1, 0)
                      .complete(1, 10, 3)
                      .issue(2, 0)
                      .error(2, 5)
                      .complete(2, 10)
                      .issue(3, 4)
                      .complete(3, 4, 3)
                      .issue(4, 0)
                      .issue(4, 6)
                      .complete(4, 10, 3)
                      .issue(5, 0)
                      .finish();
  const InFlight counts = InFlight::of_successful(run);
  CHECK(counts.requests() == 2);
  CHECK(counts.at(5) == 1);
  CHECK(counts.at(6) == 2);
  CHECK(InFlight::of_all(run).at(5) == 4);  // 1, 2, 4 and 5
}

TEST_CASE("a completion stamped before its issue takes no time; clocks at the ends of int64 do no harm") {
  const InFlight back = lifetimes({{10, 5}, {0, 20}});
  CHECK(back.peak() == 1);
  CHECK(back.at(7) == 1);
  constexpr Nanos low = std::numeric_limits<Nanos>::min(), high = std::numeric_limits<Nanos>::max();
  const InFlight wide = lifetimes({{low, high}, {low, low}, {high, high}});
  CHECK(wide.peak() == 1);
  CHECK(wide.mean_over(low, high) == 1);
}

TEST_CASE("twin: starts since a moment, and how many of them leave a level in flight") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto all = random_lifetimes(seed);
    const InFlight counts = counts_of(all);
    for (Nanos from = -1; from < 45; from += 3) {
      for (const double level : {0.0, 1.5, 3.0}) {
        std::size_t starts = 0, full = 0;
        for (const Lifetime& each : all) {
          if (each.begin < from) continue;
          ++starts;
          full += static_cast<double>(count_at(all, each.begin)) >= level;
        }
        const auto found = counts.starts_since(from, level);
        REQUIRE(found.all == starts);
        REQUIRE(found.full == full);
      }
    }
  }
}

TEST_CASE("twin: when a share of those that ended had done so") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto all = random_lifetimes(seed);
    std::vector<Nanos> ends;
    for (const Lifetime& each : all)
      if (each.end >= 0) ends.push_back(each.end);
    std::sort(ends.begin(), ends.end());
    for (const double share : {0.0, 0.5, 0.99, 1.0}) {
      const auto found = counts_of(all).share_ended_by(share);
      REQUIRE(found.has_value() == !ends.empty());
      if (found)
        REQUIRE(*found == ends[static_cast<std::size_t>(share * static_cast<double>(ends.size() - 1))]);
    }
  }
}

TEST_CASE("gaps from one start to the next, since a moment") {
  const InFlight counts = lifetimes({{0, 5}, {30, 40}, {10, 20}, {10, 12}});
  CHECK(counts.gaps_since(0) == std::vector<double>{10, 0, 20});
  CHECK(counts.gaps_since(1) == std::vector<double>{0, 20});
  CHECK(counts.gaps_since(30).empty());
  CHECK(counts.gaps_since(31).empty());
}
