// The same log with and without room for it: what adds up is equal, percentiles are within the bound, what is
// about time is right to a bin.
#include "run/compaction.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "run/blocks.h"
#include "run/facts.h"
#include "run/in_flight.h"
#include "run/sizing.h"
#include "run/token_timeline.h"
#include "steady/occupancy.h"
#include "tests/run/compacted.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// The lines in the order of their moments, as a log has them.
std::vector<Event> log_of(const oracle::Simulation& simulation) {
  std::vector<Event> events;
  std::uint64_t id = 0;
  for (const oracle::SimRequest& request : simulation.requests)
    put_request(++id, request, [&](const Event& event) { events.push_back(event); });
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.at < b.at; });
  return events;
}

oracle::Plan plan_of(std::int64_t requests) {
  oracle::Plan plan;
  plan.n_requests = requests;
  plan.dataset_size = 500;
  plan.tpot.request_cov = 0.2;
  return plan;
}

std::vector<oracle::Plan> plans() {
  oracle::Plan closed = plan_of(20000), poisson = closed, messy = closed, tiny = closed;
  poisson.load = oracle::Load::poisson;
  messy.failed_share = 0.05;
  messy.retried_share = 0.05;
  tiny.concurrency = 200;
  return {closed, poisson, messy, tiny};
}

// Of a range whose ends are multiples of `size`.
Pool pool(const Run& run, RequestRange range, Quantity quantity, std::size_t size = 500) {
  return super_passes(run, size).pool({range.begin / size, range.end / size}, quantity);
}
Pool whole_pool(const Run& run, Quantity quantity) {
  return super_passes(run, run.requests.size()).pool({0, 1}, quantity);
}

Mode mode_of(const Run& run) { return facts_of(run, {}, {}, {}).load.mode.mode; }

void check_within_bound(Pool found, Pool exact) {
  REQUIRE(found.size() == exact.size());
  for (int i = 0; i <= 1000; ++i)
    REQUIRE(is_within_bound(found.quantile(i / 1000.0), exact.quantile(i / 1000.0)));
  REQUIRE(found.least() == exact.least());
  REQUIRE(found.largest() == exact.largest());
  REQUIRE(*found.mean() == doctest::Approx(*exact.mean()).epsilon(1e-12));
  REQUIRE(*found.standard_deviation() == doctest::Approx(*exact.standard_deviation()).epsilon(1e-9));
}

}  // namespace

TEST_CASE("compaction: sums of every super-pass are equal, its percentiles within the bound") {
  for (const oracle::Plan& plan : plans()) {
    const auto log = log_of(oracle::simulate(plan));
    const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500);
    REQUIRE_FALSE(exact.compacted.any());
    REQUIRE(compacted.compacted.requests > 15000);
    REQUIRE(compacted.requests.kept() < 3000);
    const auto passes = super_passes(exact, 500), found = super_passes(compacted, 500);
    REQUIRE(found.size() == passes.size());
    for (std::size_t i = 0; i < passes.size(); ++i) check_equal(found[i], passes[i]);
    const auto series = metric_series(passes), same = metric_series(found);
    for (const Measure measure : kMeasures)
      for (const Level level : kLevels)
        for (std::size_t i = 0; i < passes.size(); ++i)
          REQUIRE(
              is_within_bound(same.of(MetricId{measure, level})[i], series.of(MetricId{measure, level})[i]));
  }
}

TEST_CASE("compaction: percentiles pooled over any super-passes are within the bound") {
  for (const oracle::Plan& plan : plans()) {
    const auto log = log_of(oracle::simulate(plan));
    const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500);
    for (const RequestRange range : {RequestRange{0, 20000}, {500, 3000}, {10000, 20000}, {19500, 20000}})
      for (const Quantity quantity :
           {Quantity::ttft, Quantity::tpot, Quantity::latency, Quantity::decode, Quantity::output_tokens})
        check_within_bound(pool(compacted, range, quantity), pool(exact, range, quantity));
  }
}

