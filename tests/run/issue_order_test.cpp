// Which requests stand far from their place in time, by orders made by hand; and what of it a compaction
// leaves.
#include "run/issue_order.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "tests/run/compacted.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Run issued_at(const std::vector<Nanos>& seconds) {
  EventFeed feed = tracked();
  for (std::size_t i = 0; i < seconds.size(); ++i)
    feed.issue(i, seconds[i] * kSecond).complete(i, (seconds[i] + 1) * kSecond, 5);
  return feed.finish();
}

std::vector<Nanos> counting(Nanos count) {
  std::vector<Nanos> seconds(static_cast<std::size_t>(count));
  std::iota(seconds.begin(), seconds.end(), 0);
  return seconds;
}

std::vector<Nanos> joined(std::vector<Nanos> a, const std::vector<Nanos>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("issue order: a log in the order of its times, also with many at one time, has none out of place") {
  CHECK(out_of_place(issued_at({}), 0) == 0);
  CHECK(out_of_place(issued_at({5, 5, 5, 6}), 0) == 0);
  CHECK(out_of_place(issued_at({6, 5, 5, 5, 5}), 1) == 1);  // the first alone
}

TEST_CASE("issue order: out of place is farther than asked for") {
  const std::vector<Nanos> seconds{3, 0, 1, 2, 4, 5};
  CHECK(out_of_place(issued_at(seconds), 2) == 1);
  CHECK(out_of_place(issued_at(seconds), 3) == 0);
  CHECK(out_of_place(issued_at(seconds), 0) == 4);
}

TEST_CASE("issue order: one wrong clock moves nothing but its own request") {
  std::vector<Nanos> seconds = counting(1000);
  seconds[10] = 100'000;
  seconds[900] = -100'000;
  CHECK(out_of_place(issued_at(seconds), 50) == 2);
}

TEST_CASE("issue order: of two logs one behind the other, all but those at the ends and the crossing") {
  const std::vector<Nanos> half = counting(500);
  // Of request i of either log, 2 i were issued earlier, so it is i, or 500 - i, off.
  const std::size_t found = out_of_place(issued_at(joined(half, half)), 100);
  CHECK(found > 790);
  CHECK(found < 800);
}

TEST_CASE("issue order: times at both ends of the clock") {
  constexpr Nanos kLowest = std::numeric_limits<Nanos>::min(), kHighest = std::numeric_limits<Nanos>::max();
  const Run run = run_of({{kHighest, kHighest, kHighest}, {0, 1, 2}, {1, 2, 3}, {kLowest, 1, 2}});
  CHECK(out_of_place(run, 2) == 2);
  CHECK(out_of_place(run, 3) == 0);
}

TEST_CASE("issue order: whole cells are out of place in a compacted run of two logs, and none in one log") {
  const auto compacted = [](const std::vector<Nanos>& seconds) {
    std::vector<Event> log;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      log.push_back(event_of(EventKind::issued, i, seconds[i] * kSecond));
      log.push_back(completion_of(i, seconds[i] * kSecond + kMs, 5));
    }
    Run run = read(log, kTight, 500);
    REQUIRE(run.compacted.any());
    return run;
  };
  const std::vector<Nanos> log = counting(5000);
  CHECK(out_of_place(compacted(log), 500) == 0);
  CHECK(out_of_place(compacted(joined(log, log)), 500) > 5000);
  std::vector<Nanos> shuffled = counting(10000);
  std::mt19937_64 random(1);
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  CHECK(out_of_place(compacted(shuffled), 500) > 5000);
}
