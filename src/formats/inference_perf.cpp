// inference-perf's per_request_lifecycle_metrics.json: an array of requests, seconds of an arbitrary clock,
// taken relative to the first. The times of all output tokens are there; the first one is the first token.
// Tests: tests/formats/inference_perf_test.cpp.
#include <fmt/format.h>

#include <optional>

#include "failure.h"
#include "formats/documents.h"
#include "formats/payload.h"
#include "formats/records.h"
#include "json/text.h"

namespace ssdetect {
namespace {

class InferencePerfReader final : public Reader {
 public:
  explicit InferencePerfReader(const Reading& reading) : reading_(reading) {}
  bool read_some() override;

 private:
  void read_document(const Document& document);
  Record record(JsonValue request);

  Reading reading_;
  SecondsClock clock_;
  Records records_;
};

bool InferencePerfReader::read_some() {
  Documents(reading_, "inference-perf").each([&](const Document& document) { read_document(document); });
  if (records_.empty()) {
    throw Failure(ExitCode::unreadable,
                  "this inference-perf file holds no request with a start_time; write it with "
                  "per-request reports switched on (report.request_lifecycle.per_request)");
  }
  records_.replay(reading_.sink);
  return false;
}

void InferencePerfReader::read_document(const Document& document) {
  std::uint64_t index = 0;
  document.root().each_element([&](JsonValue request) {
    const std::uint64_t at = index++;
    Record record = this->record(request);
    if (record.start || record.failed) return records_.add(std::move(record));
    reading_.diagnostics.malformed_record([&] {
      return LinePlace{document.line_of(request), "it has no start_time", fmt::format("/{}", at)};
    });
  });
}

Record InferencePerfReader::record(JsonValue request) {
  const JsonValue info = request.member("info");
  const JsonValue response = info.member("response_metrics");
  Record record;
  record.start = clock_.nanos(request.member("start_time").number());
  record.failed = request.member("error").is_something();
  record.input_tokens = as_token_count(info.member("input_tokens"));
  response.member("output_token_times").each_element([&](JsonValue time) {
    if (const auto at = clock_.nanos(time.number())) record.token_times.push_back(*at);
  });
  if (!record.token_times.empty()) record.first_token = record.token_times.front();
  record.end = clock_.nanos(request.member("end_time").number());
  if (!record.failed) record.output_tokens = as_token_count(response.member("output_tokens"));
  return record;
}

bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  const auto has = [&](std::string_view key) { return opening.has(key); };
  return opening.first == '[' && has("start_time") && (has("end_time") || has("request") || has("info"));
}

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload&) {
  return std::make_unique<InferencePerfReader>(reading);
}

}  // namespace

Format inference_perf_format() {
  return {"inference-perf", "inference-perf per-request JSON", recognises, make_reader};
}

}  // namespace ssdetect
