// When is what warned of? Each condition alone on a report made by hand, just met and just missed; all of
// them together; and some on whole runs.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "report/build.h"
#include "report/warning.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

using Codes = std::vector<std::string_view>;

struct Given {
  Report report;
  Run run;
  RunOrigin origin;

  Numbers& steady() {
    if (!report.steady) {
      report.steady.emplace();
      report.steady->window.emplace();
      report.steady->duration.emplace();
    }
    return *report.steady;
  }
  void set_window(Seconds start_s, Seconds end_s) {
    WindowFacts& window = *steady().window;
    window.range = PassRange{0, 4};
    window.start_s = start_s;
    window.end_s = end_s;
  }
  void offer(double rate, std::size_t requests, Nanos span_s) {
    report.client.offered_rate = rate;
    report.counts.issued = requests;
    report.analysis.times.last_issue = span_s * kSecond;
    report.analysis.times.last_event = span_s * kSecond;
  }
  // More super-passes behind what is examined.
  void end_with(std::size_t drained, std::size_t unfinished) {
    auto& segments = report.analysis.segments;
    segments = {{.warmup = 0,
                 .examined_end = 0,
                 .drained = segments.size_of(Role::drain) + drained,
                 .unfinished = segments.size_of(Role::unfinished) + unfinished},
                {}};
  }
  TrendOpinions& opinion(Level level) {
    TrendOpinions& opinions = report.analysis.trends.opinions[static_cast<std::size_t>(level)];
    opinions.metric = {Measure::ttft, level};
    return opinions;
  }
  std::vector<Warning> warnings() const { return collect_warnings(report, run, origin); }
  Codes codes() const {
    Codes all;
    for (const Warning& warning : warnings()) all.push_back(code_of(warning));
    return all;
  }
};

struct Condition {
  std::string_view code;
  void (*meet)(Given&);
  void (*miss)(Given&) = [](Given&) {};
};

