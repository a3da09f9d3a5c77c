// A database made here, with times that are exact as doubles.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <memory>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

std::string database(const char* statements) {
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open(":memory:", &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> owner(raw, sqlite3_close);
  REQUIRE(sqlite3_exec(raw, statements, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(sqlite3_serialize(raw, "main", &size, 0),
                                                                      sqlite3_free);
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

const std::string kTable =
    "CREATE TABLE result(request TEXT, start_time REAL, inter_token_latencies TEXT, success INTEGER, "
    "completed_time REAL, latency REAL, first_chunk_latency REAL, prompt_tokens INTEGER, completion_tokens INTEGER);";

}  // namespace

TEST_CASE("evalscope: a row a request; what did not succeed failed") {
  const auto recorded = record(
      database((kTable + "INSERT INTO result VALUES('x', 10.5, '[0.125, 0.25]', 1, 11.0, 0.5, 0.125, 9, 3);"
                         "INSERT INTO result VALUES('x', 10.75, NULL, 0, 11.25, 0.5, NULL, NULL, NULL);"
                         "INSERT INTO result VALUES('x', NULL, NULL, 1, 11.25, 0.5, NULL, NULL, NULL);")
                   .c_str()),
      {}, "auto");
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 2);
  CHECK(recorded.of(EventKind::issued)[0].event.at == 500'000'000);
  CHECK(recorded.of(EventKind::issued)[0].event.input_tokens == 9);
  CHECK(recorded.of(EventKind::first_token)[0].event.at == 625'000'000);
  CHECK(completed[0].event.at == 1'000'000'000);
  CHECK(completed[0].event.output_tokens == 3);
  CHECK(completed[0].token_times == std::vector<Nanos>{625'000'000, 750'000'000, 1'000'000'000});
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.reason() == "it has no start_time");
}

TEST_CASE("evalscope: an empty table, another database and a damaged one are refused") {
  CHECK_THROWS_AS(record(database(kTable.c_str()), {}, "auto"), Failure);
  CHECK_THROWS_AS(record(database("CREATE TABLE other(x);"), {}, "auto"), Failure);
  CHECK_THROWS_AS(record("SQLite format 3 and rubbish", {}, "auto"), Failure);
}

TEST_CASE("evalscope: the case from the field") {
  const auto file = shared_file("cases/evalscope.db");
  if (file.empty()) return;
  const auto recorded = record(file, {}, "auto");
  CHECK(recorded.of(EventKind::completed).size() == 50);
  CHECK(recorded.of(EventKind::first_token).size() == 50);
  CHECK(recorded.of(EventKind::completed)[0].event.output_tokens.has_value());
}