TEST_CASE("compaction: at the end of every time bin the number in flight is right") {
  for (const oracle::Plan& plan : plans()) {
    const auto log = log_of(oracle::simulate(plan));
    const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500);
    const InFlight counts = InFlight::of_all(exact), found = InFlight::of_all(compacted);
    const TimeBins& bins = compacted.compacted.times;
    REQUIRE(bins.size() > 500);
    for (std::size_t i = 0; i < bins.size(); ++i)
      REQUIRE(found.at(bins.middle(i)) == counts.at(last_moment(bins, i)));
    CHECK(found.requests() == counts.requests());
    CHECK(found.peak() <= counts.peak());
    CHECK(*found.mean_over(0, bins.span().end) ==
          doctest::Approx(*counts.mean_over(0, bins.span().end)).epsilon(0.01));
    CHECK(mode_of(compacted) == mode_of(exact));
  }
}

// Every tenth one is cancelled where it would have been done, with ten tokens; or fails there, without any.
std::vector<Event> cancelled(const std::vector<Event>& log, Tokens tokens) {
  std::vector<Event> all;
  for (const Event& event : log) {
    if (event.kind == EventKind::completed && event.request.low % 10 == 0) {
      all.push_back(event_of(EventKind::cut_off, event.request.low, event.at));
      all.back().output_tokens = tokens;
      all.push_back(event_of(EventKind::failed, event.request.low, event.at));
    }
    all.push_back(event);
  }
  return all;
}

TEST_CASE("compaction: the tokens of requests that were cut off stay where they were produced") {
  const auto done = log_of(oracle::simulate(plans()[2]));
  const auto log = cancelled(done, 10), plain = cancelled(done, 0);
  const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500),
            without = read(plain, kAll, 500);
  const auto passes = super_passes(exact, 500), found = super_passes(compacted, 500);
  const Tally all = passes.tally(passes.all());
  REQUIRE(all.cut_off > 1500);
  REQUIRE(all.cut_off_tokens == 10 * static_cast<Tokens>(all.cut_off));
  for (std::size_t i = 0; i < passes.size(); ++i) check_equal(found[i], passes[i]);
  const TimeBins& bins = compacted.compacted.times;
  const TimeWindow whole{bins.span().begin, all.last_event};
  CHECK(tokens_in(exact, whole, TokenTimes::spread) - tokens_in(without, whole, TokenTimes::spread) ==
        doctest::Approx(all.cut_off_tokens).epsilon(1e-6));
  const TimeWindow part{bins.span(100).begin, bins.span(400).begin};
  for (const TimeWindow window : {whole, part})
    CHECK(tokens_in(compacted, window, TokenTimes::spread) ==
          doctest::Approx(tokens_in(exact, window, TokenTimes::spread)).epsilon(1e-9));
  CHECK(tokens_in(exact, part, TokenTimes::recorded_if_any) ==
        tokens_in(without, part, TokenTimes::recorded_if_any));
}

TEST_CASE("compaction: no token is lost, and each is in its bin") {
  const auto log = log_of(oracle::simulate(plans()[2]));
  const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500);
  const TimeBins& bins = compacted.compacted.times;
  for (const TokenTimes times : {TokenTimes::spread, TokenTimes::recorded_if_any}) {
    const TimeWindow all{bins.span().begin, facts_of(exact, {}, {}, {}).times.last_event};
    CHECK(tokens_in(compacted, all, times) == doctest::Approx(tokens_in(exact, all, times)).epsilon(1e-9));
    const TimeWindow part{bins.span(100).begin, bins.span(400).begin};
    CHECK(tokens_in(compacted, part, times) == doctest::Approx(tokens_in(exact, part, times)).epsilon(1e-9));
    const auto width = static_cast<double>(bins.width());
    const auto found = token_bins(compacted, all, width, times), same = token_bins(exact, all, width, times);
    REQUIRE(found->size() == same->size());
    for (std::size_t i = 0; i < found->size(); ++i) {
      INFO(i, " of ", found->size(), ", bins ", bins.size(), ": ", (*found)[i], " ", (*same)[i]);
      REQUIRE(std::abs((*found)[i] - (*same)[i]) <= 1e-6 * (*same)[i] + 1e-6);
    }
  }
}