const Condition kConditions[] = {
    {"partial_log", [](Given& g) { g.report.diagnostics.session_ended_missing = true; }},
    {"never_finished", [](Given& g) { g.report.counts.in_flight = 1; }},
    {"cut_off_tokens", [](Given& g) { g.report.analysis.total.cut_off = 1; }},
    {"malformed_lines", [](Given& g) { g.report.diagnostics.malformed_lines = 1; }},
    {"malformed_records", [](Given& g) { g.report.diagnostics.malformed_records = 1; }},
    {"orphan_events", [](Given& g) { g.report.diagnostics.orphan_events = 1; }},
    {"invalid_counts", [](Given& g) { g.report.diagnostics.invalid_counts = 1; }},
    {"missing_counts", [](Given& g) { g.report.diagnostics.missing_counts = 3, g.report.counts.failed = 2; },
     [](Given& g) { g.report.diagnostics.missing_counts = 2, g.report.counts.failed = 2; }},
    {"counts_disagree",
     [](Given& g) { g.report.diagnostics.client_tokens = 980, g.report.diagnostics.server_tokens = 1000; },
     [](Given& g) { g.report.diagnostics.client_tokens = 981, g.report.diagnostics.server_tokens = 1000; }},
    {"invalid_durations", [](Given& g) { g.report.counts.invalid_durations = 1; }},
    {"several_tracking_stretches", [](Given& g) { g.run.tracking_stretches = 2; },
     [](Given& g) { g.run.tracking_stretches = 1; }},
    {"late_failures", [](Given& g) { g.run.late_failures = 1; }},
    {"sidecar_problem", [](Given& g) { g.origin.sidecars.problems = {"config.yaml: bad file"}; }},
    {"superpass_passes_unused", [](Given& g) { g.report.analysis.sizing.passes_are_unused = true; }},
    {"start_times_reconstructed", [](Given& g) { g.report.client.reconstructed.emplace(); }},
    {"duration_disagrees", [](Given& g) { g.report.analysis.load.duration_disagrees = true; }},
    {"duplicate_requests", [](Given& g) { g.report.plausibility.duplicate_requests.emplace(); }},
    {"order_suspect", [](Given& g) { g.report.plausibility.order_suspect.emplace(); }},
    {"clocks_mixed", [](Given& g) { g.report.plausibility.clocks_mixed.emplace(); }},
    {"ttft_not_first_token", [](Given& g) { g.report.plausibility.ttft_not_first_token.emplace(); }},
    {"buffered_stream", [](Given& g) { g.report.plausibility.buffered_stream.emplace(); }},
    {"not_streamed", [](Given& g) { g.report.plausibility.not_streamed.emplace(); }},
    {"tpot_implausible", [](Given& g) { g.report.plausibility.tpot_implausible.emplace(); }},
    {"server_tpot_disagrees", [](Given& g) { g.report.plausibility.server_tpot_disagrees.emplace(); }},
    {"survivors_only", [](Given& g) { g.report.plausibility.survivors_only.emplace(); }},
    {"compacted", [](Given& g) { g.report.compaction = Compaction{}; }},
    {"memory_exceeded", [](Given& g) { g.run.memory_exceeded = true; }},
    {"estimated_tokens", [](Given& g) { g.report.token_sources = {TokenSource::words}; },
     [](Given& g) { g.report.token_sources = {TokenSource::recorded}; }},
    {"mixed_token_sources",
     [](Given& g) {
       g.report.token_sources.insert(g.report.token_sources.end(),
                                     {TokenSource::recorded, TokenSource::tokenizer});
     },
     [](Given& g) { g.report.token_sources = {TokenSource::tokenizer}; }},
    {"uncounted_outputs",
     [](Given& g) {
       g.report.token_sources.push_back(TokenSource::recorded);
       g.report.analysis.total.completed = 1;
     },
     [](Given& g) { g.report.analysis.total.completed = 1; }},  // of a run without any count
    {"uncounted_tool_calls", [](Given& g) { g.report.counts.tool_call_outputs = 1; }},
    {"load_staged", [](Given& g) { g.report.client.stage.emplace(); }},
    {"load_stages_unknown", [](Given& g) { g.report.client.stages.resize(2); },
     [](Given& g) { g.report.client.stages.resize(1); }},
    {"load_ramped", [](Given& g) { g.report.client.ramp.emplace(); }},
    {"saturated", [](Given& g) { g.report.analysis.load.saturation.saturated = true; }},
    {"load_not_served", [](Given& g) { g.offer(10, 991, 111); },  // 990 / 111 s
     [](Given& g) { g.offer(10, 991, 109); }},
    {"target_not_reached",
     [](Given& g) {
       g.report.facts.target_concurrency = 100;
       g.report.facts.mean_while_offered = 89;
     },
     [](Given& g) {
       g.report.facts.target_concurrency = 100;
       g.report.facts.mean_while_offered = 91;
     }},
    {"not_whole_passes",
     [](Given& g) {
       g.report.counts.issued = 991;
       g.report.analysis.sizing.dataset_size = 100;
     },
     [](Given& g) {
       g.report.counts.issued = 900;
       g.report.analysis.sizing.dataset_size = 100;
     }},
    {"ttft_not_meaningful", [](Given& g) { g.report.analysis.load.windows = WindowKind::wall_time; }},
    {"warmup_capped", [](Given& g) { g.report.analysis.warmup.capped = true; }},
    {"warmup_guarded", [](Given& g) { g.report.analysis.warmup.guarded = true; }},
    {"tail_kept",
     [](Given& g) {
       g.report.analysis.tail.samples = 1;
       g.report.analysis.tail.cov = 0.5;
     },
     [](Given& g) {
       g.report.analysis.tail.samples = 1;
       g.report.analysis.tail.cov = 0.2;
       g.report.analysis.tail.applied = true;
     }},
    {"drained_super_passes", [](Given& g) { g.end_with(1, 0); }},
    {"unfinished_super_passes", [](Given& g) { g.end_with(0, 1); }},
    {"window_too_short", [](Given& g) { g.steady().duration->is_short = true; },
     [](Given& g) { g.steady().duration->is_short = false; }},
    {"skipped_short_plateaus",
     [](Given& g) {
       g.steady();
       g.report.analysis.selection.skipped_short = 1;
     },
     [](Given& g) { g.report.analysis.selection.skipped_short = 1; }},  // no window all the same
    {"gap_in_window",
     [](Given& g) {
       g.set_window(10, 20);
       g.report.pauses = {{19 * kSecond, 25 * kSecond}};
     },
     [](Given& g) {
       g.set_window(10, 20);
       g.report.pauses = {{9 * kSecond, 10 * kSecond}, {20 * kSecond, 25 * kSecond}};
     }},
    {"metric_drifts_in_window",
     [](Given& g) {
       g.steady();
       g.report.drifts.emplace_back().metric = {Measure::ttft, Level::p50};
     }},
    {"level_shift",
     [](Given& g) {
       g.steady();
       g.report.analysis.change.level_shift =
           LevelShift{.change_point = 20, .delta = 0.2, .p = 0, .p_approximate = 0};
     }},
    {"excursion",
     [](Given& g) {
       g.steady();
       g.report.analysis.change.excursion = {14, 18};
     }},
    {"ttft_drifts",
     [](Given& g) {
       g.opinion(Level::p50).gate = {TrendState::drifting_up, 0.001, std::nullopt};
     },
     [](Given& g) {
       g.opinion(Level::p50).gate = {TrendState::plateau, 0.2, std::nullopt};
     }},
    {"p99_not_converged",
     [](Given& g) {
       g.opinion(Level::p99).gate = {TrendState::drifting_up, 0.051, std::nullopt};
     },
     [](Given& g) {
       g.opinion(Level::p99).gate = {TrendState::drifting_up, 0.049, std::nullopt};
     }},
    {"throughput_uncertain",
     [](Given& g) {
       g.steady().tps.system = 100;
       g.steady().tps.system_interval = {89, 111};
     },
     [](Given& g) {
       g.steady().tps.system = 100;
       g.steady().tps.system_interval = {91, 109};
     }},
    {"throughput_inconsistent",
     [](Given& g) {
       g.steady().tps.system = 100;
       g.steady().tps.token_time = 80;
       g.steady().tps.inconsistent = true;
     }},
    {"ramp_or_drain_dominates",
     [](Given& g) {
       g.steady().tps.comparable = 111;
       g.report.total.tps.comparable = 100;
     },
     [](Given& g) {
       g.steady().tps.comparable = 109;
       g.report.total.tps.comparable = 100;
       g.steady().distributions[0].quantiles[p99].value = 149;  // of TTFT
       g.report.total.distributions[0].quantiles[p99].value = 100;
     }},
    {"failures_in_window",
     [](Given& g) {
       g.steady().window->issued = 1000;
       g.steady().window->failed = 11;
     },
     [](Given& g) {
       g.steady().window->issued = 1000;
       g.steady().window->failed = 10;
     }},
    {"short_occupancy_span",
     [](Given& g) {
       g.report.occupancy.emplace().span = {0, 9 * kSecond};
       g.report.analysis.times.last_event = 100 * kSecond;
     },
     [](Given& g) {
       g.report.occupancy.emplace().span = {0, 11 * kSecond};
       g.report.analysis.times.last_event = 100 * kSecond;
     }},
};

