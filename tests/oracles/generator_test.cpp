// Is the generator itself right? Its logs are read back with simdjson and replayed by the plain rules of the
// format; nothing here shares code with the program under test.
#include "tests/oracles/generator.h"

#include <doctest/doctest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/oracles/log_replay.h"
#include "tests/oracles/random.h"

using namespace ssdetect::oracle;
using ssdetect::Nanos;

namespace {

// Lower nearest rank, of requests with a TPOT.
std::vector<double> tpot_by_superpass(const Simulation& run, double p) {
  std::vector<double> result;
  const auto size = static_cast<std::size_t>(run.truth.superpass_size);
  for (std::size_t at = 0; at < run.requests.size(); at += size) {
    std::vector<double> values;
    for (std::size_t i = at; i < std::min(at + size, run.requests.size()); ++i) {
      const SimRequest& r = run.requests[i];
      if (r.state != SimState::completed) continue;
      values.push_back(static_cast<double>(r.completed_ns - r.first_token_ns) /
                       static_cast<double>(r.tokens - 1));
    }
    std::sort(values.begin(), values.end());
    result.push_back(values.at(static_cast<std::size_t>(p * static_cast<double>(values.size() - 1))));
  }
  return result;
}

std::int64_t in_flight_at(const Simulation& run, Nanos at_ns) {
  return std::count_if(run.requests.begin(), run.requests.end(), [at_ns](const SimRequest& r) {
    return r.issued_ns <= at_ns && (r.completed_ns == kNever || r.completed_ns > at_ns);
  });
}

// Tokens of each request spread evenly from first token to completion.
double token_rate(const Simulation& run, Nanos begin_ns, Nanos end_ns) {
  double tokens = 0;
  for (const SimRequest& r : run.requests) {
    const Nanos overlap_ns = std::min(r.completed_ns, end_ns) - std::max(r.first_token_ns, begin_ns);
    if (overlap_ns <= 0) continue;
    const auto decode_ns = static_cast<double>(r.completed_ns - r.first_token_ns);
    tokens += static_cast<double>(r.tokens) * static_cast<double>(overlap_ns) / decode_ns;
  }
  return tokens / (static_cast<double>(end_ns - begin_ns) / 1e9);
}

std::uint64_t fnv1a(const std::string& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash;
}

}  // namespace

TEST_CASE("oracle random: portable log and exp agree with libm, normal has its moments") {
  Random random(7);
  double sum = 0, squares = 0, exponential = 0;
  const int n = 200'000;
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform() * 40 - 20, value = random.normal();
    REQUIRE(portable_exp(x) == doctest::Approx(std::exp(x)).epsilon(1e-14));
    REQUIRE(std::abs(portable_log(portable_exp(x)) - x) < 2e-14);
    sum += value;
    squares += value * value;
    exponential += random.exponential(3);
  }
  CHECK(std::abs(sum / n) < 0.01);
  CHECK(squares / n == doctest::Approx(1).epsilon(0.02));
  CHECK(exponential / n == doctest::Approx(3).epsilon(0.02));
}

