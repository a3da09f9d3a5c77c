// AIPerf's profile_export.jsonl: one request a line, {metadata, metrics, error?}, in the order of completion,
// so all are collected and sorted. Times are epoch nanoseconds; metrics say their unit. The older names of
// keys are tried when the newer ones are absent. A line without a start time is malformed unless its request
// failed (see Records), and so is one whose needed metric has no known unit. A file that was made one array,
// or pretty-printed, is read as a list of requests. Tests:
// tests/formats/aiperf_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>

#include "failure.h"
#include "formats/load_stages.h"
#include "formats/payload.h"
#include "formats/request_list.h"
#include "input/lines.h"
#include "input/settings_beside.h"
#include "json/text.h"

namespace ssdetect {
namespace {

struct Unit {
  std::string_view name;
  double ns;
};

constexpr Unit kUnits[] = {
    {"ms", 1e6},          {"ns", 1},          {"us", 1e3},           {"µs", 1e3},
    {"s", 1e9},           {"sec", 1e9},       {"secs", 1e9},         {"second", 1e9},
    {"seconds", 1e9},     {"msec", 1e6},      {"milliseconds", 1e6}, {"microseconds", 1e3},
    {"usec", 1e3},        {"nanoseconds", 1}, {"nsec", 1},           {"millisecond", 1e6},
    {"microsecond", 1e3}, {"nanosecond", 1}};

// Nanoseconds in the metric's unit; 0 when nobody knows it.
double ns_per_unit(JsonValue metric) {
  const std::string unit = metric.member("unit").text();
  const auto* found =
      std::find_if(std::begin(kUnits), std::end(kUnits), [&](const Unit& u) { return u.name == unit; });
  return found == std::end(kUnits) ? 0 : found->ns;
}

JsonValue value_of(JsonValue metrics, std::string_view name) { return metrics.member(name).member("value"); }

std::optional<Tokens> output_tokens(JsonValue record, OutputCount& counts) {
  const JsonValue metrics = record.member("metrics");
  const JsonValue whole = value_of(metrics, "output_sequence_length");
  if (const auto count = counts.of(record, whole, value_of(metrics, "usage_completion_tokens"))) return count;
  const auto answer = as_token_count(value_of(metrics, "output_token_count"));
  const auto reasoning = as_token_count(value_of(metrics, "reasoning_token_count"));
  if (!answer && !reasoning) return std::nullopt;
  return answer.value_or(0) + reasoning.value_or(0);
}

// One line's request; a reason in words when it cannot be used.
class LineRecord {
 public:
  explicit LineRecord(JsonValue root)
      : root_(root), metadata_(root.member("metadata")), metrics_(root.member("metrics")) {}

  bool read(OutputCount& counts);
  Record& record() { return record_; }
  std::string& fault() { return fault_; }

 private:
  bool read_first_token();
  bool read_end();
  void set_end_from_clock();
  bool read_token_times();
  void set_cut_off();
  void read_ids();
  bool fail(std::string fault) { return fault_ = std::move(fault), false; }
  // A non-negative duration after `base`; nothing if the metric is absent. False: it has an unknown unit or
  // no number.
  bool read_duration(std::string_view name, JsonValue metric, std::optional<Nanos>& at);

