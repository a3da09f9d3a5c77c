// evalscope's benchmark_data.db: an SQLite database whose table `result` has a row a request, in seconds of
// an arbitrary clock. It is read into memory, so it may come from a pipe like any other input. The gaps
// between tokens are a JSON array in a text. Tests: tests/formats/evalscope_test.cpp.
#include <fmt/format.h>
#include <sqlite3.h>

#include <memory>
#include <optional>
#include <string>

#include "failure.h"
#include "formats/payload.h"
#include "formats/records.h"
#include "input/byte_source.h"
#include "json/text.h"

namespace ssdetect {
namespace {

constexpr std::string_view kMagic = "SQLite format 3";
constexpr const char* kQuery =
    "SELECT start_time, first_chunk_latency, completed_time, success, prompt_tokens, completion_tokens, "
    "inter_token_latencies FROM result ORDER BY rowid";
enum Column { start, ttft, end, success, input_tokens, output_tokens, gaps };

using Database = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

[[noreturn]] void refuse(sqlite3* database) {
  throw Failure(ExitCode::unreadable,
                fmt::format("this SQLite database is not evalscope's, or is damaged ({}); give the "
                            "benchmark_data.db of a finished `evalscope perf`",
                            sqlite3_errmsg(database)));
}

// `bytes` must outlive it.
Database opened(std::string& bytes) {
  sqlite3* raw = nullptr;
  sqlite3_open(":memory:", &raw);
  Database database(raw, sqlite3_close);
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  auto* const data = reinterpret_cast<unsigned char*>(bytes.data());
  if (sqlite3_deserialize(raw, "main", data, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
    refuse(raw);
  return database;
}

std::optional<double> number(sqlite3_stmt* row, Column column) {
  const int type = sqlite3_column_type(row, column);
  if (type != SQLITE_FLOAT && type != SQLITE_INTEGER) return std::nullopt;
  return sqlite3_column_double(row, column);
}

std::optional<Tokens> count(sqlite3_stmt* row, Column column) {
  if (sqlite3_column_type(row, column) != SQLITE_INTEGER) return std::nullopt;
  const sqlite3_int64 tokens = sqlite3_column_int64(row, column);
  return tokens >= 0 ? std::optional(static_cast<Tokens>(tokens)) : std::nullopt;
}

void set_token_times(sqlite3_stmt* row, Record& record) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, gaps));
  JsonText json;
  if (!record.first_token || text == nullptr || !json.parse(text) || !json.root().is_array()) return;
  std::vector<double> seconds;
  json.root().each_element([&](JsonValue gap) { seconds.push_back(gap.number().value_or(0)); });
  record.token_times.push_back(*record.first_token);
  append_token_times(*record.first_token, seconds, kNsPerSecond, record.token_times);
}

class EvalscopeReader final : public Reader {
 public:
  explicit EvalscopeReader(const Reading& reading) : reading_(reading) {}
  bool read_some() override;

 private:
  void read_row(sqlite3_stmt* row);

  Reading reading_;
  SecondsClock clock_;
  Records records_;
};

bool EvalscopeReader::read_some() {
  std::string bytes = read_to_end(reading_.source);
  reading_.diagnostics.bytes = bytes.size();
  const Database database = opened(bytes);
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(database.get(), kQuery, -1, &raw, nullptr) != SQLITE_OK) refuse(database.get());
  const Statement rows(raw, sqlite3_finalize);
  int state = sqlite3_step(raw);
  for (; state == SQLITE_ROW; state = sqlite3_step(raw)) read_row(raw);
  if (state != SQLITE_DONE) refuse(database.get());
  if (records_.empty())
    throw Failure(
        ExitCode::unreadable,
        "this evalscope database holds no request with a start_time; give the benchmark_data.db of a "
        "finished `evalscope perf`");
  records_.replay(reading_.sink);
  return false;
}

void EvalscopeReader::read_row(sqlite3_stmt* row) {
  Record record;
  record.start = clock_.nanos(number(row, start));
  record.end = clock_.nanos(number(row, end));
  record.failed = number(row, success) == 0.0;
  const auto delay = number(row, ttft);
  if (record.start && delay) record.first_token = later(*record.start, *delay, kNsPerSecond);
  record.input_tokens = count(row, input_tokens);
  if (!record.failed) record.output_tokens = count(row, output_tokens);
  set_token_times(row, record);
  if (record.start || record.failed) return records_.add(std::move(record));
  reading_.diagnostics.malformed_record([&] {
    return LinePlace{1, "it has no start_time", fmt::format("/result/{}", records_.size())};
  });
}

bool recognises(std::string_view prefix) { return prefix.starts_with(kMagic); }

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload&) {
  return std::make_unique<EvalscopeReader>(reading);
}

}  // namespace

Format evalscope_format() { return {"evalscope", "evalscope benchmark_data.db", recognises, make_reader}; }

}  // namespace ssdetect
