// SPEC 5: blocks in issue order; lower nearest rank; what is absent is no value. Bins of wall time,
// conversations.
#include "run/blocks.h"

#include <doctest/doctest.h>

#include <limits>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

using List = std::vector<std::size_t>;

template <class Unit>
List numbers_in(const Blocks<Unit>& blocks, Range<Unit> range) {
  List numbers;
  blocks.for_each(range, [&](std::size_t number, const Request&) { numbers.push_back(number); });
  return numbers;
}

}  // namespace

TEST_CASE("seven requests in blocks of three: the last one is partial") {
  std::vector<Planned> requests;
  for (Nanos i = 0; i < 7; ++i) requests.push_back({10 * i, 10 * i + 1, 10 * i + 5, 4});
  requests[4].failed = true;
  const Run run = run_of(requests);
  const auto passes = super_passes(run, 3);
  REQUIRE(passes.size() == 3);
  CHECK(numbers_in(passes, {0, 1}) == List{0, 1, 2});
  CHECK(numbers_in(passes, {2, 3}) == List{6});
  CHECK_FALSE(passes[1].partial);
  CHECK(passes[2].partial);
  CHECK(passes[1].issued() == 3);
  CHECK(passes[1].completed == 2);
  CHECK(passes[1].failed == 1);
  CHECK(passes[1].tokens_out == 8);
  CHECK(passes[1].first_issue == 30);
  CHECK(passes[1].last_issue == 50);
  CHECK(passes[1].last_event == 55);
  CHECK(numbers_in(passes, {1, 3}) == List{3, 4, 5, 6});
  CHECK(numbers_in(passes, {2, 2}).empty());
}

TEST_CASE("a size beyond the run gives one partial block; an empty run none") {
  const Run run = run_of({{0, 1, 2, 3}, {1, 2, 3, 3}});
  CHECK(super_passes(run, std::numeric_limits<std::size_t>::max()).size() == 1);
  CHECK(super_passes(run, 2)[0].partial == false);
  CHECK(super_passes(Run{}, 2).size() == 0);
}

TEST_CASE("first and last issue are by the clock, whatever the order of the lines") {
  const Run run = run_of({{50, 51, 60, 3}, {20, 21, 30, 3}, {90, 91, 95, 3}, {70, 71, 99, 3}});
  const auto passes = super_passes(run, 2);
  CHECK(passes[0].first_issue == 20);
  CHECK(passes[0].last_issue == 50);
  const TimeWindow span = passes.offered_load_span({0, 2});
  CHECK(span.begin == 20);
  CHECK(span.end == 90);
}

TEST_CASE("percentiles are the lower nearest rank, the mean is the mean") {
  const Run run = run_of({{0, 40, 50, 3}, {0, 10, 50, 3}, {0, 30, 50, 3}, {0, 20, 50, 3}});
  const auto series = metric_series(super_passes(run, 4)).ttft;
  CHECK(series.p50[0] == 20);  // floor(0.5 * 3) = 1
  CHECK(series.p90[0] == 30);  // floor(0.9 * 3) = 2
  CHECK(series.p99[0] == 30);
  CHECK(series.mean[0] == 25);
  CHECK(&series.at(Level::p90) == &series.p90);
}

TEST_CASE("a cut leaves out what ends later; a block without values has none") {
  const Run run = run_of({{0, 10, 30, 3}, {0, 10, 50, 3}, {60, 70, 90, 1}, {60, 70, 90, 1}});
  const auto passes = super_passes(run, 2);
  const auto all = metric_series(passes);
  CHECK(all.tpot.mean[0] == 15);
  CHECK_FALSE(all.tpot.p50[1]);
  const auto cut = without_tail(all, passes, 30);
  CHECK(cut.tpot.mean[0] == 10);  // one that ends at the cut stays
  CHECK(cut.latency.mean[0] == all.latency.mean[0]);
  CHECK_FALSE(without_tail(all, passes, 29).tpot.mean[0]);
  CHECK(passes.pool({0, 2}, Quantity::latency).size() == 4);
  CHECK(passes.pool({0, 2}, Quantity::latency, 30).size() == 1);
  CHECK(passes.pool({0, 2}, Quantity::latency, 30).mean() == 30);
  CHECK(passes.pool({1, 2}, Quantity::output_tokens).mean() == 1);
  CHECK(passes.pool({1, 1}, Quantity::latency).size() == 0);
}

TEST_CASE("a series is spans of the values that exist") {
  const Series<SuperPass> series(Values{1.0, std::nullopt, 3.0});
  const auto in = [&](PassRange range) {
    const auto values = series.in(range);
    return std::vector<double>(values.begin(), values.end());
  };
  CHECK(series.size() == 3);
  CHECK(series[0] == 1);
  CHECK_FALSE(series[1]);
  CHECK(series[2] == 3);
  CHECK(in({0, 3}) == std::vector<double>{1, 3});
  CHECK(in({1, 2}).empty());
  CHECK(in({1, 99}) == std::vector<double>{3});
  CHECK(in({5, 9}).empty());
  CHECK(series.all().size() == 2);
  CHECK(Series<SuperPass>().size() == 0);
}

TEST_CASE("bins of wall time: a request is where the middle of its decoding lies") {
  // Middles at 20, 20 (failed: never decoded), 50 (an inner edge), 100 (the end), 101.
  const Run run =
      run_of({{0, 10, 30, 3}, {0, 10, 31, 3, true}, {0, 40, 60, 3}, {0, 100, 100, 3}, {0, 100, 102, 3}});
  const auto bins = wall_time_bins(run, {0, 100}, 2);
  REQUIRE(bins.size() == 2);
  CHECK(numbers_in(bins, {0, 1}) == List{0});
  CHECK(numbers_in(bins, {1, 2}) == List{2, 3});
  CHECK(bins.pool({0, 1}, Quantity::decode).mean() == 20);
  CHECK(bins.tally({0, 2}).requests == 3);
  CHECK(bins.wall_time({1, 2}).begin == 50);
  CHECK(bins.wall_time({0, 2}).end == 100);
}

TEST_CASE("bins of wall time: edges are equally spaced, whatever the length divides into") {
  const Run run = run_of({{0, 10, 30, 3}});
  const auto bins = wall_time_bins(run, {5, 15}, 4);
  const Nanos begins[] = {5, 7, 10, 12};
  for (std::size_t i = 0; i < 4; ++i) CHECK(bins.wall_time({i, i + 1}).begin == begins[i]);
}

TEST_CASE("conversations are blocks in the order of their completion, their requests in that of issue") {
  EventFeed feed = tracked();
  const auto turn = [&](std::uint64_t id, std::uint64_t conversation, Nanos at, Nanos end,
                        bool counted = true) {
    Event issued = event_of(EventKind::issued, id, at);
    issued.conversation = conversation;
    feed.put(issued).complete(id, end, counted ? std::optional<Tokens>(5) : std::nullopt);
  };
  turn(1, 7, 0, 10);
  turn(2, 9, 1, 20);
  turn(3, 7, 30, 40);
  turn(4, 7, 50, 60, false);
  turn(5, 0, 50, 60);
  const Run run = feed.finish();
  const auto blocks = conversations(run);
  REQUIRE(blocks.size() == 2);
  CHECK(numbers_in(blocks, {0, 1}) == List{1});
  CHECK(numbers_in(blocks, {1, 2}) == List{0, 2});
  CHECK(blocks[1].tokens_out == 10);
  CHECK(blocks[1].last_completion == 40);
}
