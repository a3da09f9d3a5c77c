// Expected times by hand, from the seconds of the file.
#include <doctest/doctest.h>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Recorded read(const std::string& file) { return record(file, {}, "auto"); }

}  // namespace

TEST_CASE("inference-perf: the sample's rows") {
  const auto file = shared_file("samples/inference-perf/per_request_lifecycle_metrics.json");
  if (file.empty()) return;
  const auto recorded = read(file);
  CHECK(recorded.of(EventKind::issued).size() == 6);
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.of(EventKind::failed)[0].event.at == 2'000'000'000);
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 6);
  CHECK(completed[0].event.at == 888'888'889);
  CHECK(completed[0].event.output_tokens == 8);
  CHECK(completed[0].token_times.size() == 8);
  CHECK(recorded.of(EventKind::first_token)[0].event.at == 111'111'111);
  CHECK(recorded.of(EventKind::issued)[1].event.input_tokens == 120);
  CHECK(completed[1].event.at == 1'700'000'000);
  CHECK_FALSE(recorded.diagnostics.partial());
}

TEST_CASE("inference-perf: rows without a start are counted, none with one is a failure") {
  const auto recorded =
      read("[{\"start_time\":null,\"end_time\":1,\"info\":{}},\n{\"start_time\":5.5,\"end_time\":6}]");
  CHECK(recorded.of(EventKind::issued).size() == 1);
  CHECK(recorded.diagnostics.malformed_lines == 0);
  CHECK(recorded.diagnostics.malformed_records == 1);
  CHECK(recorded.diagnostics.first_malformed[0].record == "/0");
  CHECK(recorded.diagnostics.first_malformed[0].line == 1);
  CHECK(recorded.reason() == "it has no start_time");
  CHECK_THROWS_AS(read("[{\"start_time\":null,\"end_time\":1,\"info\":{}}]"), Failure);
}

TEST_CASE("inference-perf: a failed request counts without a start, at its end or beside its neighbours") {
  const auto recorded = read(R"([
    {"start_time":null,"end_time":null,"info":{"response_metrics":null},"error":{"error_type":"Refused"}},
    {"start_time":5.0,"end_time":6.0,"info":{},"error":null},
    {"start_time":null,"end_time":null,"info":{},"error":{"error_type":"Refused"}},
    {"start_time":7.0,"end_time":8.0,"info":{},"error":null},
    {"start_time":null,"end_time":7.5,"info":{"input_tokens":9},"error":{"error_type":"Timeout"}},
    {"end_time":7.25,"info":{"response_metrics":{"output_token_times":[7.125]}},"error":{"error_type":"Cut"}}])");
  CHECK(recorded.diagnostics.malformed_records == 0);
  std::vector<std::pair<EventKind, Nanos>> failed_or_issued;
  for (const auto& [event, prompt, chunk, rest, times] : recorded.events) {
    if (event.kind == EventKind::issued || event.kind == EventKind::failed)
      failed_or_issued.emplace_back(event.kind, event.at / 1'000'000);
  }
  const auto i = EventKind::issued, f = EventKind::failed;
  // The first has only a neighbour behind it; the last began when its first token came.
  CHECK(failed_or_issued ==
        std::vector<std::pair<EventKind, Nanos>>{
            {i, 0}, {f, 0}, {i, 0}, {i, 0}, {f, 0}, {i, 2000}, {i, 2125}, {f, 2250}, {i, 2500}, {f, 2500}});
  CHECK(recorded.of(EventKind::first_token).empty());
}

TEST_CASE("inference-perf: only failed requests, none with a time, is a failure") {
  CHECK_THROWS_AS(read(R"([{"start_time":null,"end_time":null,"info":{},"error":{"error_type":"Refused"}}])"),
                  Failure);
}

TEST_CASE("inference-perf: a hundred thousand records that cannot be used are counted in one walk") {
  std::string list = R"([{"start_time":5.5,"end_time":6})";
  for (int i = 0; i < 100'000; ++i) list += ",\n{}";
  const auto recorded = read(list + "]");
  CHECK(recorded.diagnostics.malformed_records == 100'000);
  CHECK(recorded.diagnostics.first_malformed[2].line == 4);
  CHECK(recorded.diagnostics.first_malformed[2].record == "/3");
}

// The end of a request is 40 ms late, the client counted 5 tokens and the server 4.
TEST_CASE("inference-perf: all releases; the last token is the end, and the server's count goes first") {
  const std::string response = R"("output_tokens":5,"output_token_times":[100.125,100.25,100.375,100.5])";
  const std::string usage = R"(,"server_usage":{"completion_tokens":4})";
  const std::pair<std::string, Tokens> infos[] = {
      {R"({"input_tokens":9,)" + response + "}", 5},
      {R"({"input_tokens":9,"response_info":{)" + response + usage + "}}", 4},
      {R"({"request_metrics":{"text":{"input_tokens":9}},"response_metrics":{)" + response + usage + "}}",
       4}};
  for (const auto& [info, tokens] : infos) {
    CAPTURE(info);
    const auto recorded =
        read(R"([{"start_time":100.0,"end_time":100.54,"error":null,"info":)" + info + "}]");
    const auto completed = recorded.of(EventKind::completed);
    REQUIRE(completed.size() == 1);
    CHECK(completed[0].event.at == 500'000'000);
    CHECK(completed[0].event.output_tokens == tokens);
    CHECK(completed[0].token_times.size() == 4);
    CHECK(recorded.of(EventKind::first_token)[0].event.at == 125'000'000);
    CHECK(recorded.of(EventKind::issued)[0].event.input_tokens == 9);
    CHECK(recorded.diagnostics.client_tokens == (tokens == 4 ? 5 : 0));
  }
}

TEST_CASE("inference-perf: a single token time is the first token's and not the end") {
  const auto recorded = read(R"([{"start_time":5,"end_time":9,"error":null,
    "info":{"response_metrics":{"output_tokens":61,"output_token_times":[6]}}}])");
  CHECK(recorded.of(EventKind::first_token)[0].event.at == 1'000'000'000);
  CHECK(recorded.of(EventKind::completed)[0].event.at == 4'000'000'000);
}

TEST_CASE("inference-perf: the cases from the field") {
  for (const char* release : {"0.3", "0.5", "0.6"}) {
    const auto file = shared_file(std::string("cases/inference-perf-v") + release + ".json");
    if (file.empty()) return;
    CAPTURE(release);
    const auto recorded = read(file);
    const Nanos decode =
        recorded.of(EventKind::completed)[0].event.at - recorded.of(EventKind::first_token)[0].event.at;
    CHECK(decode / 4 == 20'000'000);
    CHECK(recorded.of(EventKind::completed)[0].event.output_tokens == 5);
  }
}
