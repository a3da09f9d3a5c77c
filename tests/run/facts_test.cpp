// SPEC 10: how `auto` tells the modes apart, with a case on both sides of each rule.
#include "run/facts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

ModeChoice chosen(const Run& run, std::optional<Mode> asked = {}, const Sidecars& sidecars = {}) {
  return facts_of(run, asked, sidecars, {}).load.mode;
}

Mode seen(const Run& run) { return chosen(run).mode; }

Mode of_pattern(const std::string& pattern) {
  Sidecars sidecars;
  sidecars.load_pattern = pattern;
  const Run run = run_of({{0, 1, 2, 3}});
  return chosen(run, {}, sidecars).mode;
}

// `count` requests over `span`, the last event at 1000.
Run burst(std::size_t count, Nanos span) {
  std::vector<Planned> requests;
  for (std::size_t i = 0; i < count; ++i) {
    const Nanos at = span * static_cast<Nanos>(i) / static_cast<Nanos>(count - 1);
    requests.push_back({at, at + 1, 1000, 3});
  }
  return run_of(requests);
}

// 100 issued at t = 0, of which `ended` end; then `later` issues one by one, each of which leaves 101 -
// `ended`.
Run loop(std::size_t ended, std::size_t later) {
  std::vector<Planned> requests(100, {0, 1, 30'000, 3});
  for (std::size_t i = 0; i < ended; ++i) requests[i].completed = 10;
  for (std::size_t i = 0; i < later; ++i) {
    const Nanos at = 10'000 + 200 * static_cast<Nanos>(i);
    requests.push_back({at, at + 1, at + 100, 3});
  }
  return run_of(requests);
}

Run run_of_starts(const std::vector<double>& starts, Nanos latency) {
  std::vector<Planned> requests;
  for (const double start : starts) {
    const auto at = static_cast<Nanos>(start);
    requests.push_back({at, at + latency / 10, at + latency, 3});
  }
  return run_of(requests);
}

// `streams` clients in a closed loop of answers that all take 900 ms; each waits `mean_pause`, by chance.
Run lockstep(std::size_t streams, Nanos mean_pause, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> pause(1 / static_cast<double>(mean_pause));
  std::vector<double> starts, next(streams, 0);
  for (int round = 0; round < 20; ++round) {
    for (double& at : next) {
      starts.push_back(at += pause(random));
      at += 900 * kMs;
    }
  }
  std::sort(starts.begin(), starts.end());
  return run_of_starts(starts, 900 * kMs);
}

Run paced(Nanos every, Nanos latency) {
  std::vector<double> starts;
  for (int i = 0; i < 100; ++i) starts.push_back(static_cast<double>(i * every + i % 5 * kMs));
  return run_of_starts(starts, latency);
}

// An open loop with so many in flight at the mean.
Run by_chance(double mean_in_flight, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> gap(mean_in_flight / (900 * kMs));
  std::vector<double> starts = {0};
  for (int i = 0; i < 400; ++i) starts.push_back(starts.back() + gap(random));
  return run_of_starts(starts, 900 * kMs);
}

}  // namespace

TEST_CASE("names go both ways") {
  for (Mode mode : {Mode::concurrency, Mode::poisson, Mode::offline, Mode::agentic})
    CHECK(mode_named(name_of(mode)) == mode);
  CHECK_FALSE(mode_named("auto"));
}

TEST_CASE("what was asked for comes first, then the run directory, then the log") {
  Sidecars sidecars;
  sidecars.load_pattern = "poisson";
  const Run run = burst(50, 10);
  CHECK(chosen(run, Mode::concurrency, sidecars).source == "option");
  CHECK(chosen(run, Mode::concurrency, sidecars).mode == Mode::concurrency);
  CHECK(chosen(run, {}, sidecars).mode == Mode::poisson);
  CHECK(chosen(run, {}, sidecars).source == "config.yaml");
  CHECK(chosen(run).mode == Mode::offline);
  CHECK(chosen(run).source == "log");
}

TEST_CASE("load patterns of the run directory") {
  CHECK(of_pattern("concurrency") == Mode::concurrency);
  CHECK(of_pattern("poisson") == Mode::poisson);
  CHECK(of_pattern("max_throughput") == Mode::offline);
  CHECK(of_pattern("agentic_inference") == Mode::agentic);
}

TEST_CASE("offline: issued within 5 % of the run, at least 50 samples") {
  CHECK(seen(burst(50, 49)) == Mode::offline);
  CHECK(seen(burst(50, 50)) != Mode::offline);
  CHECK(seen(burst(49, 49)) != Mode::offline);
}

TEST_CASE("a second turn anywhere makes it agentic, before all else") {
  Event second = event_of(EventKind::issued, 99, 0);
  second.turn = 2;
  CHECK(seen(tracked().put(second).finish()) == Mode::agentic);
  second.turn = 1;
  CHECK(seen(tracked().put(second).finish()) != Mode::agentic);
}

TEST_CASE("closed loop: at least 90 % of the issues leave the count at 95 % of its maximum") {
  CHECK(seen(loop(6, 50)) == Mode::concurrency);  // all leave 95 or 100
  CHECK(seen(loop(7, 50)) == Mode::poisson);      // 50 of 150 leave 94
  CHECK(seen(loop(7, 11)) == Mode::concurrency);  // 100 of 111 leave 100
  CHECK(seen(loop(7, 12)) == Mode::poisson);      // 100 of 112
}

TEST_CASE("requests of one length leave a closed loop together, and return one by one") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CHECK(seen(lockstep(4, 10 * kMs, seed)) == Mode::concurrency);
    CHECK(seen(lockstep(16, 10 * kMs, seed)) == Mode::concurrency);
  }
}

