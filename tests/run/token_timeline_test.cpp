// Hand counts, and the closed window of each bin as a twin of the bins.
#include "run/token_timeline.h"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <numeric>
#include <random>

#include "run/blocks.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Run with_times(const std::vector<Nanos>& times, Tokens tokens) {
  Event completion = event_of(EventKind::completed, 1, times.back());
  completion.output_tokens = tokens;
  completion.token_times = times;
  return tracked().issue(1, 0).first(1, times.front()).put(completion).finish();
}

std::vector<Tokens> bins_of(const Run& run, TimeWindow window, double bin_ns,
                            TokenTimes times = TokenTimes::recorded_if_any) {
  const auto bins = token_bins(run, window, bin_ns, times);
  REQUIRE(bins);
  return *bins;
}

}  // namespace

TEST_CASE("tokens are spread evenly from first token to completion") {
  const Run run = run_of({{0, 10, 50, 80}});
  CHECK(tokens_in(run, {0, 100}, TokenTimes::spread) == 80);
  CHECK(tokens_in(run, {20, 30}, TokenTimes::spread) == 20);
  CHECK(tokens_in(run, {0, 20}, TokenTimes::spread) == 20);
  CHECK(tokens_in(run, {50, 90}, TokenTimes::spread) == 0);
  CHECK(tokens_in(run, {0, 10}, TokenTimes::spread) == 0);
}

TEST_CASE("without a first token, or without time after it, all tokens come at the completion") {
  const Run no_first = tracked().issue(1, 0).complete(1, 50, 8).finish();
  CHECK(tokens_in(no_first, {50, 60}, TokenTimes::spread) == 8);
  CHECK(tokens_in(no_first, {40, 50}, TokenTimes::spread) == 8);
  CHECK(tokens_in(no_first, {0, 49}, TokenTimes::spread) == 0);
  const Run at_once = run_of({{0, 50, 50, 8}});
  CHECK(tokens_in(at_once, {50, 50}, TokenTimes::spread) == 8);
  const Run backwards = run_of({{0, 60, 50, 8}});
  CHECK(tokens_in(backwards, {45, 55}, TokenTimes::spread) == 8);
}

TEST_CASE("failed, unfinished and uncounted requests give no tokens") {
  const Run run = tracked()
                      .issue(1, 0)
                      .first(1, 10)
                      .error(1, 20)
                      .complete(1, 20, 5)
                      .issue(2, 0)
                      .first(2, 10)
                      .issue(3, 0)
                      .first(3, 10)
                      .complete(3, 20)
                      .finish();
  CHECK(tokens_in(run, {0, 100}, TokenTimes::spread) == 0);
}

TEST_CASE("what a request had when it was cut off was produced by its last token; retried, it starts anew") {
  const auto cut_off = [](std::uint64_t id, Nanos at, Tokens tokens) {
    Event event = event_of(EventKind::cut_off, id, at);
    event.output_tokens = tokens;
    return event;
  };
  const Run run = tracked()
                      .issue(1, 0)
                      .first(1, 10)
                      .put(cut_off(1, 50, 80))  // in flight to the end
                      .issue(2, 0)
                      .put(cut_off(2, 70, 5))  // nobody knows when its first one came
                      .error(2, 90)
                      .complete(2, 90)
                      .issue(3, 0)
                      .first(3, 5)
                      .put(cut_off(3, 100, 1000))
                      .issue(3, 100)
                      .finish();
  CHECK(tokens_in(run, {0, 100}, TokenTimes::spread) == 85);
  CHECK(tokens_in(run, {20, 30}, TokenTimes::spread) == 20);
  CHECK(tokens_in(run, {60, 70}, TokenTimes::spread) == 5);
  CHECK(tokens_in(run, {0, 100}, TokenTimes::recorded_if_any) == 0);
  const Tally all = super_passes(run, 3).tally({0, 1});
  CHECK(all.cut_off == 2);
  CHECK(all.cut_off_tokens == 85);
  CHECK(all.tokens_out == 0);
  CHECK(all.failed == 1);
  CHECK(all.in_flight == 2);
  for (const Measure measure : {Measure::tpot, Measure::latency}) CHECK_FALSE(run.has(quantity_of(measure)));
}