Codes without(Codes codes, const std::set<std::string_view>& away) {
  std::erase_if(codes, [&](std::string_view code) { return away.contains(code); });
  return codes;
}

Codes table() {
  return std::apply([](const auto&... codes) { return Codes{codes.name...}; }, warning::kCodes);
}

// What ssdetect.5 lists in its section WARNINGS.
std::vector<std::string> documented() {
  std::ifstream page("man/ssdetect.5");
  std::vector<std::string> codes;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with(".Sh ")) inside = line == ".Sh WARNINGS";
    if (inside && line.starts_with(".It Sy ")) codes.push_back(line.substr(7));
  }
  return codes;
}

Given with_all_but(const std::set<std::string_view>& away) {
  Given given;
  for (const Condition& condition : kConditions)
    if (!away.contains(condition.code)) condition.meet(given);
  return given;
}

// The first of its kind.
template <class Kind>
Kind told(const std::vector<Warning>& warnings) {
  const auto found = std::find_if(warnings.begin(), warnings.end(), [](const Warning& warning) {
    return std::holds_alternative<Kind>(warning);
  });
  REQUIRE(found != warnings.end());
  return std::get<Kind>(*found);
}

// The check of the table can fail.
using warning::Code, warning::MemoryExceeded;
static_assert(warning::are_distinct(std::tuple{Code<MemoryExceeded>{"one"},
                                               Code<warning::Excursion>{"two"}}));
