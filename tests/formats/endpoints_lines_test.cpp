// An events log survives every kind of damage to its lines (SPEC 2 and 14).
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "failure.h"
#include "input/lines.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// A log with all that lines can have: texts with escapes, blank lines, CRLF, rubbish, invalid UTF-8.
std::vector<std::string> motley_lines() {
  return {
      R"({"event_type":"session.started","timestamp_ns":1,"data":null})",
      R"({"event_type":"session.start_performance_tracking","timestamp_ns":2})"
      "\r",
      R"({"event_type":"sample.issued","timestamp_ns":3,"sample_uuid":"a","data":["PromptData","say \"hi\"\n"]})",
      "",
      R"({"event_type":"sample.issued","timestamp_ns":4,"sample_uuid":"b","data":["PromptData",null,[1,2,3]]})",
      "rubbish",
      "{\"event_type\":\"sample.recv_first\",\"timestamp_ns\":5,\"sample_uuid\":\"a\",\"note\":\"\xFF\xC3\"}",
      R"({"event_type":"sample.complete","timestamp_ns":6,"sample_uuid":"a","data":["TextModelOutput",["\u00e9","{\"b\":[}"]],"usage":{"completion_tokens":17}})",
      R"({"event_type":"error.generic","timestamp_ns":8,"sample_uuid":"b","data":["ErrorData","x","HTTP 500"]})",
      R"({"event_type":"sample.complete","timestamp_ns":7,"sample_uuid":"b","data":null})",
      R"({"event_type":"session.ended","timestamp_ns":9})",
  };
}

std::string joined(const std::vector<std::string>& lines) {
  std::string log;
  for (const auto& line : lines) log += line + "\n";
  return log;
}

bool same_counts(const Diagnostics& a, const Diagnostics& b) {
  return a.bytes == b.bytes && a.lines == b.lines && a.malformed_lines == b.malformed_lines &&
         a.ignored_events == b.ignored_events && a.repaired_utf8 == b.repaired_utf8 &&
         a.unknown_keys == b.unknown_keys && a.torn_last_line == b.torn_last_line;
}

}  // namespace

TEST_CASE("a motley log gives its events, and each fault its place") {
  const auto recorded = record(joined(motley_lines()), kAll);
  CHECK(recorded.events.size() == 9);
  CHECK(recorded.diagnostics.lines == 11);
  CHECK(recorded.diagnostics.bytes == joined(motley_lines()).size());
  CHECK(recorded.diagnostics.malformed_lines == 1);
  CHECK(recorded.diagnostics.first_malformed[0].line == 6);
  CHECK(recorded.reason() == "not valid JSON: this is no value at byte 1");
  CHECK(recorded.diagnostics.repaired_utf8 == 1);
  CHECK_FALSE(recorded.diagnostics.partial());
}

TEST_CASE("the same events whatever the size of the pieces it arrives in") {
  const std::string log = joined(motley_lines());
  const auto whole = record(log, kAll);
  for (const std::size_t piece : {1, 2, 3, 7, 64, 100}) {
    const auto pieces = record(log, kAll, "auto", piece);
    CHECK(pieces.events == whole.events);
    CHECK(same_counts(pieces.diagnostics, whole.diagnostics));
  }
}

TEST_CASE("cut at every byte: the whole lines count, and the torn one is a note") {
  const std::string log = joined(motley_lines());
  const auto whole = record(log, kAll);
  for (std::size_t size = 0; size <= log.size(); ++size) {
    CAPTURE(size);
    const std::vector<char> exact(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(size));
    const auto cut = record(std::string_view(exact.data(), size), kAll);
    REQUIRE(cut.events.size() <= whole.events.size());
    CHECK(std::equal(cut.events.begin(), cut.events.end(), whole.events.begin()));
    const std::string_view last =
        std::string_view(log).substr(0, size).substr(log.rfind('\n', size ? size - 1 : 0) + 1);
    const bool whole_line = log[size] == '\n' || log.compare(size, 2, "\r\n") == 0;
    if (last.starts_with('{')) CHECK(cut.diagnostics.torn_last_line == !whole_line);
    CHECK(cut.diagnostics.session_ended_missing == cut.of(EventKind::session_ended).empty());
  }
}

TEST_CASE("a last line without newline counts if it is whole") {
  const std::string log = joined(motley_lines());
  const auto recorded = record(std::string_view(log).substr(0, log.size() - 1), kAll);
  CHECK(recorded.events.size() == 9);
  CHECK_FALSE(recorded.diagnostics.torn_last_line);
  const auto torn = record(std::string_view(log).substr(0, log.size() - 5), kAll);
  CHECK(torn.events.size() == 8);
  CHECK(torn.diagnostics.torn_last_line);
  CHECK(torn.diagnostics.partial());
  CHECK(torn.diagnostics.malformed_lines == 2);
  CHECK(torn.reason(1) == "the log is truncated here: a string is not closed");
}

