// Pauses of the load: each limit just met and just missed.
#include "run/pauses.h"

#include <doctest/doctest.h>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// 1,000 requests a second apart, with so many seconds instead before some of them.
InFlight with_pauses(std::initializer_list<std::pair<std::size_t, Nanos>> before) {
  std::vector<Planned> requests;
  Nanos at = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    for (const auto& [number, length] : before)
      if (number == i) at += (length - 1) * kSecond;
    requests.push_back({at, at + kMs, at + 2 * kMs, 3});
    at += kSecond;
  }
  return InFlight::of_all(run_of(requests));
}

}  // namespace

TEST_CASE("pauses: longer than ten times the p99 of the issue gaps, and than what is asked for") {
  CHECK(pauses(with_pauses({{500, 10}}), 10, 0).empty());
  const auto found = pauses(with_pauses({{500, 11}, {700, 30}}), 10, 0);
  REQUIRE(found.size() == 2);
  CHECK(found[0].begin == 499 * kSecond);
  CHECK(found[0].end == 510 * kSecond);
  CHECK(found[1].length_s() == 30);
  CHECK(pauses(with_pauses({{500, 30}}), 10, 30 * kSecond).empty());
  CHECK(pauses(with_pauses({{500, 30}}), 10, 30 * kSecond - 1).size() == 1);
}

TEST_CASE("pauses: what comes often is usual") {
  std::vector<Planned> bursts;
  for (Nanos i = 0; i < 1000; ++i) {
    const Nanos at = (i + i / 20 * 100) * kSecond;  // one pause in 20 gaps
    bursts.push_back({at, at + kMs, at + 2 * kMs, 3});
  }
  CHECK(pauses(InFlight::of_all(run_of(bursts)), 10, 0).empty());
}

TEST_CASE("pauses: none among fewer than two requests") {
  CHECK(pauses(InFlight::of_all(run_of({})), 10, 0).empty());
  CHECK(pauses(InFlight::of_all(run_of({{0, 1, 2, 3}})), 10, 0).empty());
}
