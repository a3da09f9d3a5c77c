// SPEC 9: the worked examples of the second seed.
#include "steady/occupancy.h"

#include <doctest/doctest.h>

#include <limits>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

struct Asked {
  Seconds start, latency, ttft;
  std::vector<Seconds> gaps;  // between tokens
  std::optional<Tokens> input;
};

Nanos ns(Seconds seconds) { return static_cast<Nanos>(seconds * 1e9); }

Run run_of_asked(const std::vector<Asked>& all, bool with_token_times) {
  EventFeed feed = tracked();
  std::uint64_t id = 0;
  for (const Asked& each : all) {
    Event issued = event_of(EventKind::issued, ++id, ns(each.start));
    issued.input_tokens = each.input;
    feed.put(issued).first(id, ns(each.start + each.ttft));
    std::vector<Nanos> times{ns(each.start + each.ttft)};
    for (const Seconds gap : each.gaps) times.push_back(times.back() + ns(gap));
    Event completion = event_of(EventKind::completed, id, ns(each.start + each.latency));
    completion.output_tokens = static_cast<Tokens>(times.size());
    if (with_token_times) completion.token_times = times;
    feed.put(completion);
  }
  return feed.finish();
}

std::vector<Asked> seed_example(std::optional<Tokens> input = std::nullopt) {
  return {{0, 10, 1, {2, 2, 2, 2}, input}, {2, 6, 1, {2, 2}, input}, {2, 6, 1, {2, 2}, input}};
}

std::vector<Asked> two_bursts(Seconds later_latency) {
  return {{0, 2, 1, {}, {}}, {0, 2, 1, {}, {}}, {3, later_latency, 1, {}, {}}, {3, later_latency, 1, {}, {}}};
}

Occupancy found(const Run& run, Ratio ratio) {
  const auto result = occupancy(run, ratio);
  REQUIRE(result);
  return *result;
}

}  // namespace

TEST_CASE("the second seed's example, with the real token times") {
  const Occupancy window = found(run_of_asked(seed_example(), true), 0.8);
  CHECK(window.span.begin == ns(2));
  CHECK(window.span.end == ns(8));
  CHECK(window.threshold == 3);
  CHECK(window.peak == 3);
  CHECK(window.completed == 2);
  CHECK(window.output_tokens == 9);
  CHECK(window.output_tps == 1.5);
  CHECK(window.average_in_flight == 3.0);
  CHECK(window.peak_output_tps == 3.0);
}

TEST_CASE("... and with tokens spread evenly") {
  const Occupancy window = found(run_of_asked(seed_example(), false), 0.8);
  CHECK(window.output_tokens == doctest::Approx(5.0 * 6 / 9 + 6));
  CHECK(window.output_tps == doctest::Approx((5.0 * 6 / 9 + 6) / 6));
}

TEST_CASE("the longest span wins, and of equals the first") {
  const Occupancy longer = found(run_of_asked(two_bursts(4), true), 1.0);
  CHECK(longer.span.begin == ns(3));
  CHECK(longer.span.end == ns(7));
  CHECK(longer.threshold == 2);
  const Occupancy equal = found(run_of_asked(two_bursts(2), true), 1.0);
  CHECK(equal.span.begin == 0);
  CHECK(equal.span.end == ns(2));
}

TEST_CASE("the threshold is the ceiling of the product, guarded, and at least 1") {
  CHECK(occupancy_threshold(100, 0.55) == 55);
  CHECK(occupancy_threshold(3, 0.8) == 3);
  CHECK(occupancy_threshold(5, 0.8) == 4);
  CHECK(occupancy_threshold(10, 0.81) == 9);
  CHECK(occupancy_threshold(1000, 0.0001) == 1);
  CHECK(occupancy_threshold(7, 1.0) == 7);
  for (std::size_t peak = 1; peak <= 500; ++peak)
    for (std::size_t percent = 1; percent <= 100; ++percent)
      REQUIRE(occupancy_threshold(peak, static_cast<double>(percent) / 100) == (peak * percent + 99) / 100);
}

TEST_CASE("input tokens: of requests that start in [begin, end); unknown when any is, or multi-turn") {
  const Occupancy window = found(run_of_asked(seed_example(10), true), 0.8);
  CHECK(window.input_tokens == 20);
  CHECK(window.input_tps == doctest::Approx(20.0 / 6));
  CHECK_FALSE(found(run_of_asked(seed_example(), true), 0.8).input_tokens);
  auto one_unknown = seed_example(10);
  one_unknown[2].input.reset();
  CHECK_FALSE(found(run_of_asked(one_unknown, true), 0.8).input_tps);
  Run turns = run_of_asked(seed_example(10), true);
  turns.highest_turn = 2;
  CHECK_FALSE(found(turns, 0.8).input_tokens);
}

TEST_CASE("one that starts as the span ends brings no input; one that ends as it begins completed in it") {
  // Two in flight over [2, 5): the first ends where the span begins, the last starts where it ends.
  const std::vector<Asked> all{{0, 2, 1, {}, 1}, {2, 3, 1, {}, 2}, {2, 3, 1, {}, 4}, {5, 1, 0.5, {}, 8}};
  const Occupancy window = found(run_of_asked(all, true), 1.0);
  CHECK(window.span.begin == ns(2));
  CHECK(window.span.end == ns(5));
  CHECK(window.input_tokens == 6);
  CHECK(window.completed == 3);
}

TEST_CASE("the fullest second, and a short last one") {
  // Tokens at 0.5, 1, 1.25, 2, 2.25, 2.5: (0,1] has two, (1,2] two, (2,2.5] two. With another at 2.4: three.
  std::vector<Asked> one{{0, 2.5, 0.5, {0.5, 0.25, 0.75, 0.25, 0.25}, {}}};
  CHECK(found(run_of_asked(one, true), 0.8).peak_output_tps == 2);
  one[0].gaps = {0.5, 0.25, 0.75, 0.25, 0.125, 0.125};
  CHECK(found(run_of_asked(one, true), 0.8).peak_output_tps == 3);
}

TEST_CASE("only successes with a positive latency; without any there is no window") {
  CHECK_FALSE(occupancy(run_of({{0, 1, 2, 3, true}, {5, 5, 5, 3}}), 0.8));
  CHECK_FALSE(occupancy(Run{}, 0.8));
  const Occupancy window = found(run_of({{0, kSecond, 2 * kSecond, 3}, {0, 1, 9 * kSecond, 3, true}}), 0.8);
  CHECK(window.peak == 1);
  CHECK(window.span.end == 2 * kSecond);
}

TEST_CASE("without counts there is a window, but no tokens") {
  const Occupancy window = found(tracked().issue(1, 0).first(1, 5).complete(1, 10).finish(), 0.8);
  CHECK(window.completed == 1);
  CHECK_FALSE(window.output_tokens);
  CHECK_FALSE(window.output_tps);
  CHECK_FALSE(window.peak_output_tps);
}

TEST_CASE("clocks at the ends of int64 do no harm") {
  constexpr Nanos low = std::numeric_limits<Nanos>::min(), high = std::numeric_limits<Nanos>::max();
  const Occupancy window = found(run_of({{low, 0, high, 10}, {high, low, low, 5}}), 0.8);
  CHECK(window.peak == 1);
  CHECK_FALSE(window.peak_output_tps);  // too many seconds to count
}
