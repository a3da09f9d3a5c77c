// SPEC 3, rule by rule; the preset differences of SPEC 15; and the generator's own counts.
#include "run/request_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>

#include "run/in_flight.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

constexpr Nanos kLowest = std::numeric_limits<Nanos>::min(), kHighest = std::numeric_limits<Nanos>::max();

RequestPolicy reference_rules() { return reference_policy().request; }

// One request: issued 100, first token 150, completed 350 with 11 tokens and whatever `change` adds.
template <class Change>
Run one_completion(Change change) {
  Event completion = event_of(EventKind::completed, 1, 350);
  completion.output_tokens = 11;
  change(completion);
  return tracked().issue(1, 100).first(1, 150).put(completion).finish();
}

}  // namespace

TEST_CASE("only samples issued while tracking is on are tracked, whenever they end") {
  const Run run = EventFeed()
                      .issue(1, 0)
                      .start_tracking()
                      .complete(1, 10, 5)
                      .issue(2, 20)
                      .issue(3, 30)
                      .stop_tracking()
                      .complete(3, 40, 5)
                      .issue(4, 50)
                      .complete(2, 60, 5)
                      .complete(4, 70, 5)
                      .finish();
  REQUIRE(run.requests.size() == 2);
  CHECK(run.requests[0].issued == 20);
  CHECK(run.requests[1].issued == 30);
  CHECK(run.requests[0].state == RequestState::completed);
  CHECK(run.untracked == 2);
  CHECK(run.orphan_events == 0);
  CHECK(run.tracking_stretches == 1);
}

TEST_CASE("several stretches of tracking count together, and are counted") {
  const Run run = EventFeed()
                      .start_tracking()
                      .start_tracking()
                      .issue(1, 0)
                      .stop_tracking()
                      .issue(2, 10)
                      .start_tracking()
                      .issue(3, 20)
                      .finish();
  CHECK(run.requests.size() == 2);
  CHECK(run.tracking_stretches == 2);
  CHECK(run.untracked == 1);
}

TEST_CASE("without tracking there is no sample, unless all are asked for") {
  CHECK(EventFeed().issue(1, 0).finish().requests.empty());
  CHECK(EventFeed({}, true).issue(1, 0).finish().requests.size() == 1);
}

TEST_CASE("a sample first issued outside tracking stays untracked when it is retried inside") {
  const Run run = EventFeed().issue(1, 0).start_tracking().issue(1, 5).complete(1, 9, 3).finish();
  CHECK(run.requests.empty());
  CHECK(run.untracked == 1);
  CHECK(run.retries == 0);
}

TEST_CASE("samples are numbered by the order of their first issued line, not by their clock") {
  const Run run = tracked().issue(7, 500).issue(8, 400).issue(7, 600).issue(9, 100).finish();
  REQUIRE(run.requests.size() == 3);
  CHECK(run.requests[0].issued == 500);
  CHECK(run.requests[1].issued == 400);
  CHECK(run.requests[2].issued == 100);
}

TEST_CASE("TTFT, latency and TPOT are the differences SPEC 3 says") {
  const Run run = tracked().issue(1, 100).first(1, 150).complete(1, 350, 11).finish();
  const Request& request = run.requests[0];
  CHECK(run.ttft_ns(request) == 50);
  CHECK(run.latency_ns(request) == 250);
  CHECK(run.tpot_ns(request) == 20);
  CHECK(request.tokens_out == 11);
  CHECK(request.token_source == TokenSource::recorded);
}

TEST_CASE("a server-reported TPOT or decode time is preferred, the TPOT most") {
  const auto tpot = [](const Run& run) { return run.tpot_ns(run.requests[0]); };
  CHECK(tpot(one_completion([](Event& e) { e.server_tpot_ns = 7; })) == 7);
  CHECK(tpot(one_completion([](Event& e) { e.server_decode_ns = 50; })) == 5);
  CHECK(tpot(one_completion([](Event& e) { e.server_tpot_ns = 7, e.server_decode_ns = 50; })) == 7);
  const Run negative = one_completion([](Event& e) { e.server_decode_ns = -50; });
  CHECK_FALSE(tpot(negative));
  CHECK(negative.is_invalid(Measure::tpot, negative.requests[0]));
}

