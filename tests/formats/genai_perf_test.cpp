// Expected times and texts by hand, from those of the file.
#include <doctest/doctest.h>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// A stream: the role alone, two texts (one response holds two lines), the usage, the end.
const std::string kStream = R"({"timestamp":1000,"response_timestamps":[1100,1200,1300,1400,1500],"response_outputs":[
  {"response":"data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"},
  {"response":"data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"Hm\"}}]}\n\n"},
  {"response":"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"b\"}}]}\n\n"},
  {"response":"data: {\"choices\":[],\"usage\":USAGE}\n\n"},
  {"response":"data: [DONE]\n\n"}]})";

std::string file(const std::string& usage, const std::string& more = "") {
  std::string stream = kStream;
  stream.replace(stream.find("USAGE"), 5, usage);
  return R"({"version":"0.0.1","experiments":[{"experiment":{"mode":"concurrency","value":16},"requests":[)" + stream +
         more + "]}]}";
}

}  // namespace

TEST_CASE("genai-perf: responses with text are the tokens; texts only where they are wanted") {
  const auto recorded = record(file("null"), kAll, "auto");
  CHECK(recorded.runs == std::vector<std::string>{"concurrency 16"});
  REQUIRE(recorded.of(EventKind::completed).size() == 1);
  const auto completed = recorded.of(EventKind::completed)[0];
  CHECK(recorded.of(EventKind::issued)[0].event.at == 1000);
  CHECK(recorded.of(EventKind::first_token)[0].event.at == 1200);
  CHECK(completed.event.at == 1300);
  CHECK(completed.token_times == std::vector<Nanos>{1200, 1300});
  CHECK(completed.first_chunk == "Hm");
  CHECK(completed.rest == "ab");
  CHECK(completed.event.output->chunks == 2);
  CHECK_FALSE(completed.event.output_tokens.has_value());
  CHECK_FALSE(record(file("null"), {}, "auto").of(EventKind::completed)[0].event.output.has_value());
}

TEST_CASE("genai-perf: the server's usage counts the tokens") {
  const auto recorded = record(file(R"({\"completion_tokens\":5})"), {}, "auto");
  CHECK(recorded.of(EventKind::completed)[0].event.output_tokens == 5);
}

TEST_CASE("genai-perf: responses of another dialect are chunks; without a time stamp a request is malformed") {
  const auto recorded = record(
      file("null", R"(,{"timestamp":2000,"response_timestamps":[2100,2250],"response_outputs":[{"response":"x"},{}]},
                      {"response_timestamps":[1]})"),
      {}, "auto");
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 2);
  CHECK(completed[1].event.at == 2250);
  CHECK(completed[1].token_times == std::vector<Nanos>{2100, 2250});
  CHECK(recorded.reason() == "it has no timestamp");
  CHECK(recorded.diagnostics.first_malformed[0].record == "/experiments/0/requests/2");
  CHECK_THROWS_AS(record(R"({"experiments":[{"requests":[]}]})", {}, "auto"), Failure);
}

TEST_CASE("genai-perf: the case from the field") {
  const auto given = shared_file("cases/genai-perf-profile-export.json");
  if (given.empty()) return;
  const auto recorded = record(given, kAll, "auto");
  REQUIRE(recorded.of(EventKind::completed).size() == 20);
  CHECK(recorded.of(EventKind::issued)[0].event.at == 104'876'246'846);
  CHECK(recorded.of(EventKind::completed)[0].event.at == 105'111'439'794);
  CHECK(recorded.of(EventKind::completed)[0].event.output->chunks == 5);
}
