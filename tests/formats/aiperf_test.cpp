// AIPerf: the file's own metrics are the independent source of what the events must give.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;
using nlohmann::json;

namespace {

std::vector<json> good_requests_by_start(const std::string& file, const std::string& start) {
  std::istringstream lines(file);
  std::vector<json> good;
  for (std::string line; std::getline(lines, line);) {
    json request = json::parse(line);
    if (!request.contains("error") || request["error"].is_null()) good.push_back(std::move(request));
  }
  std::stable_sort(good.begin(), good.end(), [&](const json& a, const json& b) {
    return a["metadata"][start].get<std::int64_t>() < b["metadata"][start].get<std::int64_t>();
  });
  return good;
}

struct Attempt {
  Event issued, first, completed;
  std::vector<Nanos> token_times;
};

// Requests that did not fail, as a reader of the events sees them.
std::vector<Attempt> good_attempts(const Recorded& recorded) {
  std::vector<Attempt> good;
  Attempt at;
  bool failed = false;
  for (const auto& [event, text, chunk, rest, times] : recorded.events) {
    if (event.kind == EventKind::issued) at = {event, {}, {}, {}}, failed = false;
    if (event.kind == EventKind::first_token) at.first = event;
    if (event.kind == EventKind::failed) failed = true;
    if (event.kind != EventKind::completed || failed) continue;
    at.completed = event;
    at.token_times = times;
    good.push_back(at);
  }
  return good;
}

void check_against_own_metrics(const std::string& file, const std::string& start, const std::string& ttft,
                               std::size_t issued, std::size_t failed) {
  if (file.empty()) return;
  const auto recorded = record(file, {}, "auto");
  CHECK(recorded.of(EventKind::issued).size() == issued);
  CHECK(recorded.of(EventKind::completed).size() == issued);
  CHECK(recorded.of(EventKind::failed).size() == failed);
  CHECK(recorded.of(EventKind::tracking_started).size() == 1);
  CHECK(recorded.diagnostics.malformed_lines == 0);
  const auto expected = good_requests_by_start(file, start);
  const auto attempts = good_attempts(recorded);
  REQUIRE(attempts.size() == expected.size());
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const auto& [issue, first, completed, times] = attempts[i];
    const json& metrics = expected[i]["metrics"];
    const double osl = metrics["output_sequence_length"]["value"];
    CHECK(issue.at == expected[i]["metadata"][start].get<std::int64_t>());
    CHECK(issue.input_tokens == metrics["input_sequence_length"]["value"].get<double>());
    CHECK(completed.output_tokens == osl);
    CHECK(static_cast<double>(first.at - issue.at) / 1e6 ==
          doctest::Approx(metrics[ttft]["value"].get<double>()).epsilon(1e-6));
    const double tpot_ms = static_cast<double>(completed.at - first.at) / (osl - 1) / 1e6;
    CHECK(tpot_ms == doctest::Approx(metrics["inter_token_latency"]["value"].get<double>()).epsilon(1e-6));
    CHECK(times.size() == metrics["inter_chunk_latency"]["value"].size() + 1);
    CHECK(times.front() == first.at);
    CHECK(std::abs(times.back() - completed.at) <= 1);  // the last chunk is the end, in whole nanoseconds
    CHECK(issue.turn == expected[i]["metadata"]["turn_index"].get<int>() + 1);
  }
}

std::string line(const std::string& metadata, const std::string& metrics, const std::string& rest = "") {
  return "{\"metadata\":{" + metadata + "},\"metrics\":{" + metrics + "}" + rest + "}\n";
}

Recorded aiperf(const std::string& lines) { return record(lines, {}, "auto"); }

}  // namespace

TEST_CASE("the older schema, with cancelled requests, agrees with its own metrics") {
  check_against_own_metrics(shared_file("samples/aiperf/cancelled-old-schema.jsonl"), "timestamp_ns", "ttft",
                            100, 11);
}

TEST_CASE("the newer schema agrees with its own metrics") {
  check_against_own_metrics(shared_file("samples/aiperf/concurrency4.jsonl"), "request_start_ns",
                            "time_to_first_token", 10, 0);
}