TEST_CASE("a server-reported TPOT needs no first token, but tokens after the first") {
  Event completion = event_of(EventKind::completed, 1, 350);
  completion.output_tokens = 2;
  completion.server_tpot_ns = 7;
  const Run two = tracked().issue(1, 100).put(completion).finish();
  CHECK(two.tpot_ns(two.requests[0]) == 7);
  completion.output_tokens = 1;
  const Run one = tracked().issue(1, 100).put(completion).finish();
  CHECK_FALSE(one.tpot_ns(one.requests[0]));
}

TEST_CASE("outputs of no token or one have no TPOT, but their tokens count") {
  for (const Tokens tokens : {0.0, 1.0}) {
    const Run run = tracked().issue(1, 0).first(1, 5).complete(1, 9, tokens).finish();
    CHECK_FALSE(run.tpot_ns(run.requests[0]));
    CHECK_FALSE(run.is_invalid(Measure::tpot, run.requests[0]));
    CHECK(run.requests[0].tokens_out == tokens);
  }
  const Run unknown = tracked().issue(1, 0).first(1, 5).complete(1, 9).finish();
  CHECK(unknown.requests[0].tokens_out == Request::kUnknown);
  CHECK_FALSE(unknown.tpot_ns(unknown.requests[0]));
}

TEST_CASE("a retry: durations of the last attempt, order and spans of the first issue") {
  const Run run = tracked()
                      .issue(1, 100)
                      .first(1, 150)
                      .issue(2, 160)
                      .issue(1, 200)
                      .first(1, 260)
                      .complete(1, 460, 11)
                      .finish();
  REQUIRE(run.requests.size() == 2);
  const Request& request = run.requests[0];
  CHECK(request.issued == 100);
  CHECK(run.ttft_ns(request) == 60);
  CHECK(run.latency_ns(request) == 260);
  CHECK(run.tpot_ns(request) == 20);
  CHECK(run.retries == 1);
}

TEST_CASE("a retry clears a first token and an error already seen") {
  const Run first = tracked().issue(1, 100).first(1, 150).issue(1, 200).complete(1, 460, 11).finish();
  CHECK_FALSE(first.ttft_ns(first.requests[0]));
  CHECK_FALSE(first.tpot_ns(first.requests[0]));
  CHECK(first.latency_ns(first.requests[0]) == 260);
  const Run error = tracked().issue(1, 100).error(1, 150).issue(1, 200).complete(1, 460, 11).finish();
  CHECK(error.requests[0].state == RequestState::completed);
  const Run again =
      tracked().issue(1, 100).error(1, 150).issue(1, 200).error(1, 300).complete(1, 290).finish();
  CHECK(again.requests[0].state == RequestState::failed);
}

TEST_CASE("reference: a retry moves the issue time, keeps a first token, commits TTFT with it") {
  const Run late = tracked(reference_rules())
                       .issue(1, 100)
                       .first(1, 150)
                       .issue(1, 200)
                       .first(1, 260)
                       .complete(1, 460, 11)
                       .finish();
  CHECK(late.requests[0].issued == 200);
  CHECK(late.ttft_ns(late.requests[0]) == 50);
  CHECK(late.latency_ns(late.requests[0]) == 260);
  CHECK(late.tpot_ns(late.requests[0]) == 31);  // (460 - 150) / 10
  const Run early = tracked(reference_rules()).issue(1, 100).issue(1, 200).first(1, 260).finish();
  CHECK(early.ttft_ns(early.requests[0]) == 60);
}

TEST_CASE("an issue after the completion is a new sample") {
  const Run run = tracked().issue(1, 0).complete(1, 10, 5).issue(1, 20).finish();
  REQUIRE(run.requests.size() == 2);
  CHECK(run.retries == 0);
  CHECK(run.requests[1].state == RequestState::in_flight);
}

TEST_CASE("a failed request fails with its completion, on whatever line and clock that comes") {
  const Run run = tracked().issue(1, 0).first(1, 5).error(1, 30).complete(1, 29, 50).finish();
  const Request& request = run.requests[0];
  CHECK(request.state == RequestState::failed);
  for (Measure measure : kMeasures) {
    CHECK_FALSE(run.value(measure, request));
    CHECK_FALSE(run.is_invalid(measure, request));
  }
  CHECK(request.tokens_out == Request::kUnknown);
  CHECK(request.has_completion);
  CHECK(request.completed == 29);
}

