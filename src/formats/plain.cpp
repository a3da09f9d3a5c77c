// The plain form of everything else: JSON lines (or an array), or CSV with a header; see plain_row. Tests:
// tests/formats/plain_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "failure.h"
#include "formats/payload.h"
#include "formats/plain_row.h"
#include "formats/request_list.h"
#include "json/string.h"
#include "json/text.h"
#include "tokens/utf8.h"

namespace ssdetect {
namespace {

Record read_object(JsonValue request, RequestContext& context) {
  PlainRow row;
  std::string scratch, text;
  request.each_field([&](std::string_view key, JsonValue value) {
    if (!value.is_something()) return;
    text = value.is_string() ? value.text() : std::string(value.raw());
    row.set(decoded(key, scratch), text);
  });
  Record record = row.record(context.fault);
  const auto tokens = context.counts.of(request, request.member("output_tokens"));
  if (!record.failed) record.output_tokens = tokens;
  return record;
}

constexpr ListDialect kDialect = {
    "requests", "start (start_s, start_ms or start_ns)", "",
    "no row of this list of requests has a start; every row needs start_s, start_ms or start_ns",
    read_object};

using Cells = std::vector<std::string>;

// Takes a row off; a cell in quotes may hold commas, newlines and doubled quotes.
Cells take_row(std::string_view& text) {
  Cells cells(1);
  bool quoted = false;
  std::size_t at = 0;
  for (; at < text.size() && (quoted || text[at] != '\n'); ++at) {
    const char c = text[at];
    if (c == '"' && quoted && text.substr(at + 1).starts_with('"'))
      cells.back() += text[++at];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else if (c != '\r' || quoted)
      cells.back() += c;
  }
  text.remove_prefix(std::min(text.size(), at + 1));
  return cells;
}

struct Row {
  Cells cells;
  std::uint64_t line;  // its first
};

class CsvRows {
 public:
  explicit CsvRows(std::string_view text) : rest_(text) {}

  std::uint64_t line() const { return line_; }
  // Blank lines are passed over.
  std::optional<Row> next() {
    while (!rest_.empty()) {
      const std::string_view before = rest_;
      Row row = {take_row(rest_), line_};
      const auto passed = before.substr(0, before.size() - rest_.size());
      line_ += static_cast<std::uint64_t>(std::count(passed.begin(), passed.end(), '\n'));
      if (row.cells.size() > 1 || !is_blank(row.cells.front())) return row;
    }
    return std::nullopt;
  }

 private:
  std::string_view rest_;
  std::uint64_t line_ = 1;
};

class CsvReader final : public Reader {
 public:
  CsvReader(const Reading& reading, const WantedPayload& wanted)
      : reading_(reading), count_name_(wanted.token_field.empty() ? "" : wanted.token_field.substr(1)) {}
  bool read_some() override;

 private:
  void read_row(const Cells& header, const Row& row);
  std::optional<Tokens> tokens(const Cells& header, const Cells& cells);

  Reading reading_;
  std::string count_name_;  // that --token-field names; empty: output_tokens
  Records records_;
};

bool CsvReader::read_some() {
  const std::string bytes = read_to_end(reading_.source);
  CsvRows rows(utf8::without_byte_order_mark(bytes));
  if (const auto header = rows.next()) {
    while (const auto row = rows.next()) read_row(header->cells, *row);
  }
  reading_.diagnostics.bytes = bytes.size();
  reading_.diagnostics.lines = rows.line() - (bytes.ends_with('\n') ? 1 : 0);
  if (records_.empty()) throw Failure(ExitCode::unreadable, std::string(kDialect.if_nothing_starts));
  records_.replay(reading_.sink);
  return false;
}

void CsvReader::read_row(const Cells& header, const Row& row) {
  const Cells& cells = row.cells;
  if (cells.size() != header.size())
    return reading_.diagnostics.malformed(
        row.line, fmt::format("it has {} cells where the header has {}", cells.size(), header.size()));
  PlainRow plain;
  for (std::size_t i = 0; i < cells.size(); ++i) plain.set(header[i], cells[i]);
  std::string fault;
  Record record = plain.record(fault);
  if (!fault.empty()) return reading_.diagnostics.malformed(row.line, fault);
  const auto count = tokens(header, cells);
  if (!record.failed) record.output_tokens = count;
  records_.add(std::move(record));
}

// The same rules as for a JSON record, which a row is with one member a column.
std::optional<Tokens> CsvReader::tokens(const Cells& header, const Cells& cells) {
  const auto cell = [&](std::string_view name) {
    const auto found = std::find(header.begin(), header.end(), name);
    return found == header.end() ? std::string() : cells[static_cast<std::size_t>(found - header.begin())];
  };
  std::string text = count_name_.empty() ? std::string() : cell(count_name_);
  reading_.diagnostics.missing_counts += !count_name_.empty() && text.empty();
  if (text.empty()) text = cell("output_tokens");
  if (text.empty()) return std::nullopt;
  JsonText json;
  const auto count = json.parse(text) ? as_token_count(json.root()) : std::nullopt;
  reading_.diagnostics.invalid_counts += !count;
  return count;
}

bool is_json(std::string_view prefix) {
  const char first = scan_opening(prefix).first;
  return first == '{' || first == '[';
}

bool is_plain_csv(std::string_view prefix) {
  prefix = utf8::without_byte_order_mark(prefix);
  const Cells header = take_row(prefix);
  return header.size() > 1 && std::any_of(header.begin(), header.end(), PlainRow::names_start);
}

bool recognises(std::string_view prefix) {
  if (!is_json(prefix)) return is_plain_csv(prefix);
  const JsonOpening opening = scan_opening(prefix);
  const auto has_unit = [&](const char* unit) { return opening.has(std::string("start_") + unit); };
  return has_unit("s") || has_unit("ms") || has_unit("ns") || (opening.has("start") && opening.has("end"));
}

constexpr std::size_t kOpening = 16;

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload& wanted) {
  if (is_json(reading.source.peek(kOpening))) return read_request_list(reading, wanted, kDialect);
  return std::make_unique<CsvReader>(reading, wanted);
}

}  // namespace

Format requests_format() {
  return {"requests", "the plain form: JSON lines or CSV with start_s, first_token_s, end_s, output_tokens",
          recognises, make_reader};
}

}  // namespace ssdetect