TEST_CASE("compaction: the occupancy window is right to two bins") {
  const auto log = log_of(oracle::simulate(plan_of(20000)));
  const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500);
  const auto one = occupancy(exact, 0.8), other = occupancy(compacted, 0.8);
  const double bins = 2 * static_cast<double>(compacted.compacted.times.width());
  CHECK(std::abs(static_cast<double>(elapsed(one->span.begin, other->span.begin))) <= bins);
  CHECK(std::abs(static_cast<double>(elapsed(one->span.end, other->span.end))) <= bins);
  CHECK(other->threshold == one->threshold);
  CHECK(*other->output_tps == doctest::Approx(*one->output_tps).epsilon(0.01));
  CHECK(static_cast<double>(other->completed) ==
        doctest::Approx(static_cast<double>(one->completed)).epsilon(0.01));
}

TEST_CASE("compaction: the method comes to the same verdict over the same window") {
  oracle::Plan steady = plan_of(20000), step = steady, drift = steady, ramp = steady;
  step.tpot.steps.push_back({-1, 10000, 1.3});
  drift.tpot.drift_total = 0.3;
  ramp.tpot.ramp_requests = 3000;
  ramp.tpot.ramp_start_factor = 0.6;
  for (const oracle::Plan& plan : {steady, step, drift, ramp}) {
    const auto log = log_of(oracle::simulate(plan));
    const Policy policy = without_duration_gate();
    const Analysis exact = analyse_run(read(log, kAll, 500), 500, policy);
    const Analysis found = analyse_run(read(log, kTight, 500), 500, policy);
    CHECK(found.verdict == exact.verdict);
    CHECK(found.window() == exact.window());
    CHECK(found.warmup.count == exact.warmup.count);
    CHECK(found.tail.applied == exact.tail.applied);
    CHECK(found.tail.samples == exact.tail.samples);
    CHECK(found.examined() == exact.examined());
    CHECK(found.segments.plateau_count() == exact.segments.plateau_count());
    CHECK(found.coverage == exact.coverage);
  }
}

TEST_CASE("compaction: a request that hangs for the whole run keeps its number and its readings") {
  std::vector<Event> log{event_of(EventKind::issued, 900000, 0), event_of(EventKind::first_token, 900000, 7)};
  for (const Event& event : log_of(oracle::simulate(plan_of(20000)))) log.push_back(event);
  const Nanos end = log.back().at + kSecond;
  log.push_back(completion_of(900000, end, 9));
  const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500);
  CHECK(compacted.requests[0].completed == end);
  CHECK(compacted.ttft_ns(compacted.requests[0]) == 7);
  check_within_bound(pool(compacted, {0, 500}, Quantity::latency), pool(exact, {0, 500}, Quantity::latency));
  check_equal(super_passes(compacted, 500)[0], super_passes(exact, 500)[0]);
}

TEST_CASE("compaction: retries and server-reported times survive in what is kept and in what is not") {
  std::vector<Event> log;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const Nanos at = static_cast<Nanos>(i) * 1000;
    log.push_back(event_of(EventKind::issued, i, at));
    if (i % 3 == 0) log.push_back(event_of(EventKind::issued, i, at + 10));
    log.push_back(event_of(EventKind::first_token, i, at + 50));
    if (i % 100 == 99) continue;  // in flight to the end
    Event completion = completion_of(i, at + 500, 11);
    if (i % 2) completion.server_tpot_ns = 30 + static_cast<double>(i % 7);
    log.push_back(completion);
  }
  for (std::uint64_t i = 99; i < 5000; i += 100) log.push_back(completion_of(i, 9'000'000, 11));
  const Run exact = read(log, kAll, 100), compacted = read(log, kTight, 100);
  REQUIRE(compacted.compacted.any());
  CHECK(compacted.extras.size() < exact.extras.size());
  for (const Quantity quantity : {Quantity::ttft, Quantity::tpot, Quantity::latency})
    check_within_bound(pool(compacted, {0, 5000}, quantity), pool(exact, {0, 5000}, quantity));
}

