// Expected times by hand, from the seconds of the file.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Recorded read(const std::string& file) { return record(file, {}, "auto"); }

std::string file_of(const std::string& benchmarks) { return R"({"benchmarks":[)" + benchmarks + "]}"; }

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
  CHECK(recorded.runs == std::vector<std::string>{"constant 2.5/s", "benchmark 2"});
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
  CHECK(completed[1].event.at == 1'000'000'000);
  CHECK(completed[1].event.output_tokens == 9);
  CHECK(completed[2].event.at == 3'500'000'000);
  CHECK(recorded.of(EventKind::first_token)[1].event.at == 2'500'000'000);
  CHECK(recorded.diagnostics.malformed_lines == 0);
  CHECK(recorded.diagnostics.malformed_records == 1);
  CHECK(recorded.diagnostics.first_malformed[0].line == 8);
  CHECK(recorded.diagnostics.first_malformed[0].record == "/benchmarks/1/requests/successful/1");
  CHECK(recorded.reason() == "it has no start time");
}

TEST_CASE("GuideLLM: what an incomplete request had by its last token; without a first one it had nothing") {
  const auto recorded = read(file_of(R"({"requests":{"successful":[],"errored":[],"incomplete":[
    {"info":{"timings":{"request_start":100.0,"first_token_iteration":101.0,"last_token_iteration":103.5,
                        "request_end":104.0}},"output_tokens":26},
    {"info":{"timings":{"request_start":100.25,"first_token_iteration":101.0,"request_end":104.0}},
     "output_tokens":7},
    {"info":{"timings":{"request_start":100.5,"first_token_iteration":null,"request_end":104.0}},
     "output_tokens":128},
    {"start_time":101.0,"first_token_time":102.0,"last_token_time":103.0,"end_time":103.25,"output_tokens":48},
    {"start_time":101.5,"first_token_time":null,"last_token_time":null,"end_time":103.25,"output_tokens":128},
    {"start_time":102.0,"first_token_time":102.5,"last_token_time":103.0,"end_time":103.25,"output_tokens":null}
  ]}})"));
  std::vector<std::pair<Nanos, Tokens>> had;
  for (const auto& e : recorded.of(EventKind::cut_off))
    if (e.event.output_tokens) had.emplace_back(e.event.at / 1'000'000, *e.event.output_tokens);
  CHECK(had == std::vector<std::pair<Nanos, Tokens>>{{3500, 26}, {4000, 7}, {3000, 48}});
  CHECK(recorded.of(EventKind::completed).empty());
  CHECK(recorded.of(EventKind::failed).empty());
  CHECK(recorded.of(EventKind::session_ended).at(0).event.at == 4'000'000'000);
}

TEST_CASE("GuideLLM: empty lists and no benchmarks are said") {
  if (const auto file = shared_file("samples/guidellm/empty-request-lists.json"); !file.empty()) {
    CHECK_THROWS_WITH_AS(read(file), kEmptyLists.c_str(), Failure);
  }
  CHECK_THROWS_WITH_AS(read(R"({"benchmarks":[]})"),
                       "this GuideLLM file holds no benchmark; run it to the end and save its report as JSON",
                       Failure);
}

namespace {

// Good requests at 10, 11, 12 ... s, a second each; failed ones as given.
std::string benchmark(int good, const std::string& errored) {
  std::string list;
  for (int i = 0; i < good; ++i) {
    list += (list.empty() ? "" : ",") +
            fmt::format(
                R"({{"info":{{"timings":{{"request_start":{}.0,"request_end":{}.0}}}},"output_tokens":3}})",
                10 + i, 11 + i);
  }
  return R"({"requests":{"successful":[)" + list + R"(],"errored":[)" + errored + R"(],"incomplete":[]}})";
}

std::string errored(const std::string& timings) { return R"({"info":{"timings":{)" + timings + "}}}"; }

std::vector<Nanos> failures(const std::string& file) {
  std::vector<Nanos> times;
  for (const auto& e : read(file).of(EventKind::failed)) times.push_back(e.event.at / 1'000'000'000);
  return times;
}

}  // namespace

TEST_CASE("GuideLLM: what failed before it was sent counts, from resolve_start to resolve_end") {
  const auto recorded = read(file_of(benchmark(
      4, errored(R"("request_start":null,"resolve_start":11.5,"request_end":null,"resolve_end":12.5)"))));
  REQUIRE(recorded.of(EventKind::issued).size() == 5);
  REQUIRE(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.of(EventKind::issued)[2].event.at == 1'500'000'000);
  CHECK(recorded.of(EventKind::failed)[0].event.at == 2'500'000'000);
  CHECK(recorded.diagnostics.malformed_records == 0);
}

TEST_CASE("GuideLLM: a failed request without a start stands at its end, and what has no time beside it") {
  const std::string none = errored(R"("request_start":null)");
  CHECK(failures(file_of(benchmark(4, errored(R"("resolve_end":12.25)")))) == std::vector<Nanos>{2});
  CHECK(failures(file_of(benchmark(4, none + "," + errored(R"("resolve_end":12.25)") + "," + none))) ==
        std::vector<Nanos>{2, 2, 2});
  CHECK(failures(file_of(benchmark(4, R"({"start_time":null,"end_time":13.5})"))) == std::vector<Nanos>{3});
}

TEST_CASE("GuideLLM: failed requests without any time are spread over the run, which gets no longer") {
  std::string list;
  for (int i = 0; i < 5; ++i) list += (i ? "," : "") + errored(R"("request_start":null)");
  CHECK(failures(file_of(benchmark(10, list))) == std::vector<Nanos>{1, 3, 5, 7, 9});
  const auto recorded = read(file_of(benchmark(10, list)));
  CHECK(recorded.of(EventKind::issued).size() == 15);
  CHECK(recorded.of(EventKind::completed).size() == 15);
  CHECK(recorded.of(EventKind::tracking_started)[0].event.at == 0);
  CHECK(recorded.of(EventKind::tracking_stopped)[0].event.at == 10'000'000'000);
  CHECK(recorded.diagnostics.malformed_records == 0);
}

TEST_CASE("GuideLLM: a benchmark in which nothing has a time is no run, and its requests are counted") {
  const std::string none = errored(R"("request_start":null)");
  const auto recorded = read(file_of(benchmark(0, none + "," + none) + ",\n" + benchmark(2, none)));
  CHECK(recorded.runs == std::vector<std::string>{"benchmark 2"});
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.diagnostics.malformed_records == 2);
  CHECK(recorded.diagnostics.first_malformed[0].record == "/benchmarks/0");
  CHECK_THROWS_WITH_AS(read(file_of(benchmark(0, none))), kEmptyLists.c_str(), Failure);
}

TEST_CASE("GuideLLM: files one after the other, each on a line of its own") {
  const std::string one = file_of(benchmark(1, "")),
                    bad = file_of(benchmark(1, "") + R"(,{"requests":{"successful":[{}]}})");
  const auto recorded = read(one + "\n\n" + bad + "\n");
  CHECK(recorded.runs == std::vector<std::string>{"benchmark 1", "benchmark 2"});
  REQUIRE(recorded.diagnostics.malformed_records == 1);
  CHECK(recorded.diagnostics.first_malformed[0].line == 3);
  CHECK(recorded.diagnostics.first_malformed[0].record == "/benchmarks/1/requests/successful/0");
}

TEST_CASE("GuideLLM: a hundred thousand requests that cannot be used are counted in one walk") {
  std::string list(2 * 100'000, ' ');
  for (std::size_t i = 0; i < list.size(); i += 2)
    list[i] = '7', list[i + 1] = i + 2 < list.size() ? ',' : ' ';
  const auto recorded = read(file_of(benchmark(1, "") + R"(,{"requests":{"successful":[)" + list + "]}}"));
  CHECK(recorded.diagnostics.malformed_records == 100'000);
  CHECK(recorded.diagnostics.first_malformed.size() == 3);
}

namespace {

std::string of_strategy(const std::string& place, const std::string& strategy) {
  return "{\"" + place + R"(":{"strategy":)" + strategy +
         R"(},"requests":{"successful":[{"start_time":1.0,"end_time":2.0}]}})";
}

}  // namespace

TEST_CASE(
    "GuideLLM: labels tell strategy, streams and rate, from config or args; a number where they repeat") {
  const auto recorded =
      read(file_of(of_strategy("args", R"({"type_":"synchronous"})") + "," +
                   of_strategy("config", R"({"type_":"concurrent","streams":16,"max_concurrency":16})") +
                   "," + of_strategy("args", R"({"type_":"constant","rate":10.0,"max_concurrency":null})") +
                   "," + of_strategy("config", R"({"type_":"concurrent","streams":16})")));
  CHECK(recorded.runs == std::vector<std::string>{"synchronous", "concurrent 16", "constant 10/s",
                                                  "benchmark 4 concurrent 16"});
}

TEST_CASE("GuideLLM: the strategy tells mode, target and rate") {
  const auto settings = [](const std::string& strategy) {
    const auto recorded = read(file_of(of_strategy("config", strategy)));
    REQUIRE(recorded.settings.size() == 1);
    return recorded.settings[0];
  };
  for (const char* closed : {R"({"type_":"synchronous"})", R"({"type_":"concurrent","streams":1})",
                             R"({"type_":"throughput","max_concurrency":1})"}) {
    CAPTURE(closed);
    CHECK(settings(closed).load == OfferedLoad::closed_loop);
    CHECK(settings(closed).target_concurrency == 1);
  }
  CHECK_FALSE(settings(R"({"type_":"throughput","max_concurrency":null})").load);
  for (const char* kind : {"constant", "poisson"}) {
    CAPTURE(kind);
    const auto open = settings(R"({"type_":")" + std::string(kind) + R"(","rate":2.5,"max_concurrency":8})");
    CHECK(open.load == OfferedLoad::open_loop);
    CHECK(open.offered_rate == 2.5);
    CHECK(open.concurrency_cap == 8);
    CHECK(open.burstiness.has_value() == (kind == std::string("poisson")));
    CHECK_FALSE(open.target_concurrency);
  }
  CHECK_FALSE(settings(R"({})").load);
}

TEST_CASE("GuideLLM: the wait in the client's queue of an open loop") {
  const auto settings = [](const std::string& strategy) {
    const std::string due = R"({"info":{"timings":{"targeted_start":)";
    return read(file_of(R"({"config":{"strategy":)" + strategy + R"(},"requests":{"successful":[)" + due +
                        R"(1.0,"request_start":1.5,"request_end":2.0}}},)" + due +
                        R"(2.0,"request_start":5.5,"request_end":6.0}}},)" + due +
                        R"(-1,"request_start":5.5,"request_end":6.0}}}]}})"))
        .settings.at(0);
  };
  const auto open = settings(R"({"type_":"constant","rate":1,"max_concurrency":1})");
  CHECK(open.mean_wait_s == 2);
  CHECK(open.longest_wait_s == 3.5);
  CHECK_FALSE(settings(R"({"type_":"concurrent","streams":1})").mean_wait_s);
}

TEST_CASE("GuideLLM: a conversation is told by its id, and its turns by turn_index") {
  const std::string turn = R"({"info":{"conversation_id":"c","turn_index":)";
  const std::string times = R"(,"timings":{"request_start":1.0,"request_end":2.0}}})";
  const auto issued =
      read(file_of(R"({"requests":{"successful":[)" + turn + "0" + times + "," + turn + "1" + times + "]}}"))
          .of(EventKind::issued);
  REQUIRE(issued.size() == 2);
  CHECK(issued[0].event.conversation == conversation_key("c"));
  CHECK(issued[1].event.conversation == conversation_key("c"));
  CHECK(issued[0].event.turn == 1);
  CHECK(issued[1].event.turn == 2);
}

TEST_CASE("GuideLLM 0.1: reports of benchmarks; the first token is a delay, the others are gaps") {
  const auto recorded = read(file_of(R"({"args":{},"benchmarks":[{"mode":"asynchronous","rate":2.5,
    "results":[{"start_time":100.0,"end_time":101.0,"first_token_time":0.25,"decode_times":{"data":[0.125,0.25]},
                "prompt_token_count":9,"output_token_count":3}],
    "errors":[{"request":{},"message":"no"}]}]})"));
  CHECK(recorded.runs == std::vector<std::string>{"asynchronous 2.5/s"});
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 2);
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.of(EventKind::first_token)[0].event.at == 250'000'000);
  CHECK(completed[0].event.at == 625'000'000);
  CHECK(completed[0].event.output_tokens == 3);
  CHECK(recorded.of(EventKind::issued)[0].event.input_tokens == 9);
}