static_assert(!warning::are_distinct(std::tuple{Code<MemoryExceeded>{"one"},
                                                Code<warning::Excursion>{"one"}}));

}  // namespace

TEST_CASE("warnings: the manual page lists the codes of the table, in its order") {
  const auto codes = table();
  CHECK(documented() == std::vector<std::string>(codes.begin(), codes.end()));
}

TEST_CASE("warnings: each condition alone, just met and just missed") {
  Codes tried;
  for (const Condition& condition : kConditions) {
    CAPTURE(condition.code);
    Given met, missed;
    condition.meet(met);
    condition.miss(missed);
    CHECK(met.codes() == Codes{condition.code});
    CHECK(missed.codes() == Codes{});
    tried.push_back(condition.code);
  }
  CHECK(tried == table());
}

TEST_CASE("warnings: all together stand in the order of the table") {
  const std::set<std::string_view> exclusive{"never_finished", "ttft_not_meaningful", "load_ramped"};
  CHECK(with_all_but(exclusive).codes() == without(table(), exclusive));
}

TEST_CASE("warnings: of what was not judged, only those about input, memory and tokens") {
  Given unsupported = with_all_but({"never_finished"}), not_assessable = with_all_but({"never_finished"});
  unsupported.report.analysis.verdict = Verdict::unsupported;
  not_assessable.report.analysis.not_assessable = NotAssessable::no_token_counts;
  const Codes all = table();
  const Codes before_load(all.begin(), std::find(all.begin(), all.end(), "load_staged"));
  CHECK(unsupported.codes() == without(before_load, {"never_finished"}));
  CHECK(not_assessable.codes() == unsupported.codes());
}

TEST_CASE("warnings: offline has neither warmup nor tail nor trends of issue time") {
  const std::set<std::string_view> of_issue_time{
      "warmup_capped",           "warmup_guarded", "tail_kept",         "drained_super_passes",
      "unfinished_super_passes", "ttft_drifts",    "p99_not_converged", "never_finished"};
  auto exclusive = of_issue_time;
  exclusive.insert("load_ramped");  // has no one rate that could be served
  CHECK(with_all_but({"never_finished", "load_ramped"}).codes() == without(table(), exclusive));
}

TEST_CASE("warnings: an incomplete log says what is still in flight, and whether a line is torn") {
  Given given;
  given.report.counts.in_flight = 7;
  given.report.diagnostics.torn_last_line = true;
  CHECK(given.codes() == Codes{"partial_log"});
  CHECK(told<warning::PartialLog>(given.warnings()).in_flight == 7);
  CHECK(told<warning::PartialLog>(given.warnings()).last_line_torn);
}

TEST_CASE("warnings: what a compacted run gave up") {
  Given given;
  given.report.compaction = Compaction{.requests = 300, .cell_size = 8, .bin_s = 0.5};
  given.report.counts.issued = 400;
  given.report.analysis.sizing.superpass_size = 48;
  given.run.prompts_forgotten = true;
  const auto plain = told<warning::Compacted>(given.warnings());
  CHECK(plain.requests == 300);
  CHECK(plain.issued == 400);
  CHECK(plain.time_bin_s == 0.5);
  CHECK(plain.prompts_forgotten);
  CHECK_FALSE(plain.rounded_superpass_size);
  given.report.analysis.sizing.is_rounded = true;
  CHECK(told<warning::Compacted>(given.warnings()).rounded_superpass_size == 48);
}

