// GuideLLM's benchmarks.json. Each benchmark is a run of its own, with its requests in three lists:
// successful, errored (failed), incomplete (cut off by the end of the benchmark, so in flight, with the
// tokens that they had by then). Times are epoch seconds, from 0.4 on under info.timings, before flat in the
// request; taken relative to the first of the file, as in serve_arrays. The end is the last token, or the end
// of the request where that is null. What failed before it was sent has neither: resolve_start and
// resolve_end stand for them, as in GuideLLM's own numbers; without these, see Records. A report of 0.1 holds
// reports of benchmarks, and each of those has the lists results and errors; there first_token_time is a
// duration, and decode_times the gaps behind it. Tests: tests/formats/guidellm_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "failure.h"
#include "formats/documents.h"
#include "formats/guidellm_strategy.h"
#include "formats/output_count.h"
#include "formats/payload.h"
#include "formats/records.h"
#include "json/text.h"

namespace ssdetect {
namespace {

struct Times {
  std::optional<double> start, first_token, end;
};

enum class Outcome : std::uint8_t { successful, errored, incomplete };

struct ListPlace {
  std::string_view pointer;  // from the benchmark
  std::string_view inside, name;
  Outcome outcome;
};
constexpr std::array<ListPlace, 5> kLists = {
    {{"/requests/successful", "requests", "successful", Outcome::successful},
     {"/requests/errored", "requests", "errored", Outcome::errored},
     {"/requests/incomplete", "requests", "incomplete", Outcome::incomplete},
     {"/results", "", "results", Outcome::successful},  // 0.1
     {"/errors", "", "errors", Outcome::errored}}};

std::optional<double> either(std::optional<double> first, std::optional<double> second) {
  return first ? first : second;
}

Times times_of(JsonValue request, const ListPlace& place) {
  const JsonValue timings = request.member("info").member("timings");
  const auto time = [&](const char* name) { return timings.member(name).number(); };
  if (!timings.is_object()) {
    const auto start = request.member("start_time").number();
    if (const auto delay = request.member("first_token_time").number();
        place.inside.empty() && start && delay)
      return {start, *start + *delay, request.member("end_time").number()};
    return {start, request.member("first_token_time").number(),
            either(request.member("last_token_time").number(), request.member("end_time").number())};
  }
  const Times times = {time("request_start"), time("first_token_iteration"),
                       either(time("last_token_iteration"), time("request_end"))};
  if (place.outcome != Outcome::errored) return times;
  return {either(times.start, time("resolve_start")), times.first_token,
          either(times.end, time("resolve_end"))};
}

void set_token_gaps(JsonValue request, Record& record) {
  const JsonValue data = request.member("decode_times").member("data");
  if (!record.first_token || !data.is_array()) return;
  std::vector<double> gaps;
  data.each_element([&](JsonValue gap) { gaps.push_back(gap.number().value_or(0)); });
  record.token_times.push_back(*record.first_token);
  append_token_times(*record.first_token, gaps, kNsPerSecond, record.token_times);
  if (!gaps.empty()) record.end = record.token_times.back();
}

void set_conversation(JsonValue info, Record& record) {
  record.conversation = conversation_key(info.member("conversation_id").text());
  record.turn = turn_number(info.member("turn_index").whole());
}

// In the client's own queue: from when a request was due to when it was sent.
struct Waits {
  double sum_s = 0, longest_s = 0;
  std::size_t count = 0;

  void add(JsonValue request, std::optional<double> start) {
    const auto due = either(request.member("info").member("timings").member("targeted_start").number(),
                            request.member("scheduler_info").member("targeted_start_time").number());
    if (!start || !due || *due <= 0) return;  // -1 is none
    const double wait_s = std::max(0.0, *start - *due);
    sum_s += wait_s;
    longest_s = std::max(longest_s, wait_s);
    ++count;
  }
  void tell(ClientSettings& settings) const {
    if (count == 0 || settings.load != OfferedLoad::open_loop) return;
    settings.mean_wait_s = sum_s / static_cast<double>(count);
    settings.longest_wait_s = longest_s;
  }
};

struct Benchmark {
  const Document& document;
  JsonValue root;
  std::string pointer;  // to it
};

class GuidellmReader final : public Reader {
 public:
  GuidellmReader(const Reading& reading, const WantedPayload& wanted)
      : reading_(reading), counts_(wanted, reading.diagnostics) {}
  bool read_some() override;

