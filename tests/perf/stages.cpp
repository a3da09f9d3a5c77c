// What does each stage cost, alone and in a hot loop?
//
// Every stage runs on generated input in memory until 50 ms are over, five times; the table shows the median,
// per item or in MB/s. Stages go through the highest-level functions there are, so that a change inside shows
// here and does not break this. Run by `make bench-stages`; `build/bench-stages WORD` runs the stages with
// WORD in their names.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/reader.h"
#include "input/lines.h"
#include "policy.h"
#include "report/build.h"
#include "run/blocks.h"
#include "run/facts.h"
#include "run/request_table.h"
#include "run/sizing.h"
#include "stats/growing_window.h"
#include "stats/level_shift.h"
#include "stats/mann_kendall.h"
#include "stats/sketch.h"
#include "stats/trend.h"
#include "steady/analysis.h"
#include "steady/change.h"
#include "steady/occupancy.h"
#include "steady/plateau.h"
#include "tests/oracles/generator.h"
#include "tests/oracles/random.h"
#include "tokens/estimate.h"

namespace {

using namespace ssdetect;
using Clock = std::chrono::steady_clock;

constexpr int kRepetitions = 5;
constexpr std::chrono::milliseconds kLeast{50};

std::string_view wanted;   // stages whose name holds this
volatile double consumed;  // keeps results alive

double seconds_a_call(const std::function<double()>& call) {
  std::vector<double> taken;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const auto begin = Clock::now();
    int calls = 0;
    do {
      consumed = call();
      ++calls;
    } while (Clock::now() - begin < kLeast);
    taken.push_back(std::chrono::duration<double>(Clock::now() - begin).count() / calls);
  }
  std::sort(taken.begin(), taken.end());
  return taken[kRepetitions / 2];
}

void per_item(const std::string& stage, std::size_t items, const char* item,
              const std::function<double()>& call) {
  if (stage.find(wanted) == std::string::npos) return;
  std::printf("| %-44s | %9.1f ns a %s |\n", stage.c_str(),
              seconds_a_call(call) * 1e9 / static_cast<double>(items), item);
}

void per_byte(const std::string& stage, std::size_t bytes, const std::function<double()>& call) {
  if (stage.find(wanted) == std::string::npos) return;
  std::printf("| %-44s | %9.1f MB/s |\n", stage.c_str(),
              static_cast<double>(bytes) / 1e6 / seconds_a_call(call));
}

// --- Reading ---

struct CountingSink : EventSink {
  double events = 0;
  void on_event(const Event&) override { ++events; }
  void on_run(std::string_view) override {}
};

// Without texts, so that no view outlives the log.
struct RecordingSink : EventSink {
  std::vector<Event> events;
  void on_event(const Event& event) override { events.push_back(event); }
  void on_run(std::string_view) override {}
};

void read_into(EventSink& sink, std::string_view log, const WantedPayload& payload = {}) {
  const auto source = memory_source(log);
  Diagnostics diagnostics;
  const Reading reading{*source, sink, diagnostics};
  const auto reader = choose_format("events", *source, "log").make_reader(reading, payload);
  while (reader->read_some()) continue;
}

std::string bench_log(oracle::OutputText output, std::int64_t bytes) {
  return oracle::events_text(oracle::simulate(oracle::bench_plan(output, bytes, 1)));
}

void time_reading() {
  const std::string log = bench_log(oracle::OutputText::counted, 32'000'000);
  per_byte("lines", log.size(), [&] {
    const auto source = memory_source(log);
    BatchReader batches(*source);
    LineBatch batch;
    double lines = 0;
    while (batches.read(batch)) {
      LinesOf of_batch(batch);
      while (of_batch.next()) ++lines;
    }
    return lines;
  });
  const auto count_events = [](std::string_view text, const WantedPayload& payload) {
    CountingSink sink;
    read_into(sink, text, payload);
    return sink.events;
  };
  per_byte("lines to events, counts", log.size(), [&] { return count_events(log, {}); });
  WantedPayload text;
  text.output_text = true;
  per_byte("lines to events, with texts", log.size(), [&] { return count_events(log, text); });
  const std::string words = log.substr(0, 4'000'000);
  per_byte("counting words", words.size(), [&] { return static_cast<double>(count_words(words)); });
}

// --- Requests ---

constexpr std::size_t kCell = 1000;  // requests; a sketch each, where there is no room for them

Run run_from(const std::vector<Event>& events, std::size_t memory = SIZE_MAX) {
  RequestTable table(RequestPolicy{}, false, memory);
  for (const Event& event : events) {
    table.on_event(event);
    if (table.is_full()) table.compact(kCell);
  }
  return table.finish();
}

void time_sketches(const std::vector<Event>& events) {
  per_item("events to requests, compacted", events.size(), "event",
           [&] { return static_cast<double>(run_from(events, std::size_t{1} << 20).compacted.requests); });
  oracle::Random random(1);
  std::vector<double> values(kCell);
  for (double& value : values) value = 2e7 * (1 + 0.2 * random.normal());
  const auto packed = [&] {
    Sketch sketch;
    sketch.add(values);
    return sketch.pack();
  };
  per_item("values to a sketch", values.size(), "value",
           [&] { return static_cast<double>(packed().code.size()); });
  const PackedSketch one = packed();
  Sketch all;
  per_item("merging sketches of 1,000", 1, "sketch", [&] {
    all.merge(one);
    return static_cast<double>(all.size());
  });
}

