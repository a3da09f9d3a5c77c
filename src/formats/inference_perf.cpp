// inference-perf's per_request_lifecycle_metrics.json: an array of requests, seconds of an arbitrary clock,
// taken relative to the first. The times of all output tokens are there; the first one is the first token.
// Tests: tests/formats/inference_perf_test.cpp.
#include <fmt/format.h>

#include <cmath>

#include "failure.h"
#include "formats/dialects.h"
#include "formats/documents.h"
#include "formats/records.h"
#include "formats/token_counts.h"
#include "json/text.h"

namespace ssdetect {
namespace {

constexpr double kSecond = 1e9;

Record record_of(JsonValue request, double base) {
  const auto nanos = [&](double seconds) { return later(0, seconds - base, kSecond); };
  const JsonValue info = request.member("info");
  const JsonValue response = info.member("response_metrics");
  Record record;
  record.start = nanos(*request.member("start_time").number());
  record.failed = request.member("error").is_something();
  record.input_tokens = as_token_count(info.member("input_tokens"));
  response.member("output_token_times").each_element([&](JsonValue time) {
    if (const auto seconds = time.number()) record.token_times.push_back(nanos(*seconds));
  });
  if (!record.token_times.empty()) record.first_token = record.token_times.front();
  if (const auto end = request.member("end_time").number()) record.end = nanos(*end);
  if (!record.end && record.failed) record.end = record.first_token.value_or(record.start);
  if (!record.failed) record.output_tokens = as_token_count(response.member("output_tokens"));
  return record;
}

class InferencePerfReader final : public Reader {
 public:
  void read(ByteSource& source, EventSink& sink, Diagnostics& diagnostics) override {
    Documents documents(source, diagnostics, "inference-perf");
    documents.each([&](const JsonText& document, std::uint64_t) {
      document.root().each_element([&](JsonValue request) { add(document, request, diagnostics); });
    });
    if (records_.empty()) {
      throw Failure(ExitCode::unreadable,
                    "this inference-perf file holds no request with a start_time; write it with "
                    "per-request reports switched on (report.request_lifecycle.per_request)");
    }
    records_.replay(sink);
  }

 private:
  void add(const JsonText& document, JsonValue request, Diagnostics& diagnostics) {
    const auto start = request.member("start_time").number();
    if (!start) return diagnostics.malformed(document.line_of(request), "a request has no start_time");
    if (!base_) base_ = std::floor(*start);
    records_.add(record_of(request, *base_));
  }

  std::optional<double> base_;
  Records records_;
};

bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  const auto has = [&](std::string_view key) { return opening.has(key); };
  return opening.first == '[' && has("start_time") && (has("end_time") || has("request") || has("info"));
}

std::unique_ptr<Reader> make_reader(const WantedPayload&) { return std::make_unique<InferencePerfReader>(); }

}  // namespace

Format inference_perf_format() {
  return {"inference-perf", "inference-perf per-request JSON", recognises, make_reader};
}

}  // namespace ssdetect
