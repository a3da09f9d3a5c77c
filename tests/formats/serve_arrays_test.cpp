// vLLM and SGLang results. The independent sources are the summary that the client itself wrote into the
// file, and the absolute times that one fork adds.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;
using nlohmann::json;

namespace {

Recorded read(const std::string& file) { return record(file, {}, "auto"); }

std::string failure(const std::string& file) {
  try {
    read(file);
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::unreadable);
    return failure.what();
  }
  return {};
}

struct Totals {
  std::size_t issued = 0, first_tokens = 0, failed = 0, completed = 0;
  double ttft_ms = 0, tpot_ms = 0, tokens = 0;  // of those that did not fail; sums
};

Totals totals(const Recorded& recorded) {
  Totals sum;
  Nanos issued = 0, first = 0;
  bool failed = false;
  for (const auto& [event, text, chunk, rest, times] : recorded.events) {
    if (event.kind == EventKind::issued) ++sum.issued, issued = event.at, failed = false;
    if (event.kind == EventKind::first_token) ++sum.first_tokens, first = event.at;
    if (event.kind == EventKind::failed) ++sum.failed, failed = true;
    if (event.kind != EventKind::completed || failed) continue;
    ++sum.completed;
    sum.ttft_ms += static_cast<double>(first - issued) / 1e6;
    sum.tokens += *event.output_tokens;
    sum.tpot_ms += static_cast<double>(event.at - first) / (*event.output_tokens - 1) / 1e6;
  }
  return sum;
}

void check_against_own_summary(const std::string& file, std::size_t issued, std::size_t first_tokens,
                               std::size_t failed) {
  if (file.empty()) return;
  const auto recorded = read(file);
  const Totals sum = totals(recorded);
  const json own = json::parse(file);
  CHECK(sum.issued == issued);
  CHECK(sum.failed == failed);
  CHECK(sum.first_tokens == first_tokens);
  CHECK(sum.completed == own["completed"].get<std::size_t>());
  CHECK(sum.tokens == own["total_output_tokens"].get<double>());
  const auto count = static_cast<double>(sum.completed);
  CHECK(sum.ttft_ms / count == doctest::Approx(own["mean_ttft_ms"].get<double>()).epsilon(1e-7));
  CHECK(sum.tpot_ms / count == doctest::Approx(own["mean_tpot_ms"].get<double>()).epsilon(1e-7));
  // The fork's own absolute times, to the nanosecond or two that two roundings cost.
  const auto completions = recorded.of(EventKind::completed);
  const double base = std::floor(own["send_ts"][0].get<double>());
  for (std::size_t i = 0; i < issued; ++i) {
    if (own["latencies"][i].get<double>() == 0) continue;
    CHECK(std::abs(static_cast<double>(completions[i].event.at) -
                   (own["completion_ts"][i].get<double>() - base) * 1e9) <= 2);
  }
}

std::string arrays(const std::string& rest) {
  return R"({"backend":"vllm","num_prompts":2,"input_lens":[5,6],"output_lens":[3,4],"ttfts":[0.5,0.25])" +
         rest + "}";
}

}  // namespace

TEST_CASE("a clean vLLM run agrees with its own summary") {
  check_against_own_summary(shared_file("samples/vllm/detailed-2qps-send_ts.json"), 500, 500, 0);
}

TEST_CASE("a vLLM run whose server died agrees with its own summary") {
  check_against_own_summary(shared_file("samples/vllm/detailed-4qps-server-crashed.json"), 500, 91 + 172,
                            409);
}

TEST_CASE("results that cannot be placed in time say so") {
  if (const auto file = shared_file("samples/vllm/partial-no-start-times.json"); !file.empty()) {
    CHECK(failure(file) ==
          "this vLLM result has neither itls nor latencies, so no request's end is known; write it with "
          "`vllm bench serve --save-result --save-detailed`");
  }
  if (const auto file = shared_file("samples/sglang/summary-only.jsonl"); !file.empty()) {
    CHECK(failure(file) ==
          "this SGLang result holds no request list (ttfts), only a summary; write it with bench_serving "
          "--output-details");
  }
}

