// The arrays are taken out of the document once, checked to be of one length, and walked together. Start
// times have an arbitrary epoch, so they are taken relative to the first of the file: near each other the
// subtraction of doubles is exact, and a time keeps all its digits.
#include "formats/serve_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "failure.h"
#include "formats/documents.h"
#include "formats/records.h"
#include "formats/token_counts.h"

namespace ssdetect {
namespace {

constexpr double kSecond = 1e9;

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
  std::optional<double> start(std::size_t row) const { return starts_.number(row); }
  Record record(std::size_t row, double base) const;

 private:
  std::string fault_of_lengths() const;
  bool failed(std::size_t row) const;
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

Record ServeRun::record(std::size_t row, double base) const {
  Record record;
  record.start = later(0, *start(row) - base, kSecond);
  record.failed = failed(row);
  record.input_tokens = as_token_count(input_lens_.at(row));
  if (!record.failed) record.output_tokens = as_token_count(output_lens_.at(row));
  const double ttft = ttfts_.number(row).value_or(0);
  if (ttft > 0) {
    record.first_token = later(record.start, ttft, kSecond);
    if (itls_.at(row).is_array()) {
      record.token_times.push_back(*record.first_token);
      append_token_times(*record.first_token, gaps(row), kSecond, record.token_times);
    }
  }
  set_end(row, record);
  return record;
}

// A failed request may have neither latency nor first token: it ended when it began, as far as the file says.
void ServeRun::set_end(std::size_t row, Record& record) const {
  const double latency = latencies_.number(row).value_or(0);
  if (latency > 0) {
    record.end = later(record.start, latency, kSecond);
  } else if (record.first_token) {
    double decoding = 0;
    for (const double gap : gaps(row)) decoding += gap;
    record.end = later(record.start, *ttfts_.number(row) + decoding, kSecond);
  } else if (record.failed) {
    record.end = record.start;
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
  explicit ServeReader(const ServeDialect& dialect) : dialect_(dialect) {}
  void read(ByteSource& source, EventSink& sink, Diagnostics& diagnostics) override;

 private:
  void read_run(JsonValue root, std::uint64_t line, EventSink& sink, Diagnostics& diagnostics);

  ServeDialect dialect_;
  std::uint64_t runs_ = 0;
  std::optional<double> base_;
  std::string first_fault_;
};

// One unusable run among good ones is a malformed line; if all are, the file is unreadable.
void ServeReader::read(ByteSource& source, EventSink& sink, Diagnostics& diagnostics) {
  Documents documents(source, diagnostics, dialect_.name);
  documents.each([&](const JsonText& document, std::uint64_t line) {
    read_run(document.root(), line, sink, diagnostics);
  });
  if (runs_ == 0) throw Failure(ExitCode::unreadable, first_fault_);
}

void ServeReader::read_run(JsonValue root, std::uint64_t line, EventSink& sink, Diagnostics& diagnostics) {
  const ServeRun run(root);
  Records records;
  std::string fault = run.fault(dialect_);
  for (std::size_t row = 0; fault.empty() && row < run.rows(); ++row) {
    const auto start = run.start(row);
    if (!base_ && start) base_ = std::floor(*start);
    if (start)
      records.add(run.record(row, *base_));
    else
      diagnostics.malformed(line, fmt::format("request {} has no start time", row + 1));
  }
  if (fault.empty() && records.empty())
    fault = fmt::format("no request of this {} result has a start time", dialect_.name);
  if (!fault.empty()) {
    if (first_fault_.empty()) first_fault_ = fault;
    return diagnostics.malformed(line, std::move(fault));
  }
  if (++runs_ > 1) sink.on_run(fmt::format("run {}", runs_));
  records.replay(sink);
}

}  // namespace

std::unique_ptr<Reader> serve_arrays_reader(const ServeDialect& dialect) {
  return std::make_unique<ServeReader>(dialect);
}

}  // namespace ssdetect