TEST_CASE(
    "compaction: nothing that ended after the last issue is given up, so an offline run is over its budget") {
  oracle::Plan plan = plan_of(5000);
  plan.load = oracle::Load::offline;
  const Run run = read(log_of(oracle::simulate(plan)), kTight, std::nullopt);
  CHECK(run.requests.kept() == 5000);
  CHECK(run.memory_exceeded);
  CHECK_FALSE(read(log_of(oracle::simulate(plan)), kAll, std::nullopt).memory_exceeded);
}

TEST_CASE("compaction: where the size follows from the number of requests, cells stay few and small") {
  oracle::Plan plan = plan_of(60000);
  plan.dataset_size = 0;
  constexpr std::size_t kAutomatic = 1500;  // ceil(60000 / 40)
  const auto log = log_of(oracle::simulate(plan));
  const Run exact = read(log, kAll, std::nullopt), compacted = read(log, kTight, std::nullopt);
  const Compacted& left = compacted.compacted;
  CHECK(left.cells.size() <= 81);
  CHECK(left.cell_size <= kAutomatic);
  const Sizing sizing = choose_sizing({}, {}, std::nullopt, 60000, left.cell_size);
  CHECK(sizing.superpass_size % left.cell_size == 0);
  CHECK(sizing.superpass_size <= 2 * kAutomatic);
  const auto passes = super_passes(exact, sizing.superpass_size);
  const auto found = super_passes(compacted, sizing.superpass_size);
  for (std::size_t i = 0; i < passes.size(); ++i) check_equal(found[i], passes[i]);
  check_within_bound(whole_pool(compacted, Quantity::tpot), whole_pool(exact, Quantity::tpot));
}

TEST_CASE("compaction: memory stays within the budget however long the run") {
  for (const std::int64_t requests : {20000, 80000}) {
    oracle::Plan plan = plan_of(requests);
    plan.dataset_size = 0;
    RequestTable table({}, true, 1'000'000);
    std::size_t most = 0;
    for (const Event& event : log_of(oracle::simulate(plan))) {
      table.on_event(event);
      if (table.is_full()) table.compact(std::nullopt);
      most = std::max(most, table.bytes());
    }
    CHECK(most <= 1'000'000 + sizeof(Request) + 64);
    const Run run = table.finish();
    CHECK(run.compacted.any());
    CHECK(run.prompts_forgotten);
    CHECK_FALSE(run.memory_exceeded);
  }
}

TEST_CASE("compaction: conversations are dropped, and multi-turn runs never compacted") {
  oracle::Plan plan = plan_of(5000);
  auto log = log_of(oracle::simulate(plan));
  for (Event& event : log) event.conversation = event.request.low + 1;
  CHECK(read(log, kAll, 500).conversations.size() == 5000);
  CHECK(read(log, kTight, 500).conversations.empty());
  for (Event& event : log) event.turn = 2;
  const Run turns = read(log, kTight, 500);
  CHECK_FALSE(turns.compacted.any());
  CHECK(turns.conversations.size() == 5000);
}

TEST_CASE("compaction: one end in the far future neither coarsens the bins nor takes memory") {
  auto log = log_of(oracle::simulate(plan_of(20000)));
  const Run before = read(log, kTight, 500);
  const auto late = std::find_if(log.begin() + 9000, log.end(),
                                 [](const Event& event) { return event.kind == EventKind::completed; });
  late->at = 9'000'000'000'000'000'000;
  const Run run = read(log, kTight, 500);
  CHECK(run.compacted.times.width() == before.compacted.times.width());
  CHECK(run.compacted.times.size() <= before.compacted.times.size() + 10);
  const auto found = occupancy(run, 0.8), same = occupancy(before, 0.8);
  CHECK(*found->output_tps == doctest::Approx(*same->output_tps).epsilon(0.01));
  CHECK(mode_of(run) == Mode::concurrency);
}