void time_requests() {
  constexpr std::size_t kRequests = 100'000, kSize = 10;
  oracle::Plan plan;
  plan.n_requests = kRequests;
  plan.dataset_size = kSize;
  plan.tpot.superpass_cov = plan.tpot.request_cov = 0.01;
  RecordingSink recorded;
  read_into(recorded, oracle::events_text(oracle::simulate(plan)));
  per_item("events to requests", recorded.events.size(), "event",
           [&] { return static_cast<double>(run_from(recorded.events).requests.size()); });

  time_sketches(recorded.events);
  const Run run = run_from(recorded.events);
  const Policy policy = default_policy();
  Sizing sizing;
  sizing.superpass_size = kSize;
  const Facts facts = facts_of(run, Mode::concurrency, {}, policy.load);
  const Partitions blocks = partition(run, facts, sizing, policy);
  const auto analysed = [&] { return analyse(facts, blocks, sizing, false, policy); };
  const Analysis analysis = analysed();
  const RunOrigin origin{};
  per_item("super-passes of 10", kRequests, "request",
           [&] { return static_cast<double>(super_passes(run, kSize).size()); });
  per_item("series by super-pass of 10", kRequests, "request",
           [&] { return static_cast<double>(metric_series(blocks.passes).tpot.p50.size()); });
  per_item("times, in flight, mode", kRequests, "request",
           [&] { return static_cast<double>(facts_of(run, std::nullopt, {}, policy.load).times.requests); });
  per_item("occupancy", kRequests, "request",
           [&] { return static_cast<double>(occupancy(run, policy.number.occupancy_ratio)->completed); });
  per_item("analysis, 10,000 super-passes", kRequests, "request",
           [&] { return static_cast<double>(analysed().segments.plateau_count()); });
  per_item("distributions, numbers, warnings", kRequests, "request", [&] {
    return static_cast<double>(build_report(facts, blocks, analysis, origin, policy).warnings.size());
  });
}

// --- The method ---

// `level` by super-pass, with noise.
Series<SuperPass> series_of(std::size_t n, double noise, const std::function<double(std::size_t)>& level) {
  oracle::Random random(1);
  Series<SuperPass> series;
  for (std::size_t i = 0; i < n; ++i) series.push_back(level(i) * (1 + noise * random.normal()));
  return series;
}

void time_segmentation(const std::string& shape, double noise,
                       const std::function<double(std::size_t, std::size_t)>& level) {
  for (const std::size_t n : {1'000u, 3'000u, 10'000u, 30'000u}) {
    const Series<SuperPass> series = series_of(n, noise, [&](std::size_t i) { return level(i, n); });
    const Policy policy = default_policy();
    const Gates<SuperPass> gates{{&series, 1.0}, {&series, policy.gate.p90_bound_factor}};
    per_item("segmentation, " + shape + ", " + std::to_string(n), n, "super-pass", [&] {
      return static_cast<double>(find_plateaus<SuperPass>(gates, {0, n}, policy.gate).size());
    });
  }
}

void time_trends(std::size_t n) {
  const Series<SuperPass> series = series_of(n, 0.01, [](std::size_t) { return 20.0; });
  const std::span<const double> values = series.all();
  const Policy policy = default_policy();
  const std::string size = ", " + std::to_string(n);
  per_item("Mann-Kendall, corrected" + size, n, "value",
           [&] { return corrected_mann_kendall(values, policy.gate.trend)->p; });
  per_item("Theil-Sen" + size, n, "value", [&] { return *theil_sen_slope(values); });
  per_item("Newey-West" + size, n, "value", [&] { return newey_west(values)->t; });
  per_item("growing window, rank test at every length" + size, n, "value", [&] {
    GrowingTrend grown(policy.gate.trend, policy.gate.alpha);
    double open = 0;
    for (std::size_t i = 0; i < n; ++i) {
      grown.push(values[i] + (i > n / 2 ? 1.2 : 0));
      open += grown.may_be_significant();
    }
    return open;
  });
}

// Plateaus of six that alternate, so that none after the first is corroborated.
void time_level_shift(std::size_t n) {
  const Series<SuperPass> means = series_of(n, 0.3, [](std::size_t i) { return i % 12 < 6 ? 20.0 : 22.0; });
  std::vector<Segment<SuperPass>> plateaus(n / 6);
  for (std::size_t i = 0; i < plateaus.size(); ++i)
    plateaus[i] = {.range = {6 * i, 6 * i + 6}, .role = Role::plateau, .level = i % 2 == 0 ? 20 : 22};
  const Segmentation<SuperPass> segments({.warmup = 0, .examined_end = n}, plateaus);
  const Policy policy = default_policy();
  per_item("level shift, " + std::to_string(plateaus.size()) + " plateaus", plateaus.size(), "plateau",
           [&] { return find_level_shift(segments, 0, means, policy) ? 1.0 : 0.0; });
}

void time_method() {
  for (const std::size_t n : {1'000u, 30'000u}) time_trends(n);
  time_segmentation("flat", 0.01, [](std::size_t, std::size_t) { return 20.0; });
  time_segmentation("noise", 0.2, [](std::size_t, std::size_t) { return 20.0; });
  time_segmentation("stairs of 200", 0.005,
                    [](std::size_t i, std::size_t) { return 20.0 + 1.4 * static_cast<double>(i / 200 % 8); });
  time_segmentation("a step of 6 %", 0.01,
                    [](std::size_t i, std::size_t n) { return i < n / 2 ? 20.0 : 21.2; });
  for (const std::size_t n : {3'000u, 30'000u}) time_level_shift(n);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) wanted = argv[1];
  std::puts("| stage                                        | cost |\n|---|---|");
  time_reading();
  time_requests();
  time_method();
}
