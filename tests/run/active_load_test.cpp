// Closed forms by hand, and a twin that asks every request at every moment.
#include "run/active_load.h"

#include <doctest/doctest.h>

#include <random>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// From and to in seconds; the first token comes a tenth of the way.
Planned lasting(Nanos from, Nanos to, Tokens tokens = 10) {
  return {from * kSecond, from * kSecond + (to - from) * kSecond / 10, to * kSecond, tokens};
}

}  // namespace

TEST_CASE("active load: each moment counts as long as it lasts") {
  // One in flight over [0, 10), a second over [1, 10), a third over [3, 7), four at most allowed.
  const Run run = run_of({{lasting(0, 10), lasting(1, 10), lasting(3, 7)}});
  const auto found = active_load(InFlight::of_all(run), {0, 10 * kSecond}, 4);
  REQUIRE(found);
  CHECK(found->least == 0.25);
  CHECK(found->p10 == 0.25);  // a tenth of the time, and no more
  CHECK(found->mean == doctest::Approx((1 * 1 + 2 * 2 + 4 * 3 + 3 * 2) / 40.0));
  const auto later = active_load(InFlight::of_all(run), {2 * kSecond, 8 * kSecond}, 4);
  CHECK(later->least == 0.5);
  CHECK(later->p10 == 0.5);
  CHECK(later->mean == doctest::Approx((2 * 2 + 4 * 3) / 24.0));
  CHECK_FALSE(active_load(InFlight::of_all(run), {kSecond, kSecond}, 4));
  CHECK_FALSE(active_load(InFlight::of_all(run), {0, kSecond}, 0));
  // Nobody is left after the last end.
  CHECK(active_load(InFlight::of_all(run), {0, 20 * kSecond}, 4)->least == 0);
}

TEST_CASE("hairball: what lingers of earlier passes, pass by pass") {
  // Passes of 3; number 0 outlives the first two, number 4 the second.
  const Run run = run_of({{lasting(0, 25), lasting(1, 3), lasting(2, 12), lasting(10, 12), lasting(11, 25),
                           lasting(13, 18), lasting(20, 24), lasting(21, 24), lasting(22, 24)}});
  const auto passes = super_passes(run, 3);
  const auto in_flight = InFlight::of_all(run);
  const auto weights = hairball_weights(passes, in_flight, 2);
  REQUIRE(weights.size() == 3);
  CHECK(*weights[0] == doctest::Approx(1 / 3.0));  // at 2 s: 0, 1, 2, of which 1 and 2 are the last two
  CHECK(*weights[1] == doctest::Approx(1 / 3.0));  // at 13 s: 0, 4, 5
  CHECK(*weights[2] == doctest::Approx(3 / 5.0));  // at 22 s: 0, 4, 6, 7, 8
  CHECK(hairball_weight(run, in_flight, 22 * kSecond, 9, 9) == 0);
  CHECK_FALSE(hairball_weight(run, in_flight, 30 * kSecond, 9, 2));
}

TEST_CASE("hairball: the twin that asks every request agrees") {
  std::mt19937 random(3);
  std::exponential_distribution<double> gap(5), length(0.4);
  std::vector<Planned> requests;
  double at = 0;
  for (int i = 0; i < 400; ++i) {
    const auto issued = static_cast<Nanos>((at += gap(random)) * 1e9);
    const auto completed = issued + static_cast<Nanos>(length(random) * 1e9) + 2;
    requests.push_back({issued, issued + 1, completed, 5, i % 17 == 0});
  }
  const Run run = run_of(requests);
  const auto weights = hairball_weights(super_passes(run, 37), InFlight::of_all(run), 6.5);
  for (std::size_t pass = 0; pass < weights.size(); ++pass) {
    const std::size_t issued = std::min<std::size_t>(400, (pass + 1) * 37);
    const Nanos stop = requests[issued - 1].issued;
    double all = 0, lingering = 0;
    for (std::size_t i = 0; i < issued; ++i) {
      if (requests[i].completed <= stop) continue;
      ++all;
      lingering += static_cast<double>(i) < static_cast<double>(issued) - 6.5;
    }
    CHECK(*weights[pass] == doctest::Approx(lingering / all));
  }
}

TEST_CASE("longest running: who is in flight at the last issue, with the tokens so far") {
  EventFeed feed = tracked();
  feed.issue(1, 0).first(1, 10 * kSecond).complete(1, 110 * kSecond, 100);  // one a second
  feed.issue(2, 5 * kSecond).first(2, 6 * kSecond).complete(2, 30 * kSecond, 10);
  feed.issue(3, 20 * kSecond).first(3, 21 * kSecond);  // never ends
  feed.issue(4, 60 * kSecond).first(4, 61 * kSecond).complete(4, 62 * kSecond, 4);
  const Run run = feed.finish();
  const auto longest = longest_running(run, 60 * kSecond, 5);
  REQUIRE(longest.size() == 3);
  CHECK(longest[0].number == 0);
  CHECK(longest[0].in_flight_s == 60);
  CHECK(*longest[0].tokens == doctest::Approx(50));
  CHECK(longest[1].number == 2);
  CHECK(longest[1].issued == 20 * kSecond);
  CHECK_FALSE(longest[1].tokens);
  CHECK(longest[2].number == 3);
  CHECK(longest[2].tokens == 0);
  CHECK(longest_running(run, 60 * kSecond, 1).size() == 1);
  CHECK(longest_running(run, 200 * kSecond, 5).size() == 1);
}
