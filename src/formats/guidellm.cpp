// GuideLLM's benchmarks.json. Each benchmark is a run of its own, with its requests in three lists:
// successful, errored (failed), incomplete (cut off by the end of the benchmark, so in flight). Times are
// epoch seconds, newer under info.timings, older flat in the request; taken relative to the first of the
// file, as in serve_arrays. The end is the end of the request, or the last token where that is null. Tests:
// tests/formats/guidellm_test.cpp.
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "failure.h"
#include "formats/dialects.h"
#include "formats/documents.h"
#include "formats/records.h"
#include "formats/token_counts.h"
#include "json/string.h"
#include "json/text.h"

namespace ssdetect {
namespace {

constexpr double kSecond = 1e9;

struct Times {
  std::optional<double> start, first_token, end;
};

std::optional<double> either(std::optional<double> first, std::optional<double> second) {
  return first ? first : second;
}

Times times_of(JsonValue request) {
  const JsonValue timings = request.member("info").member("timings");
  if (timings.is_object()) {
    return {timings.member("request_start").number(), timings.member("first_token_iteration").number(),
            either(timings.member("request_end").number(), timings.member("last_token_iteration").number())};
  }
  return {request.member("start_time").number(), request.member("first_token_time").number(),
          either(request.member("end_time").number(), request.member("last_token_time").number())};
}

enum class Outcome : std::uint8_t { successful, errored, incomplete };

class GuidellmReader final : public Reader {
 public:
  void read(ByteSource& source, EventSink& sink, Diagnostics& diagnostics) override;

 private:
  void read_benchmark(const JsonText& document, JsonValue benchmark, EventSink& sink,
                      Diagnostics& diagnostics);
  void add_list(const JsonText& document, JsonValue list, Outcome outcome, Records& records,
                Diagnostics& diagnostics);
  Record record(JsonValue request, const Times& times, Outcome outcome) const;
  Nanos nanos(double seconds) const { return later(0, seconds - *base_, kSecond); }

  std::optional<double> base_;
  std::uint64_t benchmarks_ = 0;
  std::uint64_t used_ = 0;
};

void GuidellmReader::read(ByteSource& source, EventSink& sink, Diagnostics& diagnostics) {
  Documents documents(source, diagnostics, "GuideLLM");
  documents.each([&](const JsonText& document, std::uint64_t) {
    document.root().member("benchmarks").each_element([&](JsonValue benchmark) {
      read_benchmark(document, benchmark, sink, diagnostics);
    });
  });
  if (used_ > 0) return;
  throw Failure(ExitCode::unreadable,
                benchmarks_ == 0
                    ? "this GuideLLM file holds no benchmark; run it to the end and save its report as JSON"
                    : "this GuideLLM file holds no request with a start time: its request lists are empty or "
                      "were sampled away; "
                      "run the benchmark without limiting the requests that it saves (sample size)");
}

// A name for a run: the strategy and its rate, as far as they are there.
std::string label_of(JsonValue benchmark, std::uint64_t number) {
  const JsonValue strategy = benchmark.member("config").member("strategy");
  std::string label = fmt::format("benchmark {}", number);
  for (const char* key : {"type_", "kind"}) {
    if (const auto kind = strategy.member(key).text(); !kind.empty()) label += " " + kind;
  }
  if (const auto rate = strategy.member("rate").number()) label += fmt::format(" {}", *rate);
  return label;
}

void GuidellmReader::read_benchmark(const JsonText& document, JsonValue benchmark, EventSink& sink,
                                    Diagnostics& diagnostics) {
  ++benchmarks_;
  const JsonValue requests = benchmark.member("requests");
  Records records;
  add_list(document, requests.member("successful"), Outcome::successful, records, diagnostics);
  add_list(document, requests.member("errored"), Outcome::errored, records, diagnostics);
  add_list(document, requests.member("incomplete"), Outcome::incomplete, records, diagnostics);
  if (records.empty()) return;
  ++used_;
  sink.on_run(label_of(benchmark, benchmarks_));
  records.replay(sink);
}

void GuidellmReader::add_list(const JsonText& document, JsonValue list, Outcome outcome, Records& records,
                              Diagnostics& diagnostics) {
  list.each_element([&](JsonValue request) {
    const Times times = times_of(request);
    // Requests still queued when the benchmark ended were never sent.
    if (!times.start && outcome == Outcome::incomplete) return;
    if (!times.start) return diagnostics.malformed(document.line_of(request), "a request has no start time");
    if (!base_) base_ = std::floor(*times.start);
    records.add(record(request, times, outcome));
  });
}

Record GuidellmReader::record(JsonValue request, const Times& times, Outcome outcome) const {
  Record record;
  record.start = nanos(*times.start);
  record.failed = outcome == Outcome::errored;
  if (times.first_token) record.first_token = nanos(*times.first_token);
  if (times.end && outcome != Outcome::incomplete) record.end = nanos(*times.end);
  if (record.failed && !record.end) record.end = record.first_token.value_or(record.start);
  record.input_tokens = as_token_count(request.member("prompt_tokens"));
  if (outcome == Outcome::successful) record.output_tokens = as_token_count(request.member("output_tokens"));
  return record;
}

bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  return opening.first == '{' && opening.has("benchmarks");
}

std::unique_ptr<Reader> make_reader(const WantedPayload&) { return std::make_unique<GuidellmReader>(); }

}  // namespace

Format guidellm_format() { return {"guidellm", "GuideLLM benchmarks.json", recognises, make_reader}; }

}  // namespace ssdetect
