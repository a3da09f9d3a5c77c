// The results of vLLM's `bench serve --save-result --save-detailed` and SGLang's `bench_serving
// --output-details`: one object a run, one entry a request in each array, seconds. Start from start_times (or
// send_ts, a fork's); first token = start + ttft; end = start + latency where there is one, else first token
// + sum of itls. An entry with an error failed; without a start time, see Records. SGLang saves no start
// times, so a file can be used only if somebody added them; it is told by settings that only SGLang writes.
// The arrays are taken out of the document once, checked to be of one length, and walked together. Tests:
// tests/formats/serve_arrays_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "failure.h"
#include "formats/documents.h"
#include "formats/payload.h"
#include "formats/reader.h"
#include "formats/records.h"
#include "json/text.h"

namespace ssdetect {
namespace {

struct ServeDialect {
  std::string_view name;
  std::string_view if_summary;    // how to get the arrays
  std::string_view if_no_starts;  // how to get start times
};

constexpr ServeDialect kVllm = {
    "vLLM", "write it with `vllm bench serve --save-result --save-detailed`",
    "write it with a version of `vllm bench serve --save-result --save-detailed` that saves them"};

constexpr ServeDialect kSglang = {
    "SGLang", "write it with bench_serving --output-details, and add start_times (SGLang saves none)",
    "SGLang saves none: add an array start_times (seconds, one entry a request), or record the run with "
    "another client"};

struct Column {
  std::string_view name;
  bool exists = false;
  std::vector<JsonValue> values;

  JsonValue at(std::size_t row) const { return exists ? values[row] : JsonValue(); }
  std::optional<double> number(std::size_t row) const { return at(row).number(); }
};

Column column(JsonValue root, std::string_view name) {
  const JsonValue array = root.member(name);
  Column column{name, array.is_array(), {}};
  array.each_element([&](JsonValue value) { column.values.push_back(value); });
  return column;
}

// One result object; the values point into its document.
class ServeRun {
 public:
  explicit ServeRun(JsonValue root)
      : starts_(column(root, "start_times")),
        ttfts_(column(root, "ttfts")),
        itls_(column(root, "itls")),
        latencies_(column(root, "latencies")),
        input_lens_(column(root, "input_lens")),
        output_lens_(column(root, "output_lens")),
        errors_(column(root, "errors")) {
    if (!starts_.exists) starts_ = column(root, "send_ts");
  }

  // Why it cannot be used, in words; empty if it can.
  std::string fault(const ServeDialect& dialect) const;
  std::size_t rows() const { return starts_.values.size(); }
  Record record(std::size_t row, SecondsClock& clock) const;
  // Where the entry stands, for messages.
  std::string pointer(std::size_t row) const { return fmt::format("/{}/{}", starts_.name, row); }
  JsonValue start(std::size_t row) const { return starts_.at(row); }

 private:
  std::string fault_of_lengths() const;
  bool failed(std::size_t row) const;
  void set_token_times(std::size_t row, Record& record) const;
  void set_end(std::size_t row, Record& record) const;
  std::vector<double> gaps(std::size_t row) const;

  Column starts_, ttfts_, itls_, latencies_, input_lens_, output_lens_, errors_;
};

std::string ServeRun::fault(const ServeDialect& dialect) const {
  if (!ttfts_.exists)
    return fmt::format("this {} result holds no request list (ttfts), only a summary; {}", dialect.name,
                       dialect.if_summary);
  if (!starts_.exists) {
    return fmt::format(
        "this {} result has no start times (start_times), so no request can be placed in time; {}",
        dialect.name, dialect.if_no_starts);
  }
  if (auto lengths = fault_of_lengths(); !lengths.empty()) {
    return fmt::format("this {} result is damaged: {}; write it again", dialect.name, lengths);
  }
  if (rows() == 0)
    return fmt::format("this {} result holds no request; run the benchmark with at least one", dialect.name);
  if (!latencies_.exists && !itls_.exists) {
    return fmt::format("this {} result has neither itls nor latencies, so no request's end is known; {}",
                       dialect.name, dialect.if_summary);
  }
  return {};
}

std::string ServeRun::fault_of_lengths() const {
  for (const Column* other : {&ttfts_, &itls_, &latencies_, &input_lens_, &output_lens_, &errors_}) {
    if (!other->exists || other->values.size() == rows()) continue;
    return fmt::format("{} has {} entries but {} has {}", other->name, other->values.size(), starts_.name,
                       rows());
  }
  return {};
}

// Without an errors array, a request that produced nothing failed.
bool ServeRun::failed(std::size_t row) const {
  if (!errors_.exists) return output_lens_.exists && output_lens_.number(row).value_or(0) == 0;
  const JsonValue error = errors_.at(row);
  return error.is_something() && !(error.is_string() && error.quoted().empty());
}

Record ServeRun::record(std::size_t row, SecondsClock& clock) const {
  Record record;
  record.start = clock.nanos(starts_.number(row));
  record.failed = failed(row);
  record.input_tokens = as_token_count(input_lens_.at(row));
  if (!record.failed) record.output_tokens = as_token_count(output_lens_.at(row));
  if (record.start) {
    set_token_times(row, record);
    set_end(row, record);
  }
  return record;
}

void ServeRun::set_token_times(std::size_t row, Record& record) const {
  const double ttft = ttfts_.number(row).value_or(0);
  if (ttft <= 0) return;
  record.first_token = later(*record.start, ttft, kNsPerSecond);
  if (!itls_.at(row).is_array()) return;
  record.token_times.push_back(*record.first_token);
  append_token_times(*record.first_token, gaps(row), kNsPerSecond, record.token_times);
}

void ServeRun::set_end(std::size_t row, Record& record) const {
  const double latency = latencies_.number(row).value_or(0);
  if (latency > 0) {
    record.end = later(*record.start, latency, kNsPerSecond);
  } else if (record.first_token) {
    double decoding = 0;
    for (const double gap : gaps(row)) decoding += gap;
    record.end = later(*record.start, *ttfts_.number(row) + decoding, kNsPerSecond);
  }
}

// In some forks there is one number a request, the mean.
std::vector<double> ServeRun::gaps(std::size_t row) const {
  const JsonValue itl = itls_.at(row);
  std::vector<double> gaps;
  itl.each_element([&](JsonValue gap) { gaps.push_back(gap.number().value_or(0)); });
  if (const auto mean = itl.number())
    gaps.push_back(*mean * std::max(0.0, output_lens_.number(row).value_or(0) - 1));
  return gaps;
}

class ServeReader final : public Reader {
 public:
  ServeReader(const ServeDialect& dialect, const Reading& reading) : dialect_(dialect), reading_(reading) {}
  bool read_some() override;