TEST_CASE("every unit is honoured, an unknown one makes the line malformed") {
  const std::pair<const char*, Nanos> units[] = {
      {"ns", 3}, {"us", 2500}, {"ms", 2500000}, {"s", 2500000000}, {"sec", 2500000000}};
  for (const auto& [name, ns] : units) {
    const std::string unit = name;
    CAPTURE(unit);
    const auto recorded = aiperf(
        line("\"request_start_ns\":1000", R"("time_to_first_token":{"value":2.5,"unit":")" + unit + "\"}"));
    CHECK(recorded.of(EventKind::first_token).at(0).event.at == 1000 + ns);  // 2.5 ns is 3, rounded
  }
  const std::string good = line("\"request_start_ns\":1", "");
  const auto recorded =
      aiperf(good + line("\"request_start_ns\":1", R"("request_latency":{"value":1,"unit":"fortnights"})"));
  CHECK(recorded.diagnostics.malformed_lines == 1);
  CHECK(recorded.reason() == "request_latency has an unknown unit");
}

TEST_CASE("the end, the count and the failure of a request") {
  const auto completed = [](const std::string& lines) {
    return aiperf(lines).of(EventKind::completed).at(0).event;
  };
  const std::string start = R"("request_start_ns":1000,"request_end_ns":9000)";
  CHECK(completed(line(start, R"("request_latency":{"value":5,"unit":"us"})")).at == 6000);
  CHECK(completed(line(start, "")).at == 9000);
  CHECK(completed(line(start, R"("output_token_count":{"value":7},"reasoning_token_count":{"value":4})"))
            .output_tokens == 11);
  CHECK(completed(line(start, R"("output_token_count":{"value":7},"output_sequence_length":{"value":8})"))
            .output_tokens == 8);
  CHECK(aiperf(line(start, "", R"(,"error":null)")).of(EventKind::failed).empty());
  CHECK(aiperf(line(start, "", R"(,"error":{"code":500})")).of(EventKind::failed).size() == 1);
  CHECK(aiperf(line(start + R"(,"was_cancelled":true)", "")).of(EventKind::failed).size() == 1);
}

TEST_CASE("AIPerf: a cancelled request had its tokens by its last chunk, or by its end") {
  const std::string start = R"("request_start_ns":1000,"request_end_ns":9000)",
                    cancelled = R"(,"was_cancelled":true)";
  const std::string count = R"("output_sequence_length":{"value":12,"unit":"tokens"})";
  const std::string chunks = R"(,"time_to_first_token":{"value":2,"unit":"us"},)"
                             R"("inter_chunk_latency":{"value":[1,3],"unit":"us"})";
  const auto had = [](const Recorded& recorded) {
    std::vector<std::pair<Nanos, Tokens>> all;
    for (const auto& e : recorded.of(EventKind::cut_off))
      all.emplace_back(e.event.at, *e.event.output_tokens);
    return all;
  };
  using Had = std::vector<std::pair<Nanos, Tokens>>;
  CHECK(had(aiperf(line(start + cancelled, count))) == Had{{9000, 12}});
  const auto chunked = aiperf(line(start + cancelled, count + chunks));
  CHECK(had(chunked) == Had{{7000, 12}});
  CHECK(chunked.of(EventKind::failed).size() == 1);
  CHECK(had(aiperf(line(start, count, R"(,"error":{"code":499,"type":"RequestCancellationError"})"))) ==
        Had{{9000, 12}});
  CHECK(had(aiperf(line(start + cancelled, ""))).empty());
  CHECK(had(aiperf(line(start, count, R"(,"error":{"code":500})"))).empty());
  CHECK(had(aiperf(line(start, count))).empty());
}

TEST_CASE("requests are sorted by start, warm-up comes first and outside tracking") {
  const auto recorded = aiperf(
      line(R"("request_start_ns":30,"benchmark_phase":"profiling")", "") +
      line(R"("request_start_ns":10,"credit_phase":"profiling","conversation_id":"c","turn_index":1)", "") +
      line(R"("request_start_ns":20,"credit_phase":"warmup")", ""));
  std::vector<std::pair<EventKind, Nanos>> order;
  for (const auto& e : recorded.events) order.emplace_back(e.event.kind, e.event.at);
  CHECK(order == std::vector<std::pair<EventKind, Nanos>>{{EventKind::issued, 20},
                                                          {EventKind::tracking_started, 10},
                                                          {EventKind::issued, 10},
                                                          {EventKind::issued, 30},
                                                          {EventKind::tracking_stopped, 30},
                                                          {EventKind::session_ended, 30}});
  CHECK(recorded.events[2].event.turn == 2);
  CHECK(recorded.events[2].event.conversation != 0);
  CHECK(recorded.events[0].event.request != recorded.events[2].event.request);
}