TEST_CASE("oracle random: a permutation holds every number once") {
  auto order = permutation(1000, Random(3));
  CHECK_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (int i = 0; i < 1000; ++i) REQUIRE(order[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("generator: every scenario replays to its own truth") {
  for (const Scenario& each : scenarios()) {
    CAPTURE(std::string(each.name));
    const Simulation run = simulate(each.plan);
    const EventLog log = read_log(events_text(run));
    const Replay seen = replay(log);
    CHECK(log.malformed == 0);
    CHECK(log.torn == run.truth.interrupted);
    CHECK(seen.started == 1);
    CHECK(seen.ended == (run.truth.interrupted ? 0 : 1));
    CHECK(seen.tracking_stops == (run.truth.interrupted ? 0 : 1));
    CHECK(seen.illegal == 0);
    CHECK(seen.orphans == 0);
    CHECK(static_cast<std::int64_t>(seen.tracked.size()) == run.truth.issued);
    CHECK(run.truth.issued == run.truth.completed + run.truth.failed + run.truth.in_flight);
    CHECK(seen.completed == run.truth.completed);
    CHECK(seen.failed == run.truth.failed);
    CHECK(seen.in_flight == run.truth.in_flight);
    CHECK(seen.retried == run.truth.retried);
    CHECK(seen.untracked == each.plan.log.warmup_requests);
  }
}

TEST_CASE("generator: shares of failures and retries, and an interrupted run") {
  const Truth failures = simulate(*scenario("failures")).truth;
  CHECK(static_cast<double>(failures.failed) / static_cast<double>(failures.issued) ==
        doctest::Approx(0.03).epsilon(0.4));
  const Truth retries = simulate(*scenario("retries")).truth;
  CHECK(static_cast<double>(retries.retried) / static_cast<double>(retries.issued) ==
        doctest::Approx(0.04).epsilon(0.4));
  const Truth interrupted = simulate(*scenario("interrupted")).truth;
  CHECK(interrupted.in_flight == 16);
  CHECK(interrupted.issued == 1600);
}

TEST_CASE("generator: a failed request's error line comes before its earlier completion") {
  const EventLog log = read_log(events_text(simulate(*scenario("failures"))));
  std::map<std::string, Nanos> errors;
  std::int64_t after = 0;
  for (const LogEvent& event : log.events) {
    if (event.type == "error.generic") errors[event.uuid] = event.at_ns;
    if (event.type != "sample.complete" || errors.count(event.uuid) == 0) continue;
    CHECK(event.at_ns < errors[event.uuid]);
    CHECK(event.chunks == -1);
    CHECK(event.tokens == -1);
    ++after;
  }
  CHECK(after > 0);
  CHECK(after == static_cast<std::int64_t>(errors.size()));
}

TEST_CASE("generator: TPOT of the log equals the plan to rounding") {
  Plan plan = *scenario("ramp");
  plan.tpot.request_cov = 0;
  plan.tpot.superpass_cov = 0.02;
  plan.tpot.drift_per_superpass = 0.002;
  plan.tpot.steps = {{.superpass = 20, .factor = 1.25}, {.request = 1500, .factor = 0.9}};
  plan.tpot.blips = {{12, 1.5}};
  plan.tpot.last_superpasses = 3;
  plan.tpot.last_factor = 1.1;
  plan.retried_share = 0.05;
  const Simulation run = simulate(plan);
  const Replay seen = replay(read_log(events_text(run)));
  REQUIRE(seen.tracked.size() == run.requests.size());
  for (std::size_t i = 0; i < seen.tracked.size(); ++i) {
    const ReplayedRequest& outcome = seen.tracked[i];
    const auto gaps = static_cast<double>(outcome.tokens - 1);
    const double tpot_ns = static_cast<double>(outcome.complete_ns - outcome.first_ns) / gaps;
    REQUIRE(std::abs(tpot_ns - run.truth.tpot_ns[i / 50]) <= 0.5 / gaps + 1e-6);
  }
  const std::vector<double>& clean = run.truth.clean_tpot_ns;
  CHECK(run.truth.ramp_end_superpass == 8);
  CHECK(clean[0] == doctest::Approx(50e6 * (0.6 + 0.4 / 16)));
  CHECK(clean[8] == doctest::Approx(50e6 * 1.016));
  CHECK(clean[12] == doctest::Approx(50e6 * 1.024 * 1.5));
  CHECK(clean[20] == doctest::Approx(50e6 * 1.04 * 1.25));
  CHECK(clean[30] == doctest::Approx(50e6 * 1.06 * 0.9));
  CHECK(clean[39] == doctest::Approx(50e6 * 1.078 * 0.9 * 1.1));
  CHECK(run.truth.step_superpasses == std::vector<std::int64_t>{20, 30});
}

TEST_CASE("generator: a closed loop keeps its concurrency, and the demo window is long enough") {
  const Simulation run = simulate(*scenario("demo"));
  const Nanos last_issue_ns = run.requests.back().issued_ns;
  for (int tenth = 1; tenth <= 10; ++tenth) CHECK(in_flight_at(run, last_issue_ns / 10 * tenth) == 48);
  const SimRequest &begin = run.requests[250 * 4], &end = run.requests[250 * 19];
  CHECK(end.issued_ns - begin.issued_ns > 700'000'000'000);
  CHECK(run.requests[47].first_token_ns >
        48 * 120'000'000ll);  // the opening burst waits for the prefill queue
}

TEST_CASE("generator: overload grows the queue, an offered rate below capacity does not") {
  const Simulation over = simulate(*scenario("poisson-overload"));
  const Nanos span_ns = over.truth.offered_span_ns;
  const auto half = in_flight_at(over, span_ns / 2), full = in_flight_at(over, span_ns);
  CHECK(static_cast<double>(over.truth.issued) / (static_cast<double>(span_ns) / 1e9) ==
        doctest::Approx(8).epsilon(0.05));
  CHECK(*over.truth.held_requests_per_s == doctest::Approx(3).epsilon(0.05));
  const double growth_per_s = static_cast<double>(full - half) / (static_cast<double>(span_ns) / 2e9);
  CHECK(growth_per_s == doctest::Approx(5).epsilon(0.1));
  CHECK(token_rate(over, over.truth.hold_start_ns, span_ns) ==
        doctest::Approx(*over.truth.held_tokens_per_s).epsilon(0.01));
  const Simulation under = simulate(*scenario("poisson"));
  CHECK(in_flight_at(under, under.truth.offered_span_ns) < 40);
}

TEST_CASE("generator: offline ramps, holds its known rate within 1 %, sags and drains") {
  const Simulation run = simulate(*scenario("offline"));
  const Nanos begin_ns = run.truth.hold_start_ns, end_ns = run.truth.hold_end_ns;
  REQUIRE(run.truth.held_tokens_per_s);
  const double held = *run.truth.held_tokens_per_s;
  CHECK(end_ns - begin_ns > 600'000'000'000);
  for (int fifth = 0; fifth < 5; ++fifth) {
    const Nanos width_ns = (end_ns - begin_ns) / 5, at_ns = begin_ns + fifth * width_ns;
    CHECK(token_rate(run, at_ns, at_ns + width_ns) == doctest::Approx(held).epsilon(0.01));
  }
  CHECK(token_rate(run, 0, begin_ns) < 0.7 * held);
  CHECK(token_rate(run, end_ns + 20'000'000'000, end_ns + 200'000'000'000) ==
        doctest::Approx(held / 1.3).epsilon(0.01));
  CHECK(token_rate(run, run.truth.last_event_ns - 5'000'000'000, run.truth.last_event_ns) < 0.5 * held);
}

TEST_CASE("generator: prompts repeat without replacement, lengths go with them") {
  Plan plan = *scenario("steady");
  plan.log.prompt_text = true;
  plan.n_requests = 500;
  std::map<std::string, int> seen;
  std::vector<std::string> prompts;
  const Simulation run = simulate(plan);
  for (const LogEvent& event : read_log(events_text(run)).events) {
    if (event.type == "sample.issued") prompts.push_back(event.prompt);
  }
  REQUIRE(prompts.size() == 500);
  for (std::size_t i = 0; i < 500; ++i) CHECK(seen[prompts[i]]++ == static_cast<int>(i / 50));
  CHECK(seen.size() == 50);
  CHECK_FALSE(std::equal(prompts.begin(), prompts.begin() + 50, prompts.begin() + 50));
  std::map<std::int32_t, std::set<std::int64_t>> lengths;
  for (const SimRequest& request : run.requests) lengths[request.prompt].insert(request.tokens);
  for (const auto& [prompt, each] : lengths) CHECK(each.size() == 1);
}

TEST_CASE("generator: text carries as many words or chunks as tokens") {
  for (const OutputText shape :
       {OutputText::counted, OutputText::first_rest, OutputText::plain, OutputText::reasoning}) {
    Plan plan = *scenario("steady");
    plan.n_requests = 300;
    plan.length = {.kind = OutputLength::Kind::lognormal, .median = 60, .min = 1, .max = 5000, .sigma = 1.5};
    plan.log.output = shape;
    const Simulation run = simulate(plan);
    const Replay seen = replay(read_log(events_text(run)));
    for (std::size_t i = 0; i < run.requests.size(); ++i)
      CHECK(seen.tracked[i].words == run.requests[i].tokens);
  }
  Plan plan = *scenario("steady");
  plan.n_requests = 300;
  plan.log.output = OutputText::chunks;
  const Simulation run = simulate(plan);
  std::vector<std::int64_t> planted, chunks;
  for (const SimRequest& request : run.requests) planted.push_back(request.tokens);
  for (const LogEvent& event : read_log(events_text(run)).events) {
    if (event.type == "sample.complete") chunks.push_back(event.chunks);
  }
  std::sort(planted.begin(), planted.end());
  std::sort(chunks.begin(), chunks.end());
  CHECK(planted == chunks);
}

TEST_CASE("generator: unsorted lines, warm-up, orphans and older keys") {
  Plan plan = *scenario("retries");
  plan.failed_share = 0.05;
  const Simulation tidy = simulate(plan);
  plan.log = {.conversation_keys = false, .line_delay_ns = 3'000'000'000, .warmup_requests = 6, .orphans = 9};
  const Simulation run = simulate(plan);
  const std::string text = events_text(run);
  const EventLog log = read_log(text);
  const Replay seen = replay(log);
  CHECK(text.find("conversation_id") == std::string::npos);
  CHECK_FALSE(std::is_sorted(log.events.begin(), log.events.end(),
                             [](const LogEvent& a, const LogEvent& b) { return a.at_ns < b.at_ns; }));
  CHECK(log.malformed == 0);
  CHECK(seen.illegal == 0);
  CHECK(seen.orphans == 9);
  CHECK(seen.untracked == 6);
  CHECK(seen.completed == tidy.truth.completed);
  CHECK(seen.failed == tidy.truth.failed);
  for (std::size_t i = 1; i < seen.tracked.size(); ++i) {
    REQUIRE(seen.tracked[i].first_issue_ns >= seen.tracked[i - 1].first_issue_ns);
  }
}

TEST_CASE("generator: agentic turns follow one another") {
  std::map<std::string, std::int64_t> turns;
  for (const LogEvent& event : read_log(events_text(simulate(*scenario("agentic")))).events) {
    if (event.uuid.empty()) continue;
    REQUIRE_FALSE(event.conversation.empty());
    if (event.type == "sample.issued") CHECK(event.turn == ++turns[event.conversation]);
  }
  CHECK(turns.size() >= 500);
  for (const auto& [conversation, turn] : turns) CHECK(turn <= 4);
}

TEST_CASE("generator: a series gives its super-passes exactly the wanted percentiles") {
  Series series{.tpot_p50_ns = noisy_series(20e6, 0.03, 40, 5)};
  for (const double p50_ns : series.tpot_p50_ns) series.tpot_p90_ns.push_back(1.2 * p50_ns);
  const Simulation run = simulate(series);
  const auto p50 = tpot_by_superpass(run, 0.5), p90 = tpot_by_superpass(run, 0.9);
  REQUIRE(p50.size() == 40);
  for (std::size_t k = 0; k < p50.size(); ++k) {
    CHECK(std::abs(p50[k] - series.tpot_p50_ns[k]) <= 0.5 / 100);
    CHECK(std::abs(p90[k] - series.tpot_p90_ns[k]) <= 0.5 / 100);
    CHECK(run.requests[k * 50].issued_ns == static_cast<Nanos>(k) * 60'000'000'000);
  }
  CHECK(replay(read_log(events_text(run))).completed == 2000);
}

TEST_CASE("generator: a series of 10,000 super-passes is quick") {
  const Series series{.tpot_p50_ns = noisy_series(20e6, 0.01, 10'000, 1), .superpass_size = 10};
  CHECK(simulate(series).requests.size() == 100'000);
}

TEST_CASE("generator: AIPerf export has a line a finished request and the planted durations") {
  Plan plan = *scenario("failures");
  plan.log.warmup_requests = 3;
  const Simulation run = simulate(plan);
  std::int64_t fine = 0, failed = 0, warmups = 0;
  simdjson::dom::parser parser;
  std::istringstream lines(aiperf_text(run, {.inter_chunk_latency = true}));
  for (std::string line; std::getline(lines, line);) {
    const simdjson::dom::element row = parser.parse(line);
    warmups += row["metadata"]["benchmark_phase"].get_string().value() == "warmup";
    if (row["error"].error() == simdjson::SUCCESS) {
      ++failed;
      continue;
    }
    ++fine;
    const auto metrics = row["metrics"];
    double gaps_ms = metrics["time_to_first_token"]["value"].get_double().value();
    std::int64_t tokens = 1;
    const simdjson::dom::array gaps = metrics["inter_chunk_latency"]["value"].get_array();
    for (const simdjson::dom::element gap : gaps) gaps_ms += gap.get_double().value(), ++tokens;
    const double latency_ms = metrics["request_latency"]["value"].get_double().value();
    REQUIRE(gaps_ms == doctest::Approx(latency_ms).epsilon(1e-9));
    REQUIRE(tokens == metrics["output_sequence_length"]["value"].get_int64().value());
  }
  CHECK(warmups == 3);
  CHECK(fine == run.truth.completed + 3);
  CHECK(failed == run.truth.failed);
}

TEST_CASE("generator: the same seed gives the same bytes, here and everywhere") {
  Plan plan = *scenario("demo");
  plan.n_requests = 1000;
  plan.log.output = OutputText::first_rest;
  plan.load = Load::poisson;
  plan.server.prefill_cov = 0.3;
  const std::string text = events_text(simulate(plan));
  CHECK(text == events_text(simulate(plan)));
  CHECK(fnv1a(text) == 11833029482550798735ull);
  plan.seed = 2;
  CHECK(text != events_text(simulate(plan)));
}

TEST_CASE("generator: the truth is one JSON object") {
  const Simulation run = simulate(*scenario("offline"));
  simdjson::dom::parser parser;
  const simdjson::dom::element truth = parser.parse(truth_json(run.truth));
  CHECK(truth["issued"].get_int64().value() == 4000);
  CHECK(truth["held_tokens_per_s"].get_double().value() == *run.truth.held_tokens_per_s);
  CHECK(truth["tpot_ns"].get_array().value().size() == run.truth.tpot_ns.size());
}

TEST_CASE("generator: a benchmark log has about the size asked for") {
  for (const OutputText shape : {OutputText::counted, OutputText::first_rest, OutputText::chunks}) {
    std::size_t bytes = 0;
    write_events(simulate(bench_plan(shape, 30'000'000, 1)),
                 [&bytes](std::string_view part) { bytes += part.size(); });
    CHECK(static_cast<double>(bytes) == doctest::Approx(30e6).epsilon(0.05));
  }
}