  JsonValue root_;
  JsonValue metadata_;
  JsonValue metrics_;
  Record record_;
  std::string fault_;
};

bool LineRecord::read(OutputCount& counts) {
  if (!metadata_.is_object()) return fail("metadata is missing");
  record_.start = first_of(metadata_, {"request_start_ns", "timestamp_ns"}).integer();
  record_.failed = tells_failure(root_.member("error")) || metadata_.member("was_cancelled").is_true();
  if (!record_.start && !record_.failed) return fail("it has no start time (metadata.request_start_ns)");
  record_.warmup = first_of(metadata_, {"benchmark_phase", "credit_phase"}).text() == "warmup";
  record_.output_tokens = output_tokens(root_, counts);
  record_.input_tokens = as_token_count(value_of(metrics_, "input_sequence_length"));
  read_ids();
  if (!record_.start) return set_end_from_clock(), true;
  if (!read_first_token() || !read_end() || !read_token_times()) return false;
  return set_cut_off(), true;
}

// What it had by then was produced; that it failed, it says in other words.
void LineRecord::set_cut_off() {
  const bool is_cancelled = metadata_.member("was_cancelled").is_true() ||
                            root_.member("error").member("type").text() == "RequestCancellationError";
  if (!is_cancelled || record_.output_tokens.value_or(0) <= 0) return;
  record_.cut_off = record_.token_times.empty() ? record_.end : record_.token_times.back();
}

bool LineRecord::read_first_token() {
  return read_duration("time_to_first_token", first_of(metrics_, {"time_to_first_token", "ttft"}),
                       record_.first_token);
}

bool LineRecord::read_end() {
  if (!read_duration("request_latency", metrics_.member("request_latency"), record_.end)) return false;
  if (!record_.end) set_end_from_clock();
  return true;
}

void LineRecord::set_end_from_clock() {
  const JsonValue response = metrics_.member("max_response_timestamp");
  record_.end = first_of(metadata_, {"request_end_ns"}).integer();
  if (!record_.end && ns_per_unit(response) == 1) record_.end = response.member("value").integer();
}

bool LineRecord::read_token_times() {
  const JsonValue metric = metrics_.member("inter_chunk_latency");
  if (!record_.first_token || !metric.member("value").is_array()) return true;
  const double unit = ns_per_unit(metric);
  if (unit == 0) return fail("inter_chunk_latency has an unknown unit");
  std::vector<double> gaps;
  metric.member("value").each_element([&](JsonValue gap) { gaps.push_back(gap.number().value_or(0)); });
  record_.token_times.push_back(*record_.first_token);
  append_token_times(*record_.first_token, gaps, unit, record_.token_times);
  return true;
}

void LineRecord::read_ids() {
  if (const std::string id = metadata_.member("x_request_id").text(); !id.empty())
    record_.id = request_key(id);
  record_.conversation = conversation_key(metadata_.member("conversation_id").text());
  record_.turn = turn_number(metadata_.member("turn_index").whole());
}

bool LineRecord::read_duration(std::string_view name, JsonValue metric, std::optional<Nanos>& at) {
  if (!metric.is_something() || metric.member("value").is_null()) return true;
  const double unit = ns_per_unit(metric);
  if (unit == 0) return fail(fmt::format("{} has an unknown unit", name));
  const auto value = metric.member("value").number();
  if (!value) return fail(fmt::format("{} is not a number", name));
  at = later(*record_.start, *value, unit);
  return true;
}

Record read_request(JsonValue root, RequestContext& context) {
  LineRecord request(root);
  if (!request.read(context.counts)) context.fault = std::move(request.fault());
  return std::move(request.record());
}

// Phases that have as many requests as there are in the list are stages.
void deliver(Records& records, const Reading& reading) {
  const SettingsBeside beside = aiperf_settings_beside(reading.path);
  reading.diagnostics.problems_beside = beside.problems;
  if (!beside.settings) return records.replay(reading.sink);
  if (beside.settings->stages.size() > 1) return replay_stages(records, reading.sink, *beside.settings);
  reading.sink.on_settings(*beside.settings);
  records.replay(reading.sink);
}

constexpr ListDialect kDialect = {
    "AIPerf",
    "start time (metadata.request_start_ns)",
    "",
    "this AIPerf export has no request with a start time (metadata.request_start_ns), so nothing can be "
    "placed in time; use the profile_export.jsonl that AIPerf writes with --export-level records",
    read_request,
    deliver};

class AiperfReader final : public Reader {
 public:
  AiperfReader(const Reading& reading, const WantedPayload& wanted)
      : batches_(reading.source),
        reading_(reading),
        diagnostics_(reading.diagnostics),
        counts_(wanted, reading.diagnostics) {}
  bool read_some() override;

 private:
  void read_line(const Line& line);
  void end();

  BatchReader batches_;
  LineBatch batch_;
  Reading reading_;
  Diagnostics& diagnostics_;
  OutputCount counts_;
  JsonText text_;
  Records records_;
};

bool AiperfReader::read_some() {
  if (!batches_.read(batch_)) return end(), false;
  diagnostics_.bytes += batch_.bytes();
  LinesOf lines(batch_, diagnostics_.lines + 1);
  while (const auto line = lines.next()) {
    diagnostics_.lines = line->number;
    read_line(*line);
  }
  return true;
}

void AiperfReader::end() {
  if (records_.empty()) throw Failure(ExitCode::unreadable, std::string(kDialect.if_nothing_starts));
  deliver(records_, reading_);
}

void AiperfReader::read_line(const Line& line) {
  if (line.too_long) return diagnostics_.malformed(line.number, "longer than 256 MiB");
  if (is_blank(line.text)) return;
  if (!text_.parse(line.text)) {
    diagnostics_.torn_last_line = !line.ends_with_newline;
    const char* kind = line.ends_with_newline ? "not valid JSON" : "the file is truncated here";
    return diagnostics_.malformed(line.number, fmt::format("{}: {}", kind, text_.fault()));
  }
  if (text_.was_repaired()) ++diagnostics_.repaired_utf8;
  if (!text_.root().is_object()) return diagnostics_.malformed(line.number, "it is no JSON object");
  LineRecord request(text_.root());
  if (!request.read(counts_)) return diagnostics_.malformed(line.number, std::move(request.fault()));
  records_.add(std::move(request.record()));
}

// Nothing but a bracket stands on the first line: `jq -s .` or `jq .` went over it.
bool is_rewritten(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  return opening.first == '[' || is_blank(prefix.substr(0, prefix.find('\n')).substr(prefix.find('{') + 1));
}

bool recognises(std::string_view prefix) {
  if (some_line_has(prefix, {"metadata", "metrics"})) return true;
  const JsonOpening opening = scan_opening(prefix);
  return opening.has("metadata") && opening.has("metrics") && is_rewritten(prefix);
}

constexpr std::size_t kOpening = 256;

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload& wanted) {
  if (is_rewritten(reading.source.peek(kOpening))) return read_request_list(reading, wanted, kDialect);
  return std::make_unique<AiperfReader>(reading, wanted);
}

}  // namespace

Format aiperf_format() {
  return {"aiperf", "AIPerf profile_export.jsonl, one request a line", recognises, make_reader};
}

}  // namespace ssdetect
