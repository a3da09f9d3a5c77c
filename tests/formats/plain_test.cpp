// Expected times by hand, from the decimals of the rows.
#include <doctest/doctest.h>

#include "failure.h"
#include "formats/plain_row.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Recorded read(const std::string& file, const WantedPayload& wanted = {}) {
  return record(file, wanted, "auto");
}

}  // namespace

TEST_CASE("plain form: decimals keep their digits, whatever the epoch") {
  CHECK(decimal_nanos("1786678148.123456789", 9) == 1'786'678'148'123'456'789);
  CHECK(decimal_nanos("1786678148123.5", 6) == 1'786'678'148'123'500'000);
  CHECK(decimal_nanos("1786678148123456789", 0) == 1'786'678'148'123'456'789);
  CHECK(decimal_nanos("0.0000000019", 9) == 1);
  CHECK(decimal_nanos("-1.5", 9) == -1'500'000'000);
  CHECK(decimal_nanos(".25", 9) == 250'000'000);
  CHECK(decimal_nanos("1e3", 6) == 1'000'000'000);
  for (const char* no : {"", "x", "1.2.3", "1s", "99999999999999999999", "1.-5"}) {
    CAPTURE(no);
    CHECK_FALSE(decimal_nanos(no, 9).has_value());
  }
}

TEST_CASE("plain form: JSON lines with every unit, delays instead of times, failures, turns") {
  const auto recorded = read(R"({"start_s":1786678148.25,"first_token_s":1786678148.5,"end_s":1786678149,"output_tokens":9,"input_tokens":7}
{"start_ms":1786678148300.5,"ttft_ms":200,"latency_ms":1000.25,"output_tokens":3,"error":null,"turn":2,"conversation":"c"}
{"start_ns":1786678148400000001,"end_ns":1786678148500000000,"error":"timeout"}
{"output_tokens":3}
)");
  const auto issued = recorded.of(EventKind::issued);
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 3);
  CHECK(issued[0].event.at == 1'786'678'148'250'000'000);
  CHECK(issued[0].event.input_tokens == 7);
  CHECK(issued[1].event.turn == 2);
  CHECK(issued[1].event.conversation == conversation_key("c"));
  CHECK(issued[2].event.at == 1'786'678'148'400'000'001);
  CHECK(completed[0].event.at == 1'786'678'149'000'000'000);
  CHECK(completed[0].event.output_tokens == 9);
  CHECK(completed[1].event.at == 1'786'678'149'300'750'000);
  CHECK(recorded.of(EventKind::first_token)[1].event.at == 1'786'678'148'500'500'000);
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK(recorded.diagnostics.first_malformed.at(0).line == 4);
  CHECK(recorded.reason() == "it has no start (start_s, start_ms or start_ns)");
}

TEST_CASE("plain form: CSV by the names of its header, cells in quotes, bad rows by their line") {
  const auto recorded = read("end_ms,\"start_ms\",note,output_tokens,error\r\n1500,1000,\"a, \"\"b\"\"\nc\",5,\r\n\n1,2\n"
                             "3000,2500,,6,timeout\nx,1,,1,\n4000,3000,,-1,");
  const auto completed = recorded.of(EventKind::completed);
  REQUIRE(completed.size() == 3);
  CHECK(recorded.of(EventKind::issued)[0].event.at == 1'000'000'000);
  CHECK(completed[0].event.at == 1'500'000'000);
  CHECK(completed[0].event.output_tokens == 5);
  CHECK(recorded.of(EventKind::failed).size() == 1);
  CHECK_FALSE(completed[2].event.output_tokens.has_value());
  CHECK(recorded.diagnostics.invalid_counts == 1);
  CHECK(recorded.diagnostics.lines == 8);
  REQUIRE(recorded.diagnostics.malformed_lines == 2);
  CHECK(recorded.diagnostics.first_malformed[0].line == 5);
  CHECK(recorded.reason() == "it has 2 cells where the header has 5");
  CHECK(recorded.diagnostics.first_malformed[1].line == 7);
  CHECK(recorded.reason(1) == "end_ms is not a number");
}

TEST_CASE("plain form: a time without a unit is not guessed at") {
  CHECK_THROWS_AS(read("start,end,output_tokens\n1,2,3\n"), Failure);
  const auto recorded = read("start_s,end_s,end,output_tokens\n1,2,,3\n1,,2,3\n");
  CHECK(recorded.of(EventKind::completed).size() == 1);
  CHECK(recorded.reason() == "end has no unit; name it end_s, end_ms or end_ns");
}

TEST_CASE("plain form: --token-field names another column") {
  WantedPayload wanted;
  wanted.token_field = "/tokens";
  for (const char* file : {"start_s,end_s,output_tokens,tokens\n1,2,3,4\n2,3,5,\n",
                           "{\"start_s\":1,\"end_s\":2,\"output_tokens\":3,\"tokens\":4}\n"
                           "{\"start_s\":2,\"end_s\":3,\"output_tokens\":5}\n"}) {
    CAPTURE(file);
    const auto recorded = read(file, wanted);
    REQUIRE(recorded.of(EventKind::completed).size() == 2);
    CHECK(recorded.of(EventKind::completed)[0].event.output_tokens == 4);
    CHECK(recorded.of(EventKind::completed)[1].event.output_tokens == 5);
    CHECK(recorded.diagnostics.missing_counts == 1);
  }
}