TEST_CASE("bad lines are skipped and counted, none good is a failure") {
  const auto recorded =
      aiperf(line("\"request_start_ns\":1", "") + "rubbish\n\n" + line("\"turn_index\":1", "") +
             "{\"metrics\":{},\"metadata\":7}\n" + "{\"metadata\":{\"request_start_ns\":5}, \"metr");
  CHECK(recorded.of(EventKind::issued).size() == 1);
  CHECK(recorded.diagnostics.malformed_lines == 4);
  CHECK(recorded.reason(0) == "not valid JSON: this is no value at byte 1");
  CHECK(recorded.reason(1) == "it has no start time (metadata.request_start_ns)");
  CHECK(recorded.reason(2) == "metadata is missing");
  CHECK(recorded.diagnostics.torn_last_line);
  CHECK_THROWS_WITH_AS(
      aiperf(line("\"turn_index\":1", "")),
      "this AIPerf export has no request with a start time (metadata.request_start_ns), so nothing can be "
      "placed in time; use the profile_export.jsonl that AIPerf writes with --export-level records",
      Failure);
}

TEST_CASE("a failed request without a start time counts: at its end, or beside its neighbours") {
  const auto recorded = aiperf(
      line("\"request_start_ns\":1000,\"request_end_ns\":2000", "") + line("\"was_cancelled\":true", "") +
      line("\"request_end_ns\":5000", "", R"(,"error":{"code":500})") +
      line("\"conversation_id\":\"c\"", R"("time_to_first_token":{"value":1,"unit":"fortnights"})",
           R"(,"error":{})"));
  CHECK(recorded.diagnostics.malformed_lines == 0);
  std::vector<Nanos> issued, failed;
  for (const auto& e : recorded.of(EventKind::issued)) issued.push_back(e.event.at);
  for (const auto& e : recorded.of(EventKind::failed)) failed.push_back(e.event.at);
  CHECK(issued == std::vector<Nanos>{1000, 1000, 5000, 5000});
  CHECK(failed == std::vector<Nanos>{1000, 5000, 5000});
}

TEST_CASE("AIPerf: an error that says nothing is none; the server's count goes first") {
  const std::string start = "\"request_start_ns\":5000";
  for (const char* error : {"\"\"", "false"})
    CHECK(aiperf(line(start, "", R"(,"error":)" + std::string(error))).of(EventKind::failed).empty());
  const auto recorded = aiperf(line("\"request_start_ns\":5000,\"request_end_ns\":6000",
                                    R"("output_sequence_length":{"value":9,"unit":"tokens"},)"
                                    R"("usage_completion_tokens":{"value":7,"unit":"tokens"})"));
  CHECK(recorded.of(EventKind::completed)[0].event.output_tokens == 7);
  CHECK(recorded.diagnostics.client_tokens == 9);
  CHECK(recorded.diagnostics.server_tokens == 7);
}

TEST_CASE("AIPerf: as an array or pretty-printed, the same requests") {
  const std::string one = R"({ "metadata": {"request_start_ns":5000,"request_end_ns":6000},
    "metrics": {}})";
  const std::string other = R"({"metadata":{"request_end_ns":6000},"metrics":{}})";
  for (const std::string& file :
       {"[" + one + ",\n" + other + "]", "{\n" + one.substr(1) + "\n{\n" + other.substr(1)}) {
    CAPTURE(file);
    const auto recorded = aiperf(file);
    REQUIRE(recorded.of(EventKind::completed).size() == 1);
    CHECK(recorded.of(EventKind::completed)[0].event.at == 6000);
    CHECK(recorded.diagnostics.first_malformed.size() == 1);
    CHECK(recorded.reason() == "it has no start time (metadata.request_start_ns)");
  }
}