TEST_CASE("compaction: lines of issue in the reverse order of their clock lose nothing") {
  auto log = log_of(oracle::simulate(plan_of(20000)));
  constexpr std::ptrdiff_t kPart = 3000;  // lines
  for (auto at = log.begin(); log.end() - at >= kPart; at += kPart)
    std::reverse(at, std::stable_partition(at, at + kPart,
                                           [](const Event& e) { return e.kind == EventKind::issued; }));
  const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500);
  REQUIRE(compacted.compacted.requests > 15000);
  const TimeBins& bins = compacted.compacted.times;
  const InFlight counts = InFlight::of_all(exact), found = InFlight::of_all(compacted);
  for (std::size_t i = 0; i < bins.size(); ++i)
    REQUIRE(found.at(bins.middle(i)) == counts.at(last_moment(bins, i)));
  const RunTimes times = facts_of(exact, {}, {}, {}).times;
  const TimeWindow all{times.first_issue, times.last_event};
  CHECK(tokens_in(compacted, all, TokenTimes::spread) ==
        doctest::Approx(tokens_in(exact, all, TokenTimes::spread)).epsilon(1e-9));
}

TEST_CASE(
    "compaction: a completion stamped before its issue leaves nobody in flight, rather than fewer than "
    "none") {
  auto log = log_of(oracle::simulate(plan_of(20000)));
  const Run before = read(log, kTight, 500);
  for (Event& event : log)
    if (event.kind == EventKind::completed && event.request.low % 2 == 0) event.at -= 600 * kSecond;
  const Run exact = read(log, kAll, 500), compacted = read(log, kTight, 500);
  REQUIRE(compacted.compacted.times.width() < 10 * kSecond);
  const InFlight counts = InFlight::of_all(exact), found = InFlight::of_all(compacted);
  CHECK(found.peak() <= counts.peak());
  CHECK(counts.peak() < InFlight::of_all(before).peak());
  CHECK(mode_of(compacted) == mode_of(exact));
}

TEST_CASE("compaction: an issue that a retry moves back did not close what ended before it") {
  const RequestPolicy policy = reference_policy().request;
  REQUIRE(policy.retry == RetryRule::moves_the_issue);
  std::vector<Event> log{event_of(EventKind::issued, 900000, 7200 * kSecond)};
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const Nanos at = static_cast<Nanos>(i) * kMs;
    log.push_back(event_of(EventKind::issued, i, at));
    log.push_back(event_of(EventKind::first_token, i, at + kMs));
    log.push_back(completion_of(i, i % 10 == 0 ? at + 3600 * kSecond : at + 5 * kMs, 11));
  }
  log.push_back(event_of(EventKind::issued, 900000, 5 * kSecond));
  const Run exact = read(log, kAll, 100, policy), compacted = read(log, kTight, 100, policy);
  REQUIRE(compacted.compacted.any());
  const TailCut tail = analyse_run(exact, 100, without_duration_gate()).tail;
  CHECK(tail.samples > 400);
  CHECK(analyse_run(compacted, 100, without_duration_gate()).tail.samples == tail.samples);
}

