// Clients whose results are a plain list of requests: trtllm-bench --request_json (nanoseconds, an array) and
// llm-load-test (seconds, the member results). Tests: tests/formats/listed_clients_test.cpp.
#include <optional>

#include "formats/payload.h"
#include "formats/request_list.h"
#include "json/text.h"

namespace ssdetect {
namespace {

// Without streaming trtllm-bench writes a first token that is none.
std::optional<Nanos> between(std::optional<Nanos> start, std::optional<Nanos> at, std::optional<Nanos> end) {
  return start && at && end && *start <= *at && *at <= *end ? at : std::nullopt;
}

Record read_trtllm(JsonValue request, RequestContext& context) {
  Record record;
  record.start = request.member("start_timestamp").integer();
  record.end = request.member("end_timestamp").integer();
  record.first_token = between(record.start, request.member("first_token_timestamp").integer(), record.end);
  record.input_tokens = as_token_count(request.member("num_input_tokens"));
  record.output_tokens = context.counts.of(request, request.member("output_tokens"));
  return record;
}

Record read_llm_load_test(JsonValue request, RequestContext& context) {
  const auto time = [&](const char* name) { return context.clock.nanos(request.member(name).number()); };
  Record record;
  record.start = time("start_time");
  record.end = time("end_time");
  record.first_token = time("first_token_time");
  record.failed = tells_failure(request.member("error_code")) || tells_failure(request.member("error_text"));
  record.input_tokens = as_token_count(request.member("input_tokens"));
  const auto tokens = context.counts.of(request, request.member("output_tokens"));
  if (!record.failed) record.output_tokens = tokens;
  return record;
}

constexpr ListDialect kTrtllm = {
    "trtllm-bench", "start_timestamp", "",
    "this trtllm-bench file holds no request with a start_timestamp; write it with --request_json",
    read_trtllm};

constexpr ListDialect kLlmLoadTest = {
    "llm-load-test", "start_time", "results",
    "this llm-load-test file holds no request with a start_time; give the JSON that it writes to its output "
    "directory, with one entry a request under results",
    read_llm_load_test};

bool recognises_trtllm(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  return opening.first == '[' && opening.has("start_timestamp") && opening.has("end_timestamp");
}

bool recognises_llm_load_test(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  return opening.first == '{' && opening.has("results") &&
         prefix.find("\"start_time\"") != std::string_view::npos &&
         prefix.find("\"response_time\"") != std::string_view::npos;
}

}  // namespace

Format trtllm_bench_format() {
  return {"trtllm-bench", "trtllm-bench --request_json", recognises_trtllm,
          [](const Reading& reading, const WantedPayload& wanted) {
            return read_request_list(reading, wanted, kTrtllm);
          }};
}

Format llm_load_test_format() {
  return {"llm-load-test", "llm-load-test output JSON", recognises_llm_load_test,
          [](const Reading& reading, const WantedPayload& wanted) {
            return read_request_list(reading, wanted, kLlmLoadTest);
          }};
}

}  // namespace ssdetect
