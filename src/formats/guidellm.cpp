// GuideLLM's benchmarks.json. Each benchmark is a run of its own, with its requests in three lists:
// successful, errored (failed), incomplete (cut off by the end of the benchmark, so in flight). Times are
// epoch seconds, newer under info.timings, older flat in the request; taken relative to the first of the
// file, as in serve_arrays. The end is the end of the request, or the last token where that is null. What
// failed before it was sent has neither: resolve_start and resolve_end stand for them, as in GuideLLM's own
// numbers; without these, see Records. Tests: tests/formats/guidellm_test.cpp.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>

#include "failure.h"
#include "formats/documents.h"
#include "formats/payload.h"
#include "formats/records.h"
#include "json/text.h"

namespace ssdetect {
namespace {

struct Times {
  std::optional<double> start, first_token, end;
};

enum class Outcome : std::uint8_t { successful, errored, incomplete };
constexpr std::array<std::string_view, 3> kLists = {"successful", "errored", "incomplete"};

std::optional<double> either(std::optional<double> first, std::optional<double> second) {
  return first ? first : second;
}

Times times_of(JsonValue request, Outcome outcome) {
  const JsonValue timings = request.member("info").member("timings");
  const auto time = [&](const char* name) { return timings.member(name).number(); };
  if (!timings.is_object()) {
    return {request.member("start_time").number(), request.member("first_token_time").number(),
            either(request.member("end_time").number(), request.member("last_token_time").number())};
  }
  const Times times = {time("request_start"), time("first_token_iteration"),
                       either(time("request_end"), time("last_token_iteration"))};
  if (outcome != Outcome::errored) return times;
  return {either(times.start, time("resolve_start")), times.first_token,
          either(times.end, time("resolve_end"))};
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

struct Benchmark {
  const Document& document;
  JsonValue root;
  std::string pointer;  // to it
};

class GuidellmReader final : public Reader {
 public:
  explicit GuidellmReader(const Reading& reading) : reading_(reading) {}
  bool read_some() override;

 private:
  void read_document(const Document& document);
  void read_benchmark(const Benchmark& benchmark);
  void add_list(const Benchmark& benchmark, Outcome outcome, Records& records);
  void nothing_has_a_time(const Benchmark& benchmark, std::size_t requests);
  Record record(JsonValue request, const Times& times, Outcome outcome);

  Reading reading_;
  SecondsClock clock_;
  std::uint64_t benchmarks_ = 0;
  std::uint64_t used_ = 0;
};

bool GuidellmReader::read_some() {
  Documents(reading_, "GuideLLM").each([&](const Document& document) { read_document(document); });
  if (used_ > 0) return false;
  throw Failure(ExitCode::unreadable,
                benchmarks_ == 0
                    ? "this GuideLLM file holds no benchmark; run it to the end and save its report as JSON"
                    : "this GuideLLM file holds no request with a start time: its request lists are empty or "
                      "were sampled away; "
                      "run the benchmark without limiting the requests that it saves (sample size)");
}

void GuidellmReader::read_document(const Document& document) {
  std::uint64_t index = 0;
  document.root().member("benchmarks").each_element([&](JsonValue root) {
    ++benchmarks_;
    read_benchmark({document, root, fmt::format("/benchmarks/{}", index++)});
  });
}

void GuidellmReader::read_benchmark(const Benchmark& benchmark) {
  Records records;
  for (const Outcome outcome : {Outcome::successful, Outcome::errored, Outcome::incomplete})
    add_list(benchmark, outcome, records);
  if (records.empty()) return nothing_has_a_time(benchmark, records.size());
  ++used_;
  reading_.sink.on_run(label_of(benchmark.root, benchmarks_));
  records.replay(reading_.sink);
}

void GuidellmReader::add_list(const Benchmark& benchmark, Outcome outcome, Records& records) {
  const std::string_view name = kLists[static_cast<std::size_t>(outcome)];
  std::uint64_t index = 0;
  benchmark.root.member("requests").member(name).each_element([&](JsonValue request) {
    const std::uint64_t at = index++;
    const Times times = times_of(request, outcome);
    // Requests still queued when the benchmark ended were never sent.
    if (!times.start && outcome == Outcome::incomplete) return;
    if (times.start || outcome == Outcome::errored) return records.add(record(request, times, outcome));
    reading_.diagnostics.malformed_record([&] {
      return LinePlace{benchmark.document.line_of(request), "it has no start time",
                       fmt::format("{}/requests/{}/{}", benchmark.pointer, name, at)};
    });
  });
  records.end_list();
}

// There is nothing that its failed requests could be placed by.
void GuidellmReader::nothing_has_a_time(const Benchmark& benchmark, std::size_t requests) {
  for (std::size_t i = 0; i < requests; ++i) {
    reading_.diagnostics.malformed_record([&] {
      return LinePlace{benchmark.document.line_of(benchmark.root), "none of its requests has a time",
                       benchmark.pointer};
    });
  }
}

Record GuidellmReader::record(JsonValue request, const Times& times, Outcome outcome) {
  Record record;
  record.start = clock_.nanos(times.start);
  record.failed = outcome == Outcome::errored;
  record.first_token = clock_.nanos(times.first_token);
  if (outcome != Outcome::incomplete) record.end = clock_.nanos(times.end);
  record.input_tokens = as_token_count(request.member("prompt_tokens"));
  if (outcome == Outcome::successful) record.output_tokens = as_token_count(request.member("output_tokens"));
  return record;
}

bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  return opening.first == '{' && opening.has("benchmarks");
}

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload&) {
  return std::make_unique<GuidellmReader>(reading);
}

}  // namespace

Format guidellm_format() { return {"guidellm", "GuideLLM benchmarks.json", recognises, make_reader}; }

}  // namespace ssdetect