TEST_CASE("an error without a completion fails at the end of the log") {
  const Run run = tracked().issue(1, 0).first(1, 5).error(1, 30).finish();
  CHECK(run.requests[0].state == RequestState::failed);
  CHECK_FALSE(run.ttft_ns(run.requests[0]));
}

TEST_CASE("an error without a completion leaves the load at its error, unless it is tried again") {
  const Run failed = tracked().issue(1, 0).error(1, 30).issue(2, 40).complete(2, 50, 1).finish();
  CHECK(failed.requests[0].has_left());
  CHECK(failed.requests[0].left() == 30);
  CHECK(InFlight::of_all(failed).peak() == 1);
  const Run retried =
      tracked().issue(1, 0).error(1, 30).issue(1, 35).issue(2, 40).complete(2, 50, 1).finish();
  CHECK_FALSE(retried.requests[0].has_left());
  CHECK(InFlight::of_all(retried).peak() == 2);
}

TEST_CASE("an error after its completion still fails it, until its id is issued again") {
  const Run late = tracked().issue(1, 0).first(1, 5).complete(1, 29, 50).error(1, 30).error(1, 31).finish();
  CHECK(late.requests[0].state == RequestState::failed);
  CHECK(late.requests[0].completed == 29);
  CHECK(late.requests[0].token_source == TokenSource::none);
  CHECK_FALSE(late.latency_ns(late.requests[0]));
  CHECK(late.orphan_events == 1);  // the second error finds nothing more to fail
  const Run again = tracked().issue(1, 0).complete(1, 29, 50).issue(1, 30).error(1, 31).finish();
  REQUIRE(again.requests.size() == 2);
  CHECK(again.requests[0].state == RequestState::completed);
  CHECK(again.requests[1].state == RequestState::failed);
  const Run reference = tracked(reference_rules()).issue(1, 0).complete(1, 29, 50).error(1, 30).finish();
  CHECK(reference.requests[0].state == RequestState::completed);
  CHECK(reference.orphan_events == 1);
}