TEST_CASE("warnings: numbers are taken from where they belong") {
  const auto all = with_all_but({"never_finished", "ttft_not_meaningful"}).warnings();
  CHECK(told<warning::MissingCounts>(all).completions == 1);
  CHECK(told<warning::SidecarProblem>(all).problem == "config.yaml: bad file");
  CHECK(told<warning::EstimatedTokens>(all).source == TokenSource::words);
  CHECK(told<warning::LevelShift>(all).super_pass == 20);
  CHECK(told<warning::LevelShift>(all).delta == 0.2);
  CHECK(told<warning::Excursion>(all).first_super_pass == 14);
  CHECK(told<warning::Excursion>(all).last_super_pass == 17);
  CHECK(told<warning::TtftDrifts>(all).metric == MetricId{Measure::ttft, Level::p50});
  CHECK(told<warning::TtftDrifts>(all).negligible);  // 0.1 %
  CHECK(told<warning::P99NotConverged>(all).drift == 0.051);
  CHECK(told<warning::ThroughputUncertain>(all).half_width == doctest::Approx(0.11));
  CHECK(told<warning::ThroughputInconsistent>(all).system_tok_s == 100);
  CHECK(told<warning::ThroughputInconsistent>(all).token_time_tok_s == 80);
  CHECK(told<warning::RampOrDrainDominates>(all).system_tps == doctest::Approx(0.11));
  CHECK(told<warning::FailuresInWindow>(all).requests == 11);
  CHECK(told<warning::FailuresInWindow>(all).share == doctest::Approx(0.011));
  CHECK(told<warning::ShortOccupancySpan>(all).span_s == 9);
  CHECK(told<warning::ShortOccupancySpan>(all).run_s == 100);
}

TEST_CASE("warnings: a load may be served too late though its rate was reached") {
  Given given;
  given.offer(10, 991, 99);
  given.report.client.mean_wait_s = 4.9;
  CHECK(given.codes() == Codes{});
  given.report.client.mean_wait_s = 5.0;
  given.report.client.longest_wait_s = 31;
  given.report.client.concurrency_cap = 8;
  CHECK(given.codes() == Codes{"load_not_served"});
  const auto told_of = told<warning::LoadNotServed>(given.warnings());
  CHECK(told_of.offered_per_s == 10);
  CHECK(told_of.achieved_per_s == 10);
  CHECK(told_of.cap == 8);
  CHECK(told_of.longest_wait_s == 31);
}

TEST_CASE("warnings: of the pauses in the window the longest is told, and how many they are") {
  Given given;
  given.set_window(10, 100);
  given.report.pauses = {
      {15 * kSecond, 20 * kSecond}, {40 * kSecond, 49 * kSecond}, {120 * kSecond, 190 * kSecond}};
  const auto gap = told<warning::GapInWindow>(given.warnings());
  CHECK(gap.at_s == 40);
  CHECK(gap.length_s == 9);
  CHECK(gap.gaps == 2);
  given.report.steady->window->range.reset();  // of wall time
  CHECK(given.codes() == Codes{});
}

TEST_CASE("warnings: less than one pass over the dataset is another matter, and reference says nothing") {
  Given given;
  given.report.counts.issued = 99;
  given.report.analysis.sizing.dataset_size = 100;
  CHECK(given.codes() == Codes{});
  given.report.counts.issued = 101;
  CHECK(given.codes() == Codes{"not_whole_passes"});
  given.report.policy = reference_policy();
  CHECK(given.codes() == Codes{});
}

TEST_CASE("warnings: the target of an open loop is none, and of a load issued at once its peak counts") {
  Given given;
  given.report.facts.target_concurrency = 100;
  given.report.facts.peak_in_flight = 95;
  given.report.facts.mean_while_offered = 10;
  given.report.analysis.load.mode.mode = Mode::poisson;
  CHECK(given.codes() == Codes{});
  given.report.analysis.load.mode.mode = Mode::offline;
  CHECK(given.codes() == Codes{});
  given.report.facts.peak_in_flight = 60;
  CHECK(given.codes() == Codes{"target_not_reached"});
}
