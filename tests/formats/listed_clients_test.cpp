// Expected times by hand, from those of the files.
#include <doctest/doctest.h>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Recorded read(const std::string& file) { return record(file, {}, "auto"); }

}  // namespace

TEST_CASE("trtllm-bench: nanoseconds; a first token outside of the request is none") {
  const auto recorded = read(R"([
    {"id":0,"num_input_tokens":9,"start_timestamp":2000,"end_timestamp":5000,"first_token_timestamp":2500,"output_tokens":4},
    {"id":1,"num_input_tokens":9,"start_timestamp":1000,"end_timestamp":6000,"first_token_timestamp":-1,"output_tokens":4},
    {"id":2,"end_timestamp":6000}])");
  const auto issued = recorded.of(EventKind::issued);
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 2);
  CHECK(issued[0].event.at == 1000);
  CHECK(issued[1].event.at == 2000);
  CHECK(issued[1].event.input_tokens == 9);
  CHECK(completed[0].event.at == 6000);
  CHECK(completed[1].event.output_tokens == 4);
  REQUIRE(recorded.of(EventKind::first_token).size() == 1);
  CHECK(recorded.of(EventKind::first_token)[0].event.at == 2500);
  CHECK(recorded.reason() == "it has no start_timestamp");
  CHECK_THROWS_AS(read(R"([{"start_timestamp":null,"end_timestamp":1}])"), Failure);
}

TEST_CASE("llm-load-test: seconds under results; an error code is a failure") {
  const auto recorded = read(R"({"results":[
    {"start_time":10.5,"first_token_time":10.75,"end_time":11.5,"response_time":1000,"input_tokens":9,"output_tokens":4,
     "error_code":null,"error_text":null},
    {"start_time":11.0,"first_token_time":null,"end_time":11.25,"response_time":250,"output_tokens":0,"error_code":500}],
    "config":{},"summary":{}})");
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 2);
  CHECK(completed[0].event.at == 1'500'000'000);
  CHECK(completed[0].event.output_tokens == 4);
  CHECK(recorded.of(EventKind::first_token)[0].event.at == 750'000'000);
  CHECK(recorded.of(EventKind::issued)[0].event.input_tokens == 9);
  REQUIRE(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.of(EventKind::failed)[0].event.at == 1'250'000'000);
  CHECK_THROWS_AS(record(R"({"results":[]})", {}, "llm-load-test"), Failure);
}

TEST_CASE("trtllm-bench and llm-load-test: the cases from the field") {
  for (const char* name : {"cases/trtllm-bench-request.json", "cases/llm-load-test.json"}) {
    const auto file = shared_file(name);
    if (file.empty()) return;
    CAPTURE(name);
    const auto recorded = read(file);
    CHECK(recorded.of(EventKind::completed).size() == 20);
    CHECK(recorded.diagnostics.malformed_records == 0);
  }
}