 private:
  void read_run(const Document& document);
  Records records_of(const ServeRun& run, const Document& document);

  ServeDialect dialect_;
  Reading reading_;
  std::uint64_t runs_ = 0;
  SecondsClock clock_;
  std::string first_fault_;
};

// One unusable run among good ones is a malformed line; if all are, the file is unreadable.
bool ServeReader::read_some() {
  Documents(reading_, dialect_.name).each([&](const Document& document) { read_run(document); });
  if (runs_ == 0) throw Failure(ExitCode::unreadable, first_fault_);
  return false;
}

void ServeReader::read_run(const Document& document) {
  const ServeRun run(document.root());
  std::string fault = run.fault(dialect_);
  Records records = fault.empty() ? records_of(run, document) : Records();
  if (fault.empty() && records.empty())
    fault = fmt::format("no request of this {} result has a start time", dialect_.name);
  if (!fault.empty()) {
    if (first_fault_.empty()) first_fault_ = fault;
    return reading_.diagnostics.malformed(document.line, std::move(fault));
  }
  if (++runs_ > 1) reading_.sink.on_run(fmt::format("run {}", runs_));
  records.replay(reading_.sink);
}

Records ServeReader::records_of(const ServeRun& run, const Document& document) {
  Records records;
  for (std::size_t row = 0; row < run.rows(); ++row) {
    Record record = run.record(row, clock_);
    if (record.start || record.failed) {
      records.add(std::move(record));
      continue;
    }
    reading_.diagnostics.malformed_record([&] {
      return LinePlace{document.line_of(run.start(row)), "it has no start time", run.pointer(row)};
    });
  }
  return records;
}

bool is_sglang(const JsonOpening& opening) {
  constexpr std::string_view kOwnKeys[] = {"sharegpt_output_len",
                                           "random_input_len",
                                           "random_output_len",
                                           "random_range_ratio",
                                           "total_output_tokens_retokenized",
                                           "server_info",
                                           "accept_length"};
  const auto has = [&](std::string_view key) { return opening.has(key); };
  return opening.first == '{' && std::count_if(std::begin(kOwnKeys), std::end(kOwnKeys), has) >= 2;
}

// The arrays, or the settings that every result begins with: its arrays may begin beyond what was looked at.
bool is_vllm(const JsonOpening& opening) {
  const auto has = [&](std::string_view key) { return opening.has(key); };
  const bool arrays = has("ttfts") || has("itls") || (has("input_lens") && has("output_lens"));
  const bool settings = has("backend") && (has("num_prompts") || has("tokenizer_id") || has("model_id"));
  return opening.first == '{' && (arrays || settings) && !is_sglang(opening);
}

}  // namespace

Format vllm_format() {
  return {"vllm", "vLLM bench serve result (--save-detailed)",
          [](std::string_view prefix) { return is_vllm(scan_opening(prefix)); },
          [](const Reading& reading, const WantedPayload&) -> std::unique_ptr<Reader> {
            return std::make_unique<ServeReader>(kVllm, reading);
          }};
}

Format sglang_format() {
  return {"sglang", "SGLang bench_serving details with start_times",
          [](std::string_view prefix) { return is_sglang(scan_opening(prefix)); },
          [](const Reading& reading, const WantedPayload&) -> std::unique_ptr<Reader> {
            return std::make_unique<ServeReader>(kSglang, reading);
          }};
}

}  // namespace ssdetect
