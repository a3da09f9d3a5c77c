// genai-perf's profile_export.json, which Perf Analyzer writes: experiments, each a run, whose requests have
// a time stamp (nanoseconds) for every response. A response is a piece of the stream: lines `data: {...}` of
// the OpenAI dialect. Those without text (the role, the usage, [DONE]) are no tokens; where no response has a
// text that is known, each counts as a chunk. Nobody counted tokens, unless a response carries the server's
// usage. Tests: tests/formats/genai_perf_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "failure.h"
#include "formats/documents.h"
#include "formats/output_count.h"
#include "formats/payload.h"
#include "formats/records.h"
#include "json/text.h"

namespace ssdetect {
namespace {

// What one response of a stream brought.
struct Response {
  std::string text;
  std::optional<Tokens> usage;
};

void append_message(JsonValue message, Response& response) {
  const JsonValue choice = message.member("choices").element(0);
  const JsonValue delta = first_of(choice, {"delta", "message"});
  for (const char* name : {"reasoning_content", "content"}) response.text += delta.member(name).text();
  response.text += choice.member("text").text();
  const JsonValue tokens = message.member("usage").member("completion_tokens");
  if (tokens.is_something()) response.usage = as_token_count(tokens);
}

Response read_response(std::string_view body, JsonText& json) {
  Response response;
  while (!body.empty()) {
    const std::size_t size = std::min(body.size(), body.find('\n'));
    std::string_view line = body.substr(0, size);
    body.remove_prefix(std::min(body.size(), size + 1));
    if (line.starts_with("data:")) line.remove_prefix(5);
    if (line.find('{') != std::string_view::npos && json.parse(line)) append_message(json.root(), response);
  }
  return response;
}

// The answer of a request: its responses in order.
struct Answer {
  std::vector<Nanos> times;  // of the responses that brought text, or of all when none did
  RecordedText text;
  std::optional<Tokens> usage;
};

Answer read_answer(JsonValue request, JsonText& json) {
  Answer answer;
  std::vector<Nanos> all;
  request.member("response_timestamps").each_element([&](JsonValue at) {
    if (const auto ns = at.integer()) all.push_back(*ns);
  });
  std::size_t index = 0;
  request.member("response_outputs").each_element([&](JsonValue output) {
    const std::size_t at = index++;
    const Response response = read_response(output.member("response").text(), json);
    if (response.usage) answer.usage = response.usage;
    if (response.text.empty() || at >= all.size()) return;
    (answer.times.empty() ? answer.text.first_chunk : answer.text.rest) += response.text;
    answer.times.push_back(all[at]);
  });
  if (answer.times.empty()) answer.times = std::move(all);
  answer.text.chunks = answer.times.size();
  return answer;
}

class GenaiPerfReader final : public Reader {
 public:
  GenaiPerfReader(const Reading& reading, const WantedPayload& wanted)
      : reading_(reading), wanted_(wanted), counts_(wanted, reading.diagnostics) {}
  bool read_some() override;

 private:
  void read_experiment(const Document& document, JsonValue experiment, const std::string& pointer);
  Record record(JsonValue request);

  Reading reading_;
  WantedPayload wanted_;
  OutputCount counts_;
  JsonText response_;
  std::uint64_t used_ = 0;
};

bool GenaiPerfReader::read_some() {
  Documents(reading_, "genai-perf").each([&](const Document& document) {
    std::uint64_t index = 0;
    document.root().member("experiments").each_element([&](JsonValue root) {
      read_experiment(document, root, fmt::format("/experiments/{}", index++));
    });
  });
  if (used_ > 0) return false;
  throw Failure(
      ExitCode::unreadable,
      "this genai-perf profile export holds no request with a timestamp; give the profile_export.json "
      "of a run that sent some");
}

void GenaiPerfReader::read_experiment(const Document& document, JsonValue experiment,
                                      const std::string& pointer) {
  Records records;
  std::uint64_t index = 0;
  experiment.member("requests").each_element([&](JsonValue request) {
    const std::uint64_t at = index++;
    Record record = this->record(request);
    if (record.start) return records.add(std::move(record));
    reading_.diagnostics.malformed_record([&] {
      return LinePlace{document.line_of(request), "it has no timestamp",
                       fmt::format("{}/requests/{}", pointer, at)};
    });
  });
  if (records.empty()) return;
  ++used_;
  const JsonValue load = experiment.member("experiment");
  const std::string mode = load.member("mode").text();
  reading_.sink.on_run(mode.empty() ? fmt::format("experiment {}", used_)
                                    : fmt::format("{} {}", mode, load.member("value").number().value_or(0)));
  records.replay(reading_.sink);
}

Record GenaiPerfReader::record(JsonValue request) {
  Record record;
  record.start = request.member("timestamp").integer();
  record.failed = request.member("success").exists() && request.member("success").raw() == "false";
  Answer answer = read_answer(request, response_);
  if (!answer.times.empty()) {
    record.first_token = answer.times.front();
    record.end = answer.times.back();
  }
  record.token_times = std::move(answer.times);
  record.output_tokens = counts_.of(request, {});
  if (!record.output_tokens) record.output_tokens = answer.usage;
  if (wanted_.output_text || wanted_.chunk_count) record.text = std::move(answer.text);
  return record;
}

bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  return opening.first == '{' && opening.has("experiments");
}

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload& wanted) {
  return std::make_unique<GenaiPerfReader>(reading, wanted);
}

}  // namespace

Format genai_perf_format() {
  return {"genai-perf", "genai-perf profile_export.json", recognises, make_reader};
}

}  // namespace ssdetect