TEST_CASE("a client that issues by the clock finds the same number in flight each time, and is no loop") {
  CHECK(seen(paced(333 * kMs, 890 * kMs)) == Mode::poisson);
  CHECK(seen(paced(50 * kMs, 1'030 * kMs)) == Mode::concurrency);  // 20.6 in flight of 21: it could be one
  CHECK(seen(paced(50 * kMs, 4 * kMs)) == Mode::poisson);
}

TEST_CASE("counted: of 800 runs of chance arrivals, hardly one is taken for a loop") {
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    for (const double mean : {1.0, 4.0, 20.0, 100.0}) wrong += seen(by_chance(mean, seed)) != Mode::poisson;
  CHECK(wrong <= 8);  // 1 %: a peak late in a run of four latencies
}

TEST_CASE("the generator's modes are recognised") {
  const auto of = [](const char* name) { return seen(run_of(oracle::simulate(*oracle::scenario(name)))); };
  CHECK(of("steady") == Mode::concurrency);
  CHECK(of("poisson") == Mode::poisson);
  CHECK(of("poisson-overload") == Mode::poisson);
  CHECK(of("offline") == Mode::offline);
  CHECK(of("agentic") == Mode::agentic);
}

TEST_CASE("one request that ends far later does not make a burst of a loop") {
  std::vector<Planned> requests;
  for (Nanos i = 0; i < 1000; ++i) requests.push_back({100 * i, 100 * i + 10, 100 * i + 100, 3});
  requests[500].completed = 1'000'000'000;
  CHECK(seen(run_of(requests)) == Mode::concurrency);
}

TEST_CASE("the mode decides once what a window is a stretch of, and whether the token rate is looked at") {
  const auto load = [](Mode mode) { return facts_of(run_of({{0, 1, 2, 3}}), mode, {}, {}).load; };
  CHECK(load(Mode::concurrency).windows == WindowKind::issue_time);
  CHECK(load(Mode::poisson).windows == WindowKind::issue_time);
  CHECK(load(Mode::offline).windows == WindowKind::wall_time);
  CHECK(load(Mode::agentic).windows == WindowKind::none);
  CHECK(load(Mode::offline).watches_rate);
  CHECK_FALSE(load(Mode::concurrency).watches_rate);
  CHECK_FALSE(load(Mode::agentic).watches_rate);
  const Run overloaded = run_of(oracle::simulate(*oracle::scenario("poisson-overload")));
  const Load saturated = facts_of(overloaded, Mode::poisson, {}, {}).load;
  CHECK(saturated.windows == WindowKind::none);
  CHECK(saturated.watches_rate);
}

TEST_CASE("the times of a run in which nothing completed end with its last issue") {
  const auto times_of = [](const Run& run) { return facts_of(run, {}, {}, {}).times; };
  const RunTimes times = times_of(tracked().issue(1, 10).issue(2, 30).first(2, 50).finish());
  CHECK(times.first_issue == 10);
  CHECK(times.last_completion == 30);
  CHECK(times.last_event == 50);
  CHECK(times_of(Run{}).requests == 0);
}

TEST_CASE("the client's own settings come before the log, after the run directory and a second turn") {
  Run run = loop(0, 100);
  run.client.load = OfferedLoad::open_loop;
  CHECK(chosen(run).mode == Mode::poisson);
  CHECK(chosen(run).source == "client settings");
  run.client.load = OfferedLoad::closed_loop;
  CHECK(chosen(run).mode == Mode::concurrency);
  run.client.load = OfferedLoad::at_once;
  CHECK(chosen(run).mode == Mode::offline);
  Sidecars sidecars;
  sidecars.load_pattern = "poisson";
  CHECK(chosen(run, {}, sidecars).source == "config.yaml");
  run.highest_turn = 2;
  CHECK(chosen(run).mode == Mode::agentic);
}

TEST_CASE("a duration that is not the client's, or too few reconstructed starts, leave no window") {
  Run run = run_of({{0, 1, 100 * kSecond, 3}});
  const auto windows = [&] { return facts_of(run, Mode::concurrency, {}, {}).load.windows; };
  run.client.duration_s = 95.3;  // 4.93 % longer
  CHECK(windows() == WindowKind::issue_time);
  run.client.duration_s = 95.2;  // 5.04 %
  CHECK(windows() == WindowKind::none);
  run.client.duration_s = 106;  // 5.66 % shorter
  CHECK(windows() == WindowKind::none);
  run.client.duration_s.reset();
  run.client.reconstructed.emplace();
  CHECK(windows() == WindowKind::issue_time);
  run.client.reconstructed->are_too_few = true;
  CHECK(windows() == WindowKind::none);
}

TEST_CASE(
    "a load that changes throughout leaves no window, and is not taken for a server that falls behind") {
  std::vector<Planned> samples;
  for (Nanos i = 0; i < 400; ++i)  // ever longer, so that ever more are in flight
    samples.push_back({i * kSecond / 4, i * kSecond / 4 + 1, i * kSecond / 4 + (1 + i / 20) * kSecond, 3});
  Run run = run_of(samples);
  const auto facts = [&] { return facts_of(run, Mode::poisson, {}, {}); };
  CHECK(facts().load.saturation.saturated);
  run.client.ramp = LoadRamp{1, 8, {}};
  CHECK(facts().load.windows == WindowKind::none);
  CHECK_FALSE(facts().load.saturation.saturated);
  run.client.ramp = LoadRamp{{}, 4, 10};
  CHECK(facts().load.saturation.saturated);
  CHECK(facts().issued_in_ramp == 41);  // at 0 s to 10 s
  run.client.ramp.reset();
  run.client.stages.resize(2);
  CHECK(facts().load.windows == WindowKind::none);
}