TEST_CASE("an error after its completion counts also when the request has been compacted") {
  RequestTable table({}, true, 100'000);
  std::uint64_t id = 0;
  while (!table.is_full()) {
    const Nanos at = static_cast<Nanos>(++id) * 100;
    table.on_event(event_of(EventKind::issued, id, at));
    table.on_event(completion_of(id, at + 50, 5));
  }
  table.compact(100);
  for (std::uint64_t i = 1; i <= id; ++i) table.on_event(event_of(EventKind::failed, i, 1000));
  const Run run = table.finish();
  REQUIRE(run.compacted.any());
  REQUIRE(run.requests.has(id - 1));
  CHECK_FALSE(run.requests.has(0));
  CHECK(run.requests[id - 1].state == RequestState::failed);
  const Tally all = super_passes(run, 100).tally({0, (id + 99) / 100});
  CHECK(run.late_failures > 0);  // there is no room to remember all ids
  CHECK(all.failed + run.orphan_events == id);
  CHECK(all.completed + all.failed == id);
}

TEST_CASE("ids that are issued again after they completed are counted, failed and untracked ones not") {
  const Run run = EventFeed()
                      .issue(5, 0)
                      .complete(5, 1, 1)
                      .start_tracking()
                      .issue(5, 2)
                      .complete(5, 3, 1)
                      .issue(1, 4)
                      .error(1, 5)
                      .complete(1, 5)
                      .issue(1, 6)
                      .complete(1, 7, 1)
                      .finish();
  CHECK(run.reissued == 0);
  const auto log = [] { return std::move(tracked().issue(1, 0).complete(1, 1, 1)); };
  CHECK(log().issue(1, 2).finish().reissued == 1);
  CHECK(log().issue(1, 2).complete(1, 3, 1).issue(1, 4).finish().reissued == 2);
}

TEST_CASE("first tokens after the completion of their request are told apart from other orphans") {
  const Run run = tracked().issue(1, 0).complete(1, 9, 5).first(1, 5).first(2, 6).finish();
  CHECK(run.late_first_tokens == 1);
  CHECK(run.orphan_events == 2);
}

TEST_CASE("tracking that is switched on again overlaps where it goes back before what was tracked") {
  const auto switched_on_at = [](Nanos at, bool stopped) {
    EventFeed feed = tracked();
    feed.issue(1, 10).complete(1, 20, 5);
    if (stopped) feed.put(event_of(EventKind::tracking_stopped, 0, 30));
    return feed.put(event_of(EventKind::tracking_started, 0, at)).finish().tracking_overlaps;
  };
  CHECK(switched_on_at(29, true));
  CHECK_FALSE(switched_on_at(30, true));
  CHECK(switched_on_at(9, false));  // the first log is cut off
  CHECK_FALSE(switched_on_at(10, false));
}

TEST_CASE("reference: error lines are ignored") {
  const Run run = tracked(reference_rules()).issue(1, 0).first(1, 5).error(1, 30).complete(1, 25, 5).finish();
  CHECK(run.requests[0].state == RequestState::completed);
  CHECK(run.latency_ns(run.requests[0]) == 25);
  CHECK(run.tpot_ns(run.requests[0]) == 5);
}

TEST_CASE("a repeated first token without a new issue is ignored") {
  const Run run = tracked().issue(1, 0).first(1, 5).first(1, 8).complete(1, 25, 5).finish();
  CHECK(run.ttft_ns(run.requests[0]) == 5);
  CHECK(run.orphan_events == 0);
}

TEST_CASE("first tokens, errors and completions of what is not in flight are ignored and counted") {
  const Run run = tracked()
                      .first(9, 1)
                      .error(9, 2)
                      .complete(9, 3, 5)
                      .issue(1, 10)
                      .complete(1, 20, 5)
                      .first(1, 21)
                      .complete(1, 23, 7)
                      .finish();
  CHECK(run.orphan_events == 5);
  REQUIRE(run.requests.size() == 1);
  CHECK(run.requests[0].state == RequestState::completed);
  CHECK(run.requests[0].tokens_out == 5);
}

TEST_CASE("a negative duration makes that one number invalid, the others stay") {
  const Run early_first = tracked().issue(1, 100).first(1, 90).complete(1, 190, 11).finish();
  const Request& a = early_first.requests[0];
  CHECK_FALSE(early_first.ttft_ns(a));
  CHECK(early_first.is_invalid(Measure::ttft, a));
  CHECK(early_first.latency_ns(a) == 90);
  CHECK(early_first.tpot_ns(a) == 10);
  const Run early_end = tracked().issue(1, 100).first(1, 200).complete(1, 190, 11).finish();
  const Request& b = early_end.requests[0];
  CHECK(early_end.ttft_ns(b) == 100);
  CHECK(early_end.latency_ns(b) == 90);
  CHECK_FALSE(early_end.tpot_ns(b));
  CHECK(early_end.is_invalid(Measure::tpot, b));
  CHECK_FALSE(early_end.is_invalid(Measure::latency, b));
}

TEST_CASE("a completion stamped at its first token takes no time, which is not negative") {
  const Run run = tracked().issue(1, 0).first(1, 50).complete(1, 50, 11).finish();
  CHECK(run.tpot_ns(run.requests[0]) == 0);
  CHECK_FALSE(run.is_invalid(Measure::tpot, run.requests[0]));
}

TEST_CASE("reference: negative durations are kept") {
  const Run run = tracked(reference_rules()).issue(1, 100).first(1, 90).complete(1, 70, 11).finish();
  CHECK(run.ttft_ns(run.requests[0]) == -10);
  CHECK(run.latency_ns(run.requests[0]) == -30);
  CHECK(run.tpot_ns(run.requests[0]) == -2);
}

TEST_CASE("a sample in flight at the end of the log still has its TTFT") {
  const Run run = tracked().issue(1, 100).first(1, 130).finish();
  const Request& request = run.requests[0];
  CHECK(request.state == RequestState::in_flight);
  CHECK(run.ttft_ns(request) == 30);
  CHECK_FALSE(run.latency_ns(request));
  CHECK_FALSE(run.tpot_ns(request));
}

TEST_CASE("a pass is known only if every tracked request has a prompt; retries do not count") {
  const auto feed = [](bool last_has_one) {
    EventFeed log = tracked();
    for (std::uint64_t id = 1; id <= 4; ++id) {
      Event event = event_of(EventKind::issued, id, 0);
      if (id < 4 || last_has_one) event.prompt_hash = 11 + id % 2;
      log.put(event).put(event);
    }
    return log.finish().pass_length;
  };
  CHECK(feed(true) == 2);
  CHECK_FALSE(feed(false));
}

TEST_CASE("token times and conversations belong to the request that named them") {
  const std::array<Nanos, 2> times{3, 4};
  Event completion = event_of(EventKind::completed, 2, 4);
  completion.token_times = times;
  Event issued = event_of(EventKind::issued, 3, 5);
  issued.conversation = 99;
  issued.turn = 2;
  const Run run = tracked().issue(1, 0).issue(2, 1).put(completion).put(issued).finish();
  REQUIRE(run.token_times.size() == 3);
  CHECK(run.token_times[1] == std::vector<Nanos>{3, 4});
  CHECK(run.token_times[2].empty());
  CHECK(run.conversations == std::vector<std::uint64_t>{0, 0, 99});
  CHECK(run.highest_turn == 2);
}

TEST_CASE("issued = completed + failed + in flight, as the generator counted them") {
  oracle::Plan plan = *oracle::scenario("steady");
  plan.failed_share = 0.05;
  plan.retried_share = 0.05;
  plan.cut_share = 0.8;
  const oracle::Simulation simulation = oracle::simulate(plan);
  const Run run = run_of(simulation);
  std::array<std::int64_t, 3> counts{};
  for (const Request& request : run.requests) ++counts[static_cast<std::size_t>(request.state)];
  const oracle::Truth& truth = simulation.truth;
  REQUIRE(truth.failed > 0);
  REQUIRE(truth.in_flight > 0);
  CHECK(static_cast<std::int64_t>(run.requests.size()) == truth.issued);
  CHECK(counts[static_cast<std::size_t>(RequestState::completed)] == truth.completed);
  CHECK(counts[static_cast<std::size_t>(RequestState::failed)] == truth.failed);
  CHECK(counts[static_cast<std::size_t>(RequestState::in_flight)] == truth.in_flight);
  CHECK(static_cast<std::int64_t>(run.retries) == truth.retried);
  CHECK_FALSE(run.session_ended);
}

TEST_CASE("clocks at the ends of int64 saturate") {
  const Run run = tracked().issue(1, kLowest).first(1, 0).complete(1, kHighest, 3).finish();
  const Request& request = run.requests[0];
  CHECK(run.latency_ns(request) == static_cast<double>(kHighest));
  CHECK(run.tpot_ns(request) == static_cast<double>(kHighest) / 2);
  const Run back = tracked().issue(1, kHighest).first(1, kLowest).complete(1, kLowest, 3).finish();
  CHECK_FALSE(back.ttft_ns(back.requests[0]));
  CHECK(back.is_invalid(Measure::latency, back.requests[0]));
}

TEST_CASE("a run can be judged so far, and goes on as if nobody had looked") {
  oracle::Plan plan;
  plan.n_requests = 300;
  plan.failed_share = plan.retried_share = 0.1;
  std::vector<Event> log{event_of(EventKind::tracking_started, 0, 0)};
  std::uint64_t id = 0;
  for (const oracle::SimRequest& request : oracle::simulate(plan).requests)
    put_request(++id, request, [&](const Event& event) { log.push_back(event); });
  std::stable_sort(log.begin() + 1, log.end(), [](const Event& a, const Event& b) { return a.at < b.at; });
  const auto tally = [](const Run& run) {
    const auto passes = super_passes(run, 50);
    const Tally sum = passes.tally(passes.all());
    return std::tuple(sum.requests, sum.completed, sum.failed, sum.in_flight, sum.tokens_out, sum.last_event,
                      run.retries, run.orphan_events);
  };
  RequestTable watched({}, false);
  for (std::size_t i = 0; i < log.size(); ++i) {
    watched.on_event(log[i]);
    if (i % 97 != 0) continue;
    RequestTable anew({}, false);
    for (std::size_t k = 0; k <= i; ++k) anew.on_event(log[k]);
    REQUIRE(tally(watched.so_far()) == tally(anew.finish()));
  }
  RequestTable unwatched({}, false);
  for (const Event& event : log) unwatched.on_event(event);
  CHECK(tally(watched.finish()) == tally(unwatched.finish()));
}