TEST_CASE("times keep their digits whatever the epoch") {
  for (const std::string epoch : {"1780822558", "17", "0", "-3"}) {
    CAPTURE(epoch);
    const auto recorded =
        read(arrays(",\"itls\":[[0.25,0.125],[0.5]],\"start_times\":[" + epoch + ".5," + epoch + ".25]"));
    const auto issued = recorded.of(EventKind::issued);
    const auto first = recorded.of(EventKind::first_token);
    const auto completed = recorded.of(EventKind::completed);
    REQUIRE(issued.size() == 2);
    CHECK(issued[1].event.at - issued[0].event.at == 250'000'000);
    // by start; a negative epoch turns the order round
    const bool swapped = epoch == "-3";
    const auto& longer = swapped ? 0 : 1;
    CHECK(issued[longer].event.input_tokens == 5);
    CHECK(first[longer].event.at - issued[longer].event.at == 500'000'000);
    CHECK(completed[longer].event.at - first[longer].event.at == 375'000'000);
    CHECK(completed[longer].event.output_tokens == 3);
    const Nanos at = first[longer].event.at;
    CHECK(completed[longer].token_times == std::vector<Nanos>{at, at + 250'000'000, at + 375'000'000});
  }
}

TEST_CASE("latencies before itls; one itl a request; no errors array") {
  const std::string starts = R"(,"start_times":[0,10])";
  auto completed =
      read(arrays(starts + R"(,"itls":[[0.25],[0.5]],"latencies":[2.0,3.0])")).of(EventKind::completed);
  CHECK(completed[0].event.at == 2'000'000'000);
  completed = read(arrays(starts + R"(,"itls":[0.25,0.5])")).of(EventKind::completed);
  CHECK(completed[0].event.at == 1'000'000'000);   // 0.5 + 2 × 0.25
  CHECK(completed[1].event.at == 11'750'000'000);  // 10 + 0.25 + 3 × 0.5
  CHECK(completed[0].token_times.empty());
  const auto recorded =
      read(R"({"ttfts":[0,0.1],"itls":[[],[0.1]],"output_lens":[0,2],"start_times":[1,2]})");
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.of(EventKind::completed).size() == 2);
}

TEST_CASE("several results are several runs, a bad one among them is counted") {
  const std::string one = arrays(R"(,"start_times":[0,1],"itls":[[0.1],[0.1]],"request_rate":Infinity)");
  const auto recorded = read(one + "\n" + arrays("") + "\n\n" + one + "\n{\"torn");
  CHECK(recorded.runs == std::vector<std::string>{"run 2"});
  CHECK(recorded.of(EventKind::issued).size() == 4);
  CHECK(recorded.of(EventKind::session_ended).size() == 2);
  CHECK(recorded.diagnostics.malformed_lines == 2);
  CHECK(recorded.diagnostics.first_malformed[0].line == 2);
  CHECK(recorded.diagnostics.torn_last_line);
}

TEST_CASE("arrays of different lengths, no rows, no ends, cut files") {
  CHECK(failure(arrays(R"(,"start_times":[0],"itls":[[1],[1]])")) ==
        "this vLLM result is damaged: ttfts has 2 entries but start_times has 1; write it again");
  CHECK(failure(R"({"ttfts":[],"itls":[],"start_times":[]})") ==
        "this vLLM result holds no request; run the benchmark with at least one");
  CHECK(failure(arrays(R"(,"start_times":[0,1])"))
            .starts_with("this vLLM result has neither itls nor latencies"));
  CHECK(failure(arrays("").substr(0, 60))
            .starts_with("this vLLM file is not valid JSON (a string is not closed)"));
  CHECK(failure(arrays(R"(,"start_times":[null,null],"itls":[[1],[1]])")) ==
        "no request of this vLLM result has a start time");
}

TEST_CASE("telling SGLang from vLLM, and either by settings when the arrays lie far off") {
  const auto name = [](const std::string& bytes) {
    const auto source = memory_source(bytes);
    return choose_format("auto", *source, "x").name;
  };
  const std::string filler = ",\"input_lens\":[" + std::string(3'000'000, '1');
  CHECK(name(R"({"date":"x","backend":"vllm","model_id":"m","num_prompts":3)" + filler) == "vllm");
  CHECK(name(R"({"tag":"x","backend":"sglang","random_input_len":3,"random_range_ratio":0.0)" + filler) ==
        "sglang");
  CHECK(name(R"({"generated_texts":[")" + std::string(2'000'000, 'x') + R"("],"ttfts":[1]})") == "vllm");
  const auto sglang = read(
      R"({"server_info":{},"random_input_len":1,"start_times":[3.5],"ttfts":[1],"itls":[[1]],"output_lens":[2],"errors":[""]})");
  CHECK(sglang.of(EventKind::completed).at(0).event.at == 2'500'000'000);
}

TEST_CASE(
    "an entry without a start time: a failed one stands beside its neighbours, another cannot be used") {
  const auto recorded = read(
      "{\"ttfts\":[0.5,0,0.5,0.5],\n\"itls\":[[1],[],[1],[1]],\"errors\":[\"\",\"refused\",\"\",\"\"],\n"
      "\"start_times\":[7,null,\n8,null]}");
  std::vector<Nanos> issued;
  for (const auto& e : recorded.of(EventKind::issued)) issued.push_back(e.event.at);
  CHECK(issued == std::vector<Nanos>{0, 0, 1'000'000'000});
  REQUIRE(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.of(EventKind::failed)[0].event.at == 0);
  REQUIRE(recorded.diagnostics.malformed_records == 1);
  CHECK(recorded.diagnostics.malformed_lines == 0);
  CHECK(recorded.diagnostics.first_malformed[0].record == "/start_times/3");
  CHECK(recorded.diagnostics.first_malformed[0].line == 4);
}

namespace {

json case_file(const std::string& name) {
  const std::string file = shared_file("cases/" + name);
  return file.empty() ? json() : json::parse(file);
}

double reconstructed_within(json file, std::optional<std::size_t> concurrency) {
  const std::vector<double> truth = file["start_times"];
  file.erase("start_times");
  const auto recorded = read(file.dump());
  REQUIRE(recorded.settings.size() == 1);
  const auto& how = recorded.settings[0].reconstructed;
  REQUIRE(how);
  CHECK(how->concurrency == concurrency);
  const auto issued = recorded.of(EventKind::issued);
  REQUIRE(issued.size() == truth.size());
  double largest = 0;
  for (std::size_t i = 0; i < truth.size(); ++i)
    largest = std::max(largest, std::abs(to_seconds(issued[i].event.at) - (truth[i] - truth[0])));
  return largest;
}

// A closed loop of two, by hand: 1 s each, one after another without a pause.
json small_loop() {
  return json::parse(R"({"backend":"vllm","model_id":"m","num_prompts":6,"request_rate":"inf",
    "max_concurrency":2,"duration":3.003,"completed":6,"input_lens":[5,5,5,5,5,5],"output_lens":[3,3,3,3,3,3],
    "ttfts":[0.5,0.5,0.5,0.5,0.5,0.5],"errors":["","","","","",""],
    "itls":[[0.25,0.25],[0.25,0.25],[0.25,0.25],[0.25,0.25],[0.25,0.25],[0.25,0.25]]})");
}

std::string refusal_with(const std::string& key, const json& value) {
  json file = small_loop();
  file[key] = value;
  const std::string said = failure(file.dump());
  const std::string before = "they do not follow from the rest: ";
  const auto at = said.find(before);
  if (at == std::string::npos) return said;
  return said.substr(at + before.size(), said.rfind("; write it") - at - before.size());
}

}  // namespace

TEST_CASE("start times of real closed loops without them are those that were recorded") {
  const json four = case_file("vllm-closed-loop-c4.json"), sixteen = case_file("vllm-closed-loop-c16.json"),
             unlimited = case_file("vllm-unlimited.json");
  if (four.is_null()) return;
  CHECK(reconstructed_within(four, 4) < 0.010);
  CHECK(reconstructed_within(sixteen, 16) < 0.010);
  CHECK(reconstructed_within(unlimited, std::nullopt) < 0.025);
}

TEST_CASE("real files that are no closed loop stay refused, with the reason") {
  const std::string finite = shared_file("cases/vllm-finite-rate-c16.json"),
                    no_gaps = shared_file("cases/inferencex-no-itls-c64.json");
  if (finite.empty()) return;
  CHECK(failure(finite).find("its request rate is finite (16 requests/s)") != std::string::npos);
  CHECK(failure(no_gaps).find("has neither itls nor latencies") != std::string::npos);
}

TEST_CASE("start times of a closed loop by hand") {
  const auto recorded = read(small_loop().dump());
  const auto& how = recorded.settings.at(0).reconstructed;
  REQUIRE(how);
  CHECK(how->concurrency == 2);
  CHECK(how->residual == doctest::Approx(0.001).epsilon(0.01));
  CHECK(how->hand_over_s == doctest::Approx(0.0015));  // two hand-overs in 3 ms
  CHECK_FALSE(how->are_too_few);
  const auto issued = recorded.of(EventKind::issued);
  REQUIRE(issued.size() == 6);
  CHECK(issued[1].event.at == 0);
  CHECK(issued[3].event.at == 1'001'500'000);
  CHECK(issued[5].event.at == 2'003'000'000);
  CHECK(recorded.of(EventKind::completed)[5].event.at == 3'003'000'000);
}

TEST_CASE("start times do not follow where the loop is not closed or the file not whole") {
  CHECK(refusal_with("request_rate", 4.5) == "its request rate is finite (4.5 requests/s)");
  CHECK(refusal_with("request_rate", nullptr) == "it does not say its request_rate");
  CHECK(refusal_with("max_concurrency", 0) == "its max_concurrency is no count");
  CHECK(refusal_with("ramp_up_strategy", "linear") == "its request rate was ramped up");
  CHECK(refusal_with("dataset_name", "mooncake") ==
        "its requests follow a recording or conversations (dataset_name)");
  CHECK(refusal_with("use_trace_timestamps", true) ==
        "its requests follow a recording or conversations (use_trace_timestamps)");
  CHECK(refusal_with("enable_multi_turn", true) ==
        "its requests follow a recording or conversations (enable_multi_turn)");
  CHECK(refusal_with("use_trace_timestamps", false).empty());
  CHECK(refusal_with("duration", nullptr) == "it has no duration");
  CHECK(refusal_with("duration", 3.1) ==
        "as a closed loop its last request would end 3.23 % before its duration (at most 1 % are accepted)");
  CHECK(refusal_with("completed", 5) == "of its 6 requests 5 completed");
  CHECK(refusal_with("errors", {"", "", "timeout", "", "", ""}) == "one of its requests has an error (2)");
  CHECK(refusal_with("output_lens", {3, 0, 3, 3, 3, 3}) == "one of its requests has no output (1)");
  CHECK(refusal_with("ttfts", {0.5, 0.5, 0.5, 0.0, 0.5, 0.5}) == "one of its requests has no TTFT (3)");
  CHECK(refusal_with("max_output_tokens_per_s", 6.5).empty());  // six chunks in the second second
  CHECK(refusal_with("max_output_tokens_per_s", 7) ==
        "as a closed loop its busiest second would be more than 10 % off its max_output_tokens_per_s");
  CHECK(refusal_with("ttfts", {0.5, 0.5}).find("is damaged") != std::string::npos);
  json no_limit = small_loop();
  no_limit.erase("max_concurrency");
  CHECK(failure(no_limit.dump()).find("it does not say its max_concurrency") != std::string::npos);
}

TEST_CASE("SGLang's closed loops, whose rate is a bare Infinity, have start times, too") {
  std::string file = small_loop().dump();
  file.replace(file.find("\"inf\""), 5, "Infinity,\"server_info\":{},\"random_range_ratio\":0.5");
  const auto recorded = record(file, {}, "auto");
  CHECK(recorded.settings.at(0).reconstructed);
  CHECK(recorded.of(EventKind::issued).size() == 6);
}

TEST_CASE("what the client was told is handed on") {
  json file = small_loop();
  file["start_times"] = {0, 0, 1, 1, 2, 2};
  const auto settings_of = [](const json& file) { return read(file.dump()).settings.at(0); };
  ClientSettings closed = settings_of(file);
  CHECK(closed.load == OfferedLoad::closed_loop);
  CHECK(closed.target_concurrency == 2);
  CHECK(closed.duration_s == 3.003);
  CHECK_FALSE(closed.reconstructed);
  file["max_concurrency"] = nullptr;
  CHECK(settings_of(file).load == OfferedLoad::at_once);
  file["max_concurrency"] = 4;
  file["request_rate"] = 2.5;
  file["burstiness"] = 0.5;
  file["queue_times"] = {0, 0, 0, 0.5, 1, 4.5};
  const ClientSettings open = settings_of(file);
  CHECK(open.load == OfferedLoad::open_loop);
  CHECK(open.offered_rate == 2.5);
  CHECK(open.concurrency_cap == 4);
  CHECK_FALSE(open.target_concurrency);
  CHECK(open.burstiness == 0.5);
  CHECK(open.mean_wait_s == 1);
  CHECK(open.longest_wait_s == 4.5);
  file["ramp_up_strategy"] = "linear";
  file["ramp_up_start_rps"] = 1;
  file["ramp_up_end_rps"] = 8;
  const ClientSettings ramped = settings_of(file);
  CHECK_FALSE(ramped.offered_rate);
  CHECK(ramped.ramp->to == 8);
  file.erase("request_rate"), file.erase("ramp_up_strategy"), file.erase("ramp_up_start_rps");
  file.erase("ramp_up_end_rps");
  CHECK_FALSE(settings_of(file).load);
}

TEST_CASE("start times in milliseconds are refused, and said to be that") {
  json file = small_loop();
  file["start_times"] = {1e12, 1e12, 1e12 + 1000, 1e12 + 1000, 1e12 + 2000, 1e12 + 2000};
  CHECK(failure(file.dump()) ==
        "the start_times of this vLLM result would make the run last 2001 s where its own duration is 3.003 "
        "s: they are in milliseconds; write them in seconds");
}
