// The results of vLLM's `bench serve --save-result --save-detailed` and SGLang's `bench_serving
// --output-details`: one object a run, one entry a request in each array, seconds. Start from start_times (or
// send_ts, a fork's); first token = start + ttft; end = start + latency where there is one, else first token
// + sum of itls. An entry with an error failed; without a start time, see Records. SGLang saves no start
// times, and vLLM long did not: those of a closed loop follow from the rest (formats/start_times), any other
// file can be used only if somebody added them. SGLang is told by settings that only it writes. The arrays
// are taken out of the document once, checked to be of one length, and walked together. Tests:
// tests/formats/serve_arrays_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "failure.h"
#include "formats/documents.h"
#include "formats/payload.h"
#include "formats/reader.h"
#include "formats/records.h"
#include "formats/serve_settings.h"
#include "formats/start_times.h"
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
    "SGLang", "write it with bench_serving --output-details",
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
      : root_(root),
        starts_(column(root, "start_times")),
        ttfts_(column(root, "ttfts")),
        itls_(column(root, "itls")),
        latencies_(column(root, "latencies")),
        input_lens_(column(root, "input_lens")),
        output_lens_(column(root, "output_lens")),
        errors_(column(root, "errors")),
        queue_times_(column(root, "queue_times")) {
    if (!starts_.exists) starts_ = column(root, "send_ts");
  }

  // Why it cannot be used, in words; empty if it can. Reconstructs the start times that it lacks.
  std::string fault(const ServeDialect& dialect);
  std::size_t rows() const { return reference().values.size(); }
  ClientSettings settings() const;
  Record record(std::size_t row, SecondsClock& clock) const;
  // Where the entry stands, for messages.
  std::string pointer(std::size_t row) const { return fmt::format("/{}/{}", starts_.name, row); }
  JsonValue start(std::size_t row) const { return starts_.at(row); }
  // Why an entry cannot be used although it has not failed, in words; empty if it can.
  std::string fault_of_entry(std::size_t row) const;
  // Is one of its token counts no count?
  std::size_t invalid_counts(std::size_t row) const;
  std::string ttft_pointer(std::size_t row) const { return fmt::format("/{}/{}", ttfts_.name, row); }
  JsonValue ttft(std::size_t row) const { return ttfts_.at(row); }

 private:
  const Column& reference() const { return starts_.exists ? starts_ : ttfts_; }
  std::string fault_of_lengths() const;
  std::string fault_of_unit(const ServeDialect& dialect) const;
  // Why start times do not follow, in words; empty if they do, and then they are there.
  std::string reconstruct();
  std::string fault_for_reconstruction() const;
  std::string fault_of_row(std::size_t row) const;
  bool disagrees_with_own_peak() const;
  std::optional<double> latency_s(std::size_t row) const;
  bool failed(std::size_t row) const;
  void set_token_times(std::size_t row, Record& record) const;
  void set_end(std::size_t row, Record& record) const;
  std::vector<double> gaps(std::size_t row) const;

  JsonValue root_;
  Column starts_, ttfts_, itls_, latencies_, input_lens_, output_lens_, errors_, queue_times_;
  std::optional<StartTimes> reconstructed_;
};

std::string ServeRun::fault(const ServeDialect& dialect) {
  if (!ttfts_.exists)
    return fmt::format("this {} result holds no request list (ttfts), only a summary; {}", dialect.name,
                       dialect.if_summary);
  if (auto lengths = fault_of_lengths(); !lengths.empty()) {
    return fmt::format("this {} result is damaged: {}; write it again", dialect.name, lengths);
  }
  if (rows() == 0)
    return fmt::format("this {} result holds no request; run the benchmark with at least one", dialect.name);
  if (!latencies_.exists && !itls_.exists) {
    return fmt::format("this {} result has neither itls nor latencies, so no request's end is known; {}",
                       dialect.name, dialect.if_summary);
  }
  if (starts_.exists) return fault_of_unit(dialect);
  const std::string refusal = reconstruct();
  if (refusal.empty()) return {};
  return fmt::format(
      "this {} result has no start times (start_times), and they do not follow from the rest: {}; {}",
      dialect.name, refusal, dialect.if_no_starts);
}

