// SPEC 10: how `auto` tells the modes apart, with a case on both sides of each rule.
#include "run/mode.h"

#include <doctest/doctest.h>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Mode seen(const Run& run) { return choose_mode(std::nullopt, {}, run, InFlight::of_all(run)).mode; }

Mode of_pattern(const std::string& pattern) {
  Sidecars sidecars;
  sidecars.load_pattern = pattern;
  const Run run = run_of({{0, 1, 2, 3}});
  return choose_mode(std::nullopt, sidecars, run, InFlight::of_all(run)).mode;
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
  const InFlight counts = InFlight::of_all(run);
  CHECK(choose_mode(Mode::concurrency, sidecars, run, counts).source == "option");
  CHECK(choose_mode(Mode::concurrency, sidecars, run, counts).mode == Mode::concurrency);
  CHECK(choose_mode(std::nullopt, sidecars, run, counts).mode == Mode::poisson);
  CHECK(choose_mode(std::nullopt, sidecars, run, counts).source == "config.yaml");
  CHECK(choose_mode(std::nullopt, {}, run, counts).mode == Mode::offline);
  CHECK(choose_mode(std::nullopt, {}, run, counts).source == "log");
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
