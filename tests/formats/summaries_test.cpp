// Beginnings as the tools write them, cut to the names that tell them.
#include "formats/summaries.h"

#include <doctest/doctest.h>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

TEST_CASE("summaries: each is refused by name, with what to give instead") {
  struct Given {
    const char *text, *tool, *advice;
  };
  const Given all[] = {
      {R"({"schema_version":"1.0","aiperf_version":"0.4","request_throughput":{"unit":"requests/sec","avg":2},"request_latency":{"unit":"ms","avg":1}})",
       "an AIPerf summary", "profile_export.jsonl"},
      {R"({"request_throughput":{"unit":"requests/sec","avg":2},"request_latency":{"unit":"ms"},"input_config":{}})",
       "an AIPerf or genai-perf summary", "profile_export.json (genai-perf)"},
      {"Metric,avg,min,max,p99\nTime To First Token (ms),1,1,1,1\n", "an AIPerf or genai-perf summary",
       "--export-level records"},
      {R"({"load_summary":{"count":4},"successes":{"count":4},"failures":{"count":0}})",
       "an inference-perf summary", "per_request_lifecycle_metrics.json"},
      {R"({"version":"2023-08-31","name":"x","results_ttft_s_quantiles_p25":0.5})", "an LLMPerf summary",
       "no start times"},
      {R"([{"error_code":null,"inter_token_latency_s":0.1,"ttft_s":0.2,"end_to_end_latency_s":3.5}])",
       "LLMPerf responses", "start_s"},
      {R"({"root_group":{},"metrics":{"http_req_duration":{"avg":3}}})", "a k6 summary", "--out json"},
      {R"({"type":"Metric","data":{"name":"http_reqs"},"metric":"http_reqs"})", "k6 output", "plain form"},
      {"Type,Name,Request Count,Failure Count\n", "a Locust summary", "event hook"},
      {R"([{"name":"/v1","method":"POST","num_requests":3,"response_times":{"1":3}}])", "a Locust summary",
       "event hook"},
      {"================\nMLPerf Results Summary\n", "a LoadGen summary", "events.jsonl"},
      {":::MLLOG {\"key\": \"loadgen_version\"}\n", "a LoadGen log", "events.jsonl"}};
  for (const auto& [text, tool, advice] : all) {
    CAPTURE(text);
    try {
      record(text, {}, "auto");
      FAIL("it was read");
    } catch (const Failure& failure) {
      const std::string said = failure.what();
      CHECK(said.starts_with(std::string("test: this is ") + tool + ", which does not hold"));
      CHECK(said.find(advice) != std::string::npos);
    }
  }
}

TEST_CASE("summaries: what is none is not taken for one") {
  CHECK(about_summary("{\"metrics\":{}}").empty());
  CHECK(about_summary("[]").empty());
  CHECK(about_summary("").empty());
  CHECK(about_summary("{\"request_latency\":1}").empty());
}
