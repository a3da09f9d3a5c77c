// Planted loads: which requests belong to which stage is known.
#include "formats/load_stages.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Nanos nanos(double seconds) { return static_cast<Nanos>(seconds * 1e9); }

Record request(double start_s, double latency_s) {
  Record record;
  record.start = nanos(start_s);
  record.end = nanos(start_s + latency_s);
  return record;
}

struct Stage {
  std::size_t requests;
  double rate;
};

// An open loop, its requests `latency_s` long whatever the load.
Records open_loop(const std::vector<Stage>& stages, double latency_s, unsigned seed) {
  std::mt19937_64 random(seed);
  Records records;
  double at = 0;
  for (const Stage& stage : stages) {
    std::exponential_distribution<double> gap(stage.rate);
    for (std::size_t i = 0; i < stage.requests; ++i) records.add(request(at += gap(random), latency_s));
  }
  return records;
}

// Each loop runs until its requests are out, drains, and a second later the next begins.
struct Loop {
  std::size_t requests, in_flight;
  double latency_s;
};
Records closed_loops(const std::vector<Loop>& loops) {
  Records records;
  std::mt19937_64 random(5);
  double begin = 0;
  for (const Loop& loop : loops) {
    std::vector<double> free(loop.in_flight, begin);
    std::uniform_real_distribution<double> latency(0.8 * loop.latency_s, 1.2 * loop.latency_s);
    for (std::size_t i = 0; i < loop.requests; ++i) {
      const auto next = std::min_element(free.begin(), free.end());
      const double took = latency(random);
      records.add(request(*next + 0.0002, took));
      *next += 0.0002 + took;
    }
    begin = *std::max_element(free.begin(), free.end()) + 1;
  }
  return records;
}

Recorded delivered(Records records, const ClientSettings& settings = {}) {
  Recorded recorded;
  replay_stages(records, recorded, settings);
  return recorded;
}

// How many requests are issued in each run.
std::vector<std::size_t> sizes(const Recorded& recorded) {
  std::vector<std::size_t> found;
  for (const auto& [event, prompt, chunk, rest, times] : recorded.events) {
    if (event.kind == EventKind::tracking_started) found.push_back(0);
    if (event.kind == EventKind::issued && !found.empty()) ++found.back();
  }
  return found;
}

ClientSettings staged(std::vector<LoadStage> stages) {
  ClientSettings settings;
  settings.load = OfferedLoad::open_loop;
  settings.stages = std::move(stages);
  return settings;
}

}  // namespace

TEST_CASE("stages: the client's counts divide the list, and its settings name the stages") {
  const auto found = delivered(open_loop({{30, 5}, {10, 5}, {20, 5}}, 1, 1),
                               staged({{5, {}, 6, 30}, {{}, 16, {}, 10}, {2.5, {}, 8, 20}}));
  CHECK(found.runs == std::vector<std::string>{"stage 0 5/s", "stage 1 concurrency 16", "stage 2 2.5/s"});
  CHECK(sizes(found) == std::vector<std::size_t>{30, 10, 20});
  REQUIRE(found.settings.size() == 3);
  CHECK(found.settings[0].offered_rate == 5);
  CHECK(found.settings[0].stages.empty());
  CHECK(found.settings[1].target_concurrency == 16);
  CHECK(found.settings[2].stage->index == 2);
  CHECK(found.settings[2].stage->of == 3);
  CHECK_FALSE(found.settings[2].stage->by_issue_times);
}

TEST_CASE("stages: without settings the rates of an open loop tell them apart") {
  const auto found = delivered(open_loop({{240, 2}, {480, 4}, {960, 8}}, 1, 3));
  const auto parts = sizes(found);
  REQUIRE(parts.size() == 3);
  CHECK(std::abs(static_cast<double>(parts[0]) - 240) < 40);
  CHECK(std::abs(static_cast<double>(parts[0] + parts[1]) - 720) < 40);
  for (const ClientSettings& settings : found.settings) {
    CHECK(settings.stage->by_issue_times);
    CHECK_FALSE(settings.offered_rate);
  }
  CHECK(*found.settings[1].stage->load.rate == doctest::Approx(4).epsilon(0.15));
  CHECK(found.runs[0].ends_with("/s measured"));
}

TEST_CASE(
    "stages: counts that are not those of the list leave it to the issue times, named where they agree") {
  const auto settings = staged({{2, {}, 120, 240}, {8, {}, 120, 960}});
  const auto found = delivered(open_loop({{240, 2}, {900, 8}}, 1, 4), settings);
  CHECK(found.runs == std::vector<std::string>{"stage 0 2/s", "stage 1 8/s"});
  const auto one = delivered(open_loop({{240, 2}}, 1, 4), settings);  // ended in its first stage
  CHECK(one.runs.empty());
  CHECK(one.settings.at(0).stages.size() == 2);
}

TEST_CASE("stages: one rate is one run, and so is what the client says is one") {
  CHECK(delivered(open_loop({{1500, 5}}, 1, 6)).runs.empty());
  ClientSettings single;
  single.load = OfferedLoad::open_loop;
  single.offered_rate = 5;
  const auto found = delivered(open_loop({{300, 2}, {300, 8}}, 1, 6), single);
  CHECK(found.runs.empty());
  CHECK(found.settings.at(0).offered_rate == 5);
}

TEST_CASE("stages: a closed loop whose server slows down is one load") {
  Records records;
  std::vector<double> free(8, 0);
  for (int i = 0; i < 800; ++i) {
    const auto next = std::min_element(free.begin(), free.end());
    const double took = (i < 400 ? 0.5 : 1.5) * (1 + 0.02 * (i % 7));
    records.add(request(*next + 0.0002, took));
    *next += 0.0002 + took;
  }
  CHECK(delivered(std::move(records)).runs.empty());
}

TEST_CASE("stages: closed loops that drain and go on with another number in flight") {
  const auto found = delivered(closed_loops({{200, 4, 1}, {400, 16, 2}, {300, 8, 1}}));
  CHECK(sizes(found) == std::vector<std::size_t>{200, 400, 300});
  CHECK(found.runs == std::vector<std::string>{"stage 0 concurrency 4 measured",
                                               "stage 1 concurrency 16 measured",
                                               "stage 2 concurrency 8 measured"});
  CHECK(delivered(closed_loops({{200, 4, 1}, {400, 4, 1}})).runs.empty());  // the same load, twice
  CHECK(delivered(closed_loops({{300, 1, 1}})).runs.empty());
}

TEST_CASE("stages: every request is delivered once, warm-up before the first stage") {
  Records records = open_loop({{240, 2}, {480, 8}}, 1, 8);
  Record warmup = request(-5, 1);
  warmup.warmup = true;
  records.add(warmup);
  const auto found = delivered(std::move(records));
  CHECK(found.of(EventKind::issued).size() == 721);
  CHECK(found.of(EventKind::completed).size() == 721);
  CHECK(found.events.front().event.kind == EventKind::issued);
  CHECK(found.events.front().event.at == nanos(-5));
}
