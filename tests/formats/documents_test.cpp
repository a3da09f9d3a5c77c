// GuideLLM and inference-perf.
#include <doctest/doctest.h>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Recorded read(const std::string& file) { return record(file, {}, "auto"); }

const std::string kEmptyLists =
    "this GuideLLM file holds no request with a start time: its request lists are empty or were sampled "
    "away; run the "
    "benchmark without limiting the requests that it saves (sample size)";

}  // namespace

TEST_CASE(
    "GuideLLM: each benchmark is a run; successful, errored and incomplete requests, new and old names") {
  const auto recorded = read(R"({"metadata":{},"benchmarks":[
    {"config":{"strategy":{"type_":"constant","rate":2.5}},"requests":{
      "successful":[{"info":{"timings":{"request_start":1786678148.5,"first_token_iteration":1786678148.75,
                     "last_token_iteration":1786678149.0,"request_end":1786678149.25}},"output_tokens":9,"prompt_tokens":32}],
      "errored":[{"info":{"timings":{"request_start":1786678148.25,"first_token_iteration":null,"request_end":null}}}],
      "incomplete":[{"info":{"timings":{"request_start":1786678148.875,"request_end":1786678149.0}}},{"info":{"timings":{"request_start":null}}}]}},
    {"requests":{"successful":[{"start_time":1786678150.0,"first_token_time":1786678150.5,"last_token_time":1786678151.5,"end_time":null,"output_tokens":3},
                               {"output_tokens":3}],"errored":[],"incomplete":[]}}]})");
  CHECK(recorded.runs == std::vector<std::string>{"benchmark 1 constant 2.5", "benchmark 2"});
  const auto issued = recorded.of(EventKind::issued);
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(issued.size() == 4);
  REQUIRE(completed.size() == 3);
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK(issued[0].event.at == 250'000'000);
  CHECK(issued[1].event.at == 500'000'000);
  CHECK(issued[1].event.input_tokens == 32);
  CHECK(issued[2].event.at == 875'000'000);
  CHECK(issued[3].event.at == 2'000'000'000);
  CHECK(completed[1].event.at == 1'250'000'000);
  CHECK(completed[1].event.output_tokens == 9);
  CHECK(completed[2].event.at == 3'500'000'000);
  CHECK(recorded.of(EventKind::first_token)[1].event.at == 2'500'000'000);
  CHECK(recorded.diagnostics.malformed_lines == 1);
  CHECK(recorded.diagnostics.first_malformed[0].line == 8);
}

TEST_CASE("GuideLLM: empty lists and no benchmarks are said") {
  if (const auto file = shared_file("samples/guidellm/empty-request-lists.json"); !file.empty()) {
    CHECK_THROWS_WITH_AS(read(file), kEmptyLists.c_str(), Failure);
  }
  CHECK_THROWS_WITH_AS(read(R"({"benchmarks":[]})"),
                       "this GuideLLM file holds no benchmark; run it to the end and save its report as JSON",
                       Failure);
}

TEST_CASE("inference-perf: the sample's rows") {
  const auto file = shared_file("samples/inference-perf/per_request_lifecycle_metrics.json");
  if (file.empty()) return;
  const auto recorded = read(file);
  CHECK(recorded.of(EventKind::issued).size() == 6);
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.of(EventKind::failed)[0].event.at == 2'000'000'000);
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 6);
  CHECK(completed[0].event.at == 1'000'000'000);
  CHECK(completed[0].event.output_tokens == 8);
  CHECK(completed[0].token_times.size() == 8);
  CHECK(recorded.of(EventKind::first_token)[0].event.at == 111'111'111);
  CHECK(recorded.of(EventKind::issued)[1].event.input_tokens == 120);
  CHECK(completed[1].event.at == 1'800'000'000);
  CHECK_FALSE(recorded.diagnostics.partial());
}

TEST_CASE("inference-perf: rows without a start are counted, none with one is a failure") {
  const auto recorded =
      read("[{\"start_time\":null,\"end_time\":1,\"info\":{}},\n{\"start_time\":5.5,\"end_time\":6}]");
  CHECK(recorded.of(EventKind::issued).size() == 1);
  CHECK(recorded.diagnostics.malformed_lines == 1);
  CHECK_THROWS_AS(read("[{\"start_time\":null,\"end_time\":1,\"info\":{}}]"), Failure);
}