TEST_CASE("shuffled lines give the same events in their order") {
  auto lines = motley_lines();
  const auto whole = record(joined(lines), kAll);
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(lines.begin(), lines.end(), random);
    const auto shuffled = record(joined(lines), kAll);
    CHECK(shuffled.events.size() == whole.events.size());
    for (const auto& event : shuffled.events)
      CHECK(std::find(whole.events.begin(), whole.events.end(), event) != whole.events.end());
    CHECK(same_counts(shuffled.diagnostics, whole.diagnostics));
  }
}

TEST_CASE("many blocks of lines, with and without damage, are the same as line by line") {
  std::string log;
  std::mt19937 random(11);
  for (int i = 0; i < 20'000; ++i) {
    const std::string id = "id" + std::to_string(random() % 500);
    const std::string pad(random() % 150, 'x');
    log += R"({"event_type":"sample.issued","timestamp_ns":)" + std::to_string(i) + R"(,"sample_uuid":")" +
           id + R"(","data":["PromptData",")" + pad + (i % 3 ? R"(\u00e9\\)" : "") + "\"]}" +
           (i % 5 ? "\n" : "\r\n");
    if (i % 7001 == 7000) log += "{\"event_type\":\"open\n";
    if (i % 6001 == 6000) log += "\n[]\n{}}\n{\"a\":1}x\n";
  }
  const auto fast = record(log, kAll);
  const auto slow = record(log, kAll, "events", 61);
  CHECK(fast.events.size() == 20'000);
  CHECK(fast.diagnostics.malformed_lines == 2 + 3 * 3);
  CHECK(fast.events == slow.events);
  CHECK(same_counts(fast.diagnostics, slow.diagnostics));
}

// Unicode, tables 3-8 and 3-11; the same repair as in tests/tokens/utf8_test.cpp.
TEST_CASE("bytes of a text that are no UTF-8: a replacement character for each maximal part") {
  const std::string r = "\xEF\xBF\xBD";
  const auto prompt = [](const std::string& text) {
    const auto recorded =
        record(R"({"event_type":"sample.issued","timestamp_ns":1,"sample_uuid":"a","data":["PromptData",")" +
                   text + "\"]}\n",
               kAll);
    CHECK(recorded.diagnostics.repaired_utf8 == 1);
    return recorded.events.at(0).prompt_text;
  };
  CHECK(prompt("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82"
               "A") == r + r + r + r + r + r + r + r + "A");
  CHECK(prompt("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF"
               R"(A\n)") == r + r + r + r + "A\n");
}

TEST_CASE("flipped bytes never crash") {
  const std::string log = joined(motley_lines());
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = log;
    for (int flips = 0; flips < 3; ++flips) damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto recorded = record(damaged, kAll);
    CHECK(recorded.events.size() <= 14);
  }
}

TEST_CASE("NUL bytes") {
  const std::string line = R"({"event_type":"session.ended","timestamp_ns":9})";
  const std::string log = line + "\n" + std::string(5, '\0') + "\n" + line + std::string(3, '\0') + "\n" +
                          line + "\n" + std::string(9, '\0');
  const auto recorded = record(log);
  CHECK(recorded.events.size() == 2);
  CHECK(recorded.diagnostics.malformed_lines == 3);
  CHECK(recorded.diagnostics.torn_last_line);
}

TEST_CASE("deep nesting is a fault of its line") {
  const std::string deep = R"({"event_type":"session.started","timestamp_ns":1,"data":)" +
                           std::string(100'000, '[') + std::string(100'000, ']') + "}";
  const auto recorded = record(deep + "\n" + R"({"event_type":"session.ended","timestamp_ns":9})");
  CHECK(recorded.events.size() == 1);
  CHECK(recorded.reason().starts_with("not valid JSON: nested too deeply"));
}

TEST_CASE("a line of 200 MB") {
  std::string log =
      R"({"event_type":"sample.complete","timestamp_ns":1,"sample_uuid":"a","data":["TextModelOutput",["first",")";
  const std::string piece = R"(many words, \"quoted\"\n)";
  const std::size_t pieces = 200'000'000 / piece.size();
  for (std::size_t i = 0; i < pieces; ++i) log += piece;
  log += "\"]]}\n{\"event_type\":\"session.ended\",\"timestamp_ns\":9}\n";
  const auto recorded = record(log, kAll);
  REQUIRE(recorded.events.size() == 2);
  CHECK(recorded.events[0].rest.size() == pieces * (piece.size() - 3));
  CHECK(recorded.diagnostics.malformed_lines == 0);
}

TEST_CASE("a line past 256 MiB is skipped and counted") {
  std::string log(kLongestLine + 10, 'x');
  log += "\n{\"event_type\":\"session.ended\",\"timestamp_ns\":9}\n";
  const auto recorded = record(log);
  CHECK(recorded.events.size() == 1);
  CHECK(recorded.reason() == "longer than 256 MiB");
}

TEST_CASE("nothing at all is an interrupted log") {
  CHECK(record("").diagnostics.session_ended_missing);
  CHECK_FALSE(record("").diagnostics.torn_last_line);
}