ClientSettings ServeRun::settings() const {
  ClientSettings settings = serve_settings(root_, rows());
  if (reconstructed_) settings.reconstructed = reconstructed_->how;
  double sum = 0, longest = 0;
  for (std::size_t row = 0; row < queue_times_.values.size(); ++row) {
    const double wait = std::max(0.0, queue_times_.number(row).value_or(0));
    sum += wait, longest = std::max(longest, wait);
  }
  if (queue_times_.exists && rows() > 0) {
    settings.mean_wait_s = sum / static_cast<double>(rows());
    settings.longest_wait_s = longest;
  }
  return settings;
}

// Start times that somebody added are easily in another unit than the rest.
std::string ServeRun::fault_of_unit(const ServeDialect& dialect) const {
  const double own = root_.member("duration").number().value_or(0);
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (std::size_t row = 0; row < rows(); ++row) {
    const auto start = starts_.number(row);
    if (!start) continue;
    first = std::min(first, *start);
    last = std::max(last, *start + latency_s(row).value_or(0));
  }
  const double factor = own > 0 ? (last - first) / own : 0;
  if (factor < 500 || factor > 2000) return "";
  return fmt::format(
      "the {} of this {} result would make the run last {:.4g} s where its own duration is {:.4g} s: they "
      "are "
      "in milliseconds; write them in seconds",
      starts_.name, dialect.name, last - first, own);
}

std::string ServeRun::reconstruct() {
  if (auto fault = fault_for_reconstruction(); !fault.empty()) return fault;
  Latencies latencies;
  for (std::size_t row = 0; row < rows(); ++row) latencies.push_back(*latency_s(row));
  std::optional<std::size_t> concurrency;
  if (const auto limit = root_.member("max_concurrency").whole())
    concurrency = static_cast<std::size_t>(*limit);
  StartTimes found = reconstruct_starts(latencies, concurrency, *root_.member("duration").number());
  if (!found.refusal.empty()) return found.refusal;
  reconstructed_ = std::move(found);
  if (disagrees_with_own_peak())
    return "as a closed loop its busiest second would be more than 10 % off its max_output_tokens_per_s";
  return {};
}

std::string ServeRun::fault_for_reconstruction() const {
  if (auto fault = not_a_closed_loop(root_); !fault.empty()) return fault;
  if (root_.member("duration").number().value_or(0) <= 0) return "it has no duration";
  if (!output_lens_.exists) return "it has no output_lens";
  const auto completed = root_.member("completed").whole();
  if (completed != static_cast<std::int64_t>(rows()))
    return fmt::format("of its {} requests {} completed", rows(),
                       completed ? std::to_string(*completed) : "an unknown number");
  for (std::size_t row = 0; row < rows(); ++row)
    if (auto fault = fault_of_row(row); !fault.empty()) return fmt::format("{} ({})", fault, row);
  return {};
}

std::string ServeRun::fault_of_row(std::size_t row) const {
  if (failed(row)) return "one of its requests has an error";
  if (output_lens_.number(row).value_or(0) <= 0) return "one of its requests has no output";
  if (ttfts_.number(row).value_or(0) <= 0) return "one of its requests has no TTFT";
  return latency_s(row).value_or(0) > 0 ? "" : "one of its requests has no latency";
}

// Only where the file has a peak, and gaps of which it can be made.
bool ServeRun::disagrees_with_own_peak() const {
  const auto own = root_.member("max_output_tokens_per_s").number();
  if (!own || *own <= 0) return false;
  std::vector<std::vector<double>> token_times(rows());
  for (std::size_t row = 0; row < rows(); ++row) {
    if (!itls_.at(row).is_array()) return false;
    double time = *ttfts_.number(row);
    token_times[row].push_back(time);
    for (const double gap : gaps(row)) token_times[row].push_back(time += gap);
  }
  return !peaks_agree(peak_per_second(reconstructed_->starts_s, token_times), *own);
}