TEST_CASE("compaction: one issue far off costs no resolution, wherever the clock begins") {
  for (const Nanos origin : {Nanos{0}, Nanos{1'700'000'000} * kSecond}) {
    auto log = log_of(oracle::simulate(plan_of(20000)));
    for (Event& event : log) event.at += origin;
    const Run before = read(log, kTight, 500);
    const auto is_issue = [](const Event& event) { return event.kind == EventKind::issued; };
    std::find_if(log.begin() + 3000, log.end(), is_issue)->at = 0;  // not set, as some clients have it
    std::find_if(log.begin() + 9000, log.end(), is_issue)->at = 9'000'000'000'000'000'000;
    const Run exact = read(log, kAll, 500), run = read(log, kTight, 500);
    REQUIRE(run.compacted.requests > 15000);
    CHECK(run.compacted.times.width() == before.compacted.times.width());
    CHECK(InFlight::of_all(run).peak() >= InFlight::of_all(exact).peak() - 1);
    CHECK(mode_of(run) == mode_of(exact));
  }
}

TEST_CASE("compaction: the example of the header") {
  RequestTable table({}, true);
  const auto put = [&](std::uint64_t id, Nanos issued, std::optional<Nanos> completed) {
    table.on_event(event_of(EventKind::issued, id, issued));
    if (completed) table.on_event(completion_of(id, *completed, 1));
  };
  put(0, 1, 10), put(1, 2, {}), put(2, 5, 12), put(3, 8000, 8090), put(4, 8050, 8150), put(5, 8100, {});
  Run run = table.finish();
  const InFlight exact = InFlight::of_all(run);
  compact(run, 8100, 100, kTight);

  std::vector<std::size_t> kept;
  run.requests.for_each({0, 6}, [&](std::size_t number, const Request&) { kept.push_back(number); });
  CHECK(kept == std::vector<std::size_t>{1, 4, 5});
  REQUIRE(run.compacted.cells.size() == 1);
  CHECK(run.compacted.cells[0].sum.requests == 3);
  Pool latencies;
  latencies.merge(run.compacted.cells[0].of(Quantity::latency));
  CHECK(*latencies.mean() == doctest::Approx((9 + 7 + 90) / 3.0));
  TimeBins& bins = run.compacted.times;
  CHECK(bins.width() == 8);
  CHECK(bins.span(0).begin == 0);
  CHECK(bins.at(0).issued == 2);
  CHECK(bins.at(8).ended == 2);
  CHECK(bins.at(8000).issued == 1);
  CHECK(bins.at(8088).ended == 1);

  const InFlight found = InFlight::of_all(run);
  CHECK(exact.at(4) == 2);
  CHECK(found.at(4) == 3);
  for (const InFlight* counts : {&exact, &found}) {
    CHECK(counts->at(7) == 3);
    CHECK(counts->at(15) == 1);
  }
}

TEST_CASE("compaction: where nothing is closed nothing changes") {
  std::vector<Event> log;
  for (std::uint64_t i = 0; i < 5000; ++i)
    log.push_back(event_of(EventKind::issued, i, -9'000'000'000'000'000'000 + static_cast<Nanos>(i)));
  const Run run = read(log, kTight, 500);
  CHECK(run.requests.kept() == 5000);
  CHECK_FALSE(run.compacted.any());
  CHECK(run.compacted.times.empty());
  CHECK(run.memory_exceeded);
}

TEST_CASE("compaction: super-passes too small to be worth a sketch stay as they are") {
  const auto log = log_of(oracle::simulate(plan_of(5000)));
  CHECK_FALSE(read(log, kTight, 5).compacted.any());
  CHECK(read(log, kTight, 5).memory_exceeded);
}

TEST_CASE("compaction: what is the same in every super-pass does not seem to drift") {
  std::vector<Event> log;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const Nanos at = static_cast<Nanos>(i) * kSecond;
    log.push_back(event_of(EventKind::issued, i, at));
    log.push_back(event_of(EventKind::first_token, i, at + (i % 50 ? 140 : 139) * kMs));
    log.push_back(completion_of(i, at + 900 * kMs, 11));
  }
  const Run run = read(log, kTight, 500);
  REQUIRE(run.compacted.any());
  const auto series = metric_series(super_passes(run, 500)).ttft;
  for (const double value : series.p50.all()) REQUIRE(value == series.p50[0]);
}