TEST_CASE("recorded token times hold equal shares, at both ends of the window, when asked for") {
  const Run run = with_times({10, 20, 30, 40}, 8);
  CHECK(tokens_in(run, {20, 30}, TokenTimes::recorded_if_any) == 4);
  CHECK(tokens_in(run, {21, 29}, TokenTimes::recorded_if_any) == 0);
  CHECK(tokens_in(run, {10, 25}, TokenTimes::spread) == 4);  // half of [10, 40]
}

TEST_CASE("a token on a boundary belongs to the bin that ends there, one at the beginning to the first") {
  const Run run = with_times({10, 20, 30, 35}, 4);
  CHECK(bins_of(run, {10, 35}, 10) == std::vector<Tokens>{2, 1, 1});
  CHECK(bins_of(run, {0, 40}, 10) == std::vector<Tokens>{1, 1, 1, 1});
  CHECK(bins_of(run, {11, 21}, 10) == std::vector<Tokens>{1});
}

TEST_CASE("spread tokens fall into bins by their share of the time") {
  const Run run = run_of({{0, 5, 25, 40}, {0, 12, 14, 6}});
  const auto whole = bins_of(run, {0, 30}, 10), short_last = bins_of(run, {10, 24}, 10);
  REQUIRE(whole.size() == 3);
  CHECK(whole[0] == doctest::Approx(10));
  CHECK(whole[1] == doctest::Approx(26));
  CHECK(whole[2] == doctest::Approx(10));
  REQUIRE(short_last.size() == 2);
  CHECK(short_last[0] == doctest::Approx(26));
  CHECK(short_last[1] == doctest::Approx(8));
}

TEST_CASE("twin: each bin holds what its own closed window holds") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 100; ++round) {
    std::vector<Planned> requests;
    for (std::size_t n = 1 + random() % 20; n > 0; --n) {
      const Nanos first = static_cast<Nanos>(random() % 900),
                  last = first + 1 + static_cast<Nanos>(random() % 400);
      requests.push_back({0, first, last, 1.0 + static_cast<double>(random() % 50)});
    }
    const Run run = run_of(requests);
    const Nanos begin = static_cast<Nanos>(random() % 300),
                end = begin + 100 + static_cast<Nanos>(random() % 900);
    const Nanos width = 1 + static_cast<Nanos>(random() % 120);
    const auto bins = bins_of(run, {begin, end}, static_cast<double>(width), TokenTimes::spread);
    REQUIRE(static_cast<Nanos>(bins.size()) == (end - begin + width - 1) / width);
    for (std::size_t i = 0; i < bins.size(); ++i) {
      const Nanos from = begin + static_cast<Nanos>(i) * width, to = std::min(from + width, end);
      REQUIRE(bins[i] == doctest::Approx(tokens_in(run, {from, to}, TokenTimes::spread)).epsilon(1e-9));
    }
  }
}

TEST_CASE("a window without length has no bins, one with too many gives none") {
  const Run run = run_of({{0, 5, 25, 40}, {10, 10, 10, 3}});
  CHECK(bins_of(run, {10, 10}, 10).empty());
  CHECK_FALSE(token_bins(run, {0, kSecond}, 1, TokenTimes::spread));
}

TEST_CASE("clocks at the ends of int64 do no harm") {
  constexpr Nanos low = std::numeric_limits<Nanos>::min(), high = std::numeric_limits<Nanos>::max();
  const Run run = run_of({{low, low, high, 10}, {low, high, high, 10}, {high, low, low, 10}});
  CHECK(tokens_in(run, {low, high}, TokenTimes::spread) == doctest::Approx(30));
  const auto bins = bins_of(run, {low, high}, 1e18, TokenTimes::spread);
  CHECK(std::accumulate(bins.begin(), bins.end(), 0.0) > 0);
}
