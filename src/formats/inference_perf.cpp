// inference-perf's per_request_lifecycle_metrics.json: an array of requests, seconds of an arbitrary clock,
// taken relative to the first. What is known of the answer stands in info.response_metrics; releases 0.5 call
// it response_info, and those before put it into info itself. The times of all output tokens are there: the
// first is the first token, and the last is the end, as the client notes end_time after it has put its own
// books in order; a single one says nothing of the end. A list holds all stages of a run. Tests:
// tests/formats/inference_perf_test.cpp.
#include <optional>

#include "formats/load_stages.h"
#include "formats/payload.h"
#include "formats/request_list.h"
#include "input/settings_beside.h"
#include "json/text.h"

namespace ssdetect {
namespace {

JsonValue response_of(JsonValue info) {
  for (const char* name : {"response_metrics", "response_info"})
    if (const JsonValue response = info.member(name); response.is_object()) return response;
  return info;
}

JsonValue input_tokens(JsonValue info) {
  const JsonValue plain = info.member("input_tokens");
  return plain.is_something() ? plain : info.member("request_metrics").member("text").member("input_tokens");
}

Record read_request(JsonValue request, RequestContext& context) {
  const JsonValue info = request.member("info");
  const JsonValue response = response_of(info);
  Record record;
  record.start = context.clock.nanos(request.member("start_time").number());
  record.failed = tells_failure(request.member("error"));
  record.input_tokens = as_token_count(input_tokens(info));
  response.member("output_token_times").each_element([&](JsonValue time) {
    if (const auto at = context.clock.nanos(time.number())) record.token_times.push_back(*at);
  });
  record.end = context.clock.nanos(request.member("end_time").number());
  if (!record.token_times.empty()) {
    record.first_token = record.token_times.front();
    if (!record.failed && record.end && record.token_times.size() > 1) record.end = record.token_times.back();
  }
  const auto tokens = context.counts.of(request, response.member("output_tokens"),
                                        response.member("server_usage").member("completion_tokens"));
  if (!record.failed) record.output_tokens = tokens;
  return record;
}

void deliver(Records& records, const Reading& reading) {
  const SettingsBeside beside = inference_perf_settings_beside(reading.path);
  reading.diagnostics.problems_beside = beside.problems;
  replay_stages(records, reading.sink, beside.settings.value_or(ClientSettings()));
}

constexpr ListDialect kDialect = {
    "inference-perf",
    "start_time",
    "",
    "this inference-perf file holds no request with a start_time; write it with "
    "per-request reports switched on (report.request_lifecycle.per_request)",
    read_request,
    deliver};

bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  const auto has = [&](std::string_view key) { return opening.has(key); };
  return opening.first == '[' && has("start_time") && (has("end_time") || has("request") || has("info"));
}

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload& wanted) {
  return read_request_list(reading, wanted, kDialect);
}

}  // namespace

Format inference_perf_format() {
  return {"inference-perf", "inference-perf per-request JSON", recognises, make_reader};
}

}  // namespace ssdetect