// From the start to the end.
std::optional<double> ServeRun::latency_s(std::size_t row) const {
  if (const double latency = latencies_.number(row).value_or(0); latency > 0) return latency;
  const double ttft = ttfts_.number(row).value_or(0);
  if (ttft <= 0) return std::nullopt;
  double decoding = 0;
  for (const double gap : gaps(row)) decoding += gap;
  return ttft + decoding;
}

std::string ServeRun::fault_of_lengths() const {
  for (const Column* other :
       {&ttfts_, &itls_, &latencies_, &input_lens_, &output_lens_, &errors_, &queue_times_}) {
    if (!other->exists || other->values.size() == rows()) continue;
    return fmt::format("{} has {} entries but {} has {}", other->name, other->values.size(), reference().name,
                       rows());
  }
  return {};
}

// A time to first token that is no time takes the end with it, where no latency is saved.
std::string ServeRun::fault_of_entry(std::size_t row) const {
  const JsonValue ttft = ttfts_.at(row);
  if (failed(row) || !ttft.is_something() || ttft.number().value_or(-1) >= 0) return {};
  if (latencies_.number(row).value_or(0) > 0) return {};
  return fmt::format("its time to first token is {}, and its end does not follow without it", ttft.raw());
}

std::size_t ServeRun::invalid_counts(std::size_t row) const {
  const auto is_invalid = [&](const Column& counts) {
    return counts.at(row).is_something() && !as_token_count(counts.at(row));
  };
  return std::size_t{is_invalid(output_lens_)} + std::size_t{is_invalid(input_lens_)};
}

// Without an errors array, a request that produced nothing failed.
bool ServeRun::failed(std::size_t row) const {
  if (!errors_.exists) return output_lens_.exists && output_lens_.number(row).value_or(0) == 0;
  return tells_failure(errors_.at(row));
}

Record ServeRun::record(std::size_t row, SecondsClock& clock) const {
  Record record;
  record.start = reconstructed_ ? later(0, reconstructed_->starts_s[row], kNsPerSecond)
                                : clock.nanos(starts_.number(row));
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
  if (const auto latency = latency_s(row)) record.end = later(*record.start, *latency, kNsPerSecond);
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
  ServeRun run(document.root());
  std::string fault = run.fault(dialect_);
  Records records = fault.empty() ? records_of(run, document) : Records();
  if (fault.empty() && records.empty())
    fault = fmt::format("no request of this {} result has a start time", dialect_.name);
  if (!fault.empty()) {
    if (first_fault_.empty()) first_fault_ = fault;
    return reading_.diagnostics.malformed(document.line, std::move(fault));
  }
  if (++runs_ > 1) reading_.sink.on_run(fmt::format("run {}", runs_));
  reading_.sink.on_settings(run.settings());
  records.replay(reading_.sink);
}

Records ServeReader::records_of(const ServeRun& run, const Document& document) {
  Records records;
  for (std::size_t row = 0; row < run.rows(); ++row) {
    Record record = run.record(row, clock_);
    reading_.diagnostics.invalid_counts += run.invalid_counts(row);
    if (std::string fault = run.fault_of_entry(row); !fault.empty()) {
      reading_.diagnostics.malformed_record([&] {
        return LinePlace{document.line_of(run.ttft(row)), std::move(fault), run.ttft_pointer(row)};
      });
      continue;
    }
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
  return {"sglang", "SGLang bench_serving details (--output-details)",
          [](std::string_view prefix) { return is_sglang(scan_opening(prefix)); },
          [](const Reading& reading, const WantedPayload&) -> std::unique_ptr<Reader> {
            return std::make_unique<ServeReader>(kSglang, reading);
          }};
}

}  // namespace ssdetect