 private:
  void read_document(const Document& document);
  void read_benchmarks(const Benchmark& holder);  // it holds them, or reports that do
  void read_benchmark(const Benchmark& benchmark);
  std::string label_of(JsonValue strategy);
  void add_list(const Benchmark& benchmark, const ListPlace& place, Records& records, Waits& waits);
  void nothing_has_a_time(const Benchmark& benchmark, std::size_t requests);
  Record record(JsonValue request, const Times& times, Outcome outcome);

  Reading reading_;
  OutputCount counts_;
  SecondsClock clock_;
  std::set<std::string> labels_;
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
  read_benchmarks({document, document.root(), ""});
}

void GuidellmReader::read_benchmarks(const Benchmark& holder) {
  std::uint64_t index = 0;
  holder.root.member("benchmarks").each_element([&](JsonValue root) {
    const Benchmark benchmark = {holder.document, root,
                                 fmt::format("{}/benchmarks/{}", holder.pointer, index++)};
    if (holder.pointer.empty() && root.member("benchmarks").is_array()) return read_benchmarks(benchmark);
    ++benchmarks_;
    read_benchmark(benchmark);
  });
}

void GuidellmReader::read_benchmark(const Benchmark& benchmark) {
  Records records;
  Waits waits;
  for (const ListPlace& place : kLists) add_list(benchmark, place, records, waits);
  if (records.empty()) return nothing_has_a_time(benchmark, records.size());
  ++used_;
  const JsonValue strategy = guidellm_strategy(benchmark.root);
  reading_.sink.on_run(label_of(strategy));
  ClientSettings settings = guidellm_settings(strategy);
  waits.tell(settings);
  reading_.sink.on_settings(settings);
  records.replay(reading_.sink);
}

// A strategy that comes a second time is told by its number.
std::string GuidellmReader::label_of(JsonValue strategy) {
  std::string label = guidellm_label(strategy);
  if (!label.empty() && labels_.insert(label).second) return label;
  return fmt::format("benchmark {}{}{}", benchmarks_, label.empty() ? "" : " ", label);
}

void GuidellmReader::add_list(const Benchmark& benchmark, const ListPlace& place, Records& records,
                              Waits& waits) {
  const JsonValue holder = place.inside.empty() ? benchmark.root : benchmark.root.member(place.inside);
  std::uint64_t index = 0;
  holder.member(place.name).each_element([&](JsonValue request) {
    const std::uint64_t at = index++;
    const Times times = times_of(request, place);
    waits.add(request, times.start);
    // Requests still queued when the benchmark ended were never sent.
    if (!times.start && place.outcome == Outcome::incomplete) return;
    if (times.start || place.outcome == Outcome::errored)
      return records.add(record(request, times, place.outcome));
    reading_.diagnostics.malformed_record([&] {
      return LinePlace{benchmark.document.line_of(request), "it has no start time",
                       fmt::format("{}{}/{}", benchmark.pointer, place.pointer, at)};
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
  if (const std::string id = request.member("request_id").text(); !id.empty()) record.id = request_key(id);
  record.failed = outcome == Outcome::errored;
  record.first_token = clock_.nanos(times.first_token);
  const bool is_incomplete = outcome == Outcome::incomplete;
  if (!is_incomplete) record.end = clock_.nanos(times.end);
  // Of one that had no token yet, old releases write the tokens that were asked for.
  else if (record.first_token)
    record.cut_off = clock_.nanos(times.end);
  record.input_tokens = as_token_count(first_of(request, {"prompt_tokens", "prompt_token_count"}));
  if (outcome == Outcome::successful || record.cut_off)
    record.output_tokens = counts_.of(request, first_of(request, {"output_tokens", "output_token_count"}));
  set_token_gaps(request, record);
  set_conversation(request.member("info"), record);
  return record;
}

bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  return opening.first == '{' && opening.has("benchmarks");
}

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload& wanted) {
  return std::make_unique<GuidellmReader>(reading, wanted);
}

}  // namespace

Format guidellm_format() { return {"guidellm", "GuideLLM benchmarks.json", recognises, make_reader}; }

}  // namespace ssdetect
