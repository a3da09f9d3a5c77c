// What the fields of an event mean (SPEC 2 and 4). How lines survive damage: endpoints_lines_test.cpp.
#include <doctest/doctest.h>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

std::string complete(const std::string& rest) {
  return R"({"event_type":"sample.complete","timestamp_ns":5,"sample_uuid":"u")" + rest + "}\n";
}

std::string complete_with_data(const std::string& data) { return complete(",\"data\":" + data); }

Event only(const Recorded& recorded) {
  REQUIRE(recorded.events.size() == 1);
  return recorded.events[0].event;
}

std::string stamped(const std::string& timestamp, const std::string& type = "session.started") {
  return R"({"event_type":")" + type + R"(","timestamp_ns":)" + timestamp + "}\n";
}

}  // namespace

TEST_CASE("every event type has its kind") {
  const auto recorded = record(
      "{\"event_type\":\"session.started\",\"timestamp_ns\":1}\n"
      "{\"event_type\":\"session.start_performance_tracking\",\"timestamp_ns\":2}\n"
      "{\"event_type\":\"sample.issued\",\"timestamp_ns\":3,\"sample_uuid\":\"a\"}\n"
      "{\"event_type\":\"sample.recv_first\",\"timestamp_ns\":4,\"sample_uuid\":\"a\"}\n"
      "{\"event_type\":\"sample.recv_non_first\",\"timestamp_ns\":5,\"sample_uuid\":\"a\"}\n"
      "{\"event_type\":\"error.timeout\",\"timestamp_ns\":6,\"sample_uuid\":\"a\"}\n"
      "{\"event_type\":\"sample.complete\",\"timestamp_ns\":7,\"sample_uuid\":\"a\"}\n"
      "{\"event_type\":\"session.stop_loadgen\",\"timestamp_ns\":8}\n"
      "{\"event_type\":\"session.stop_performance_tracking\",\"timestamp_ns\":9}\n"
      "{\"event_type\":\"session.ended\",\"timestamp_ns\":-10}\n");
  const EventKind kinds[] = {
      EventKind::session_started,  EventKind::tracking_started, EventKind::issued,    EventKind::first_token,
      EventKind::later_token,      EventKind::failed,           EventKind::completed, EventKind::load_stopped,
      EventKind::tracking_stopped, EventKind::session_ended};
  REQUIRE(recorded.events.size() == std::size(kinds));
  for (std::size_t i = 0; i < std::size(kinds); ++i) CHECK(recorded.events[i].event.kind == kinds[i]);
  CHECK(recorded.events[9].event.at == -10);
  CHECK(recorded.events[2].event.request == request_key("a"));
  CHECK_FALSE(recorded.diagnostics.partial());
}

TEST_CASE("order of keys, escaped keys and values, repeated keys") {
  const Event turned = only(record(
      R"( { "data" : null , "turn":3, "sample\u005fuuid" : "x\u0041" , "timestamp_ns": 1, "conversation_id":"c", "event\u005ftype" :"sample\u002eissued","timestamp_ns" : 77 } )"));
  CHECK(turned.kind == EventKind::issued);
  CHECK(turned.at == 77);
  CHECK(turned.turn == 3);
  CHECK(turned.conversation != 0);
  CHECK(turned.request == request_key("xA"));
  const Event last = only(record(complete(R"(,"output_tokens":1,"sample_uuid":"w","output_tokens":2)")));
  CHECK(last.request == request_key("w"));
  CHECK(last.output_tokens == 2);
  CHECK_FALSE(only(record(complete(R"(,"output_tokens":1,"output_tokens":null)"))).output_tokens.has_value());
  CHECK(only(record(complete(R"(,"data":{"osl":4},"data":{"osl":5})"))).output_tokens == 5);
  CHECK_FALSE(only(record(complete(R"(,"data":{"osl":4},"data":null)"))).output_tokens.has_value());
}

TEST_CASE("a time stamp is an integer within 64 bits, anything else makes the line malformed") {
  CHECK(only(record(stamped("9223372036854775807"))).at == INT64_MAX);
  CHECK(only(record(stamped("-9223372036854775808"))).at == INT64_MIN);
  for (const char* bad : {"\"5\"", "1.0", "1e9", "1E2", "true", "null", "[1]", "{}"}) {
    const auto recorded = record(stamped(bad));
    CHECK(recorded.events.empty());
    CHECK(recorded.diagnostics.malformed_lines == 1);
    CHECK(recorded.reason() == "timestamp_ns is not an integer");
  }
  for (const std::string bad : {"9223372036854775808", "-9223372036854775809", "100000000000000000000000"}) {
    CHECK(record(stamped(bad)).reason() == "timestamp_ns " + bad + " does not fit into 64 bits");
  }
}

TEST_CASE("what a needed field lacks is said") {
  const auto reason = [](std::string_view line) { return record(line).reason(); };
  CHECK(reason(R"({"timestamp_ns":1})") == "event_type is missing");
  CHECK(reason(R"({"timestamp_ns":1,"event_type":7})") == "event_type is not a string");
  CHECK(reason(R"({"event_type":"sample.issued","sample_uuid":"a"})") == "timestamp_ns is missing");
  CHECK(reason(R"({"event_type":"sample.issued","timestamp_ns":1})") == "sample_uuid is missing");
  CHECK(reason(R"({"event_type":"sample.issued","timestamp_ns":1,"sample_uuid":null})") ==
        "sample_uuid is missing");
  CHECK(reason(R"({"event_type":"sample.issued","timestamp_ns":1,"sample_uuid":""})") ==
        "sample_uuid is empty");
  CHECK(reason(R"({"event_type":"sample.issued","timestamp_ns":1,"sample_uuid":5})") ==
        "sample_uuid is not a string");
  CHECK(reason(complete(R"(,"turn":"1")")) == "turn is not a whole number");
  CHECK(reason("[1]") == "it is no JSON object");
  CHECK(reason("{\"event_type\":}\n") == "not valid JSON: this is no value at byte 15");
}

TEST_CASE("unknown event types and errors of no request are ignored and counted") {
  const auto recorded = record(
      "{\"event_type\":\"sample.paused\"}\n"
      "{\"event_type\":\"worker.started\",\"timestamp_ns\":3,\"sample_uuid\":5}\n"
      "{\"event_type\":\"error.generic\",\"timestamp_ns\":3}\n"
      "{\"event_type\":\"error.generic\",\"timestamp_ns\":3,\"sample_uuid\":\"\"}\n"
      "{\"event_type\":\"error.generic\",\"timestamp_ns\":3,\"sample_uuid\":null}\n");
  CHECK(recorded.events.empty());
  CHECK(recorded.diagnostics.ignored_events == 5);
  CHECK(recorded.diagnostics.malformed_lines == 0);
  CHECK(record(stamped("1.5", "sample.paused")).diagnostics.malformed_lines == 1);
}

TEST_CASE("keys no rule knows are counted, known ones are not") {
  CHECK(record(complete(R"(,"extra":{"a":[1]},"more":2)")).diagnostics.unknown_keys == 2);
  CHECK(record(complete(R"(,"finish_reason":"stop","worker_id":3,"usage":{},"osl":1,"tpot_ns":2)"))
            .diagnostics.unknown_keys == 0);
  WantedPayload wanted;
  wanted.token_field = "/extra/n";
  CHECK(record(complete(R"(,"extra":{"n":1})"), wanted).diagnostics.unknown_keys == 0);
}

TEST_CASE("recorded counts: places before names, each in its order") {
  const auto tokens = [](const std::string& rest) { return only(record(complete(rest))).output_tokens; };
  CHECK(tokens(R"(,"osl":3,"completion_tokens":2)") == 2);
  CHECK(tokens(R"(,"n_output_tokens":5)") == 5);
  CHECK(tokens(R"(,"num_output_tokens":12.0)") == 12);
  CHECK(tokens(R"(,"usage":{"output_tokens":1},"data":{"osl":2},"num_output_tokens":3)") == 3);
  CHECK(tokens(R"(,"usage":{"output_tokens":1},"data":{"osl":2})") == 2);
  CHECK(tokens(R"(,"usage":{"output_tokens":1},"data":{"usage":{"osl":2}})") == 1);
  CHECK(tokens(R"(,"data":["TextModelOutput","x",null,null,{"usage":{"completion_tokens":9}}])") == 9);
  CHECK(tokens(R"(,"data":["TextModelOutput","x",{"c\u006fmpletion_tokens":8}])") == 8);
  CHECK_FALSE(tokens(R"(,"data":["TextModelOutput",["osl"]])").has_value());
  CHECK(tokens(R"(,"output_tokens":0)") == 0);
}

TEST_CASE("what is no count is passed over and counted") {
  for (const char* bad : {"-1", "1.5", "\"7\"", "true", "1e13", "[]", "1e999"}) {
    const auto recorded = record(complete(std::string(",\"output_tokens\":") + bad + ",\"osl\":4"));
    CHECK(only(recorded).output_tokens == 4);
    CHECK(recorded.diagnostics.invalid_counts == 1);
  }
  const auto null = record(complete(",\"output_tokens\":null"));
  CHECK_FALSE(only(null).output_tokens.has_value());
  CHECK(null.diagnostics.invalid_counts == 0);
}

TEST_CASE("a token field goes before all names") {
  WantedPayload wanted;
  wanted.token_field = "/data/stats/0/n";
  CHECK(only(record(complete(R"(,"output_tokens":1,"data":{"stats":[{"n":6}]})"), wanted)).output_tokens ==
        6);
  const auto bad = record(complete(R"(,"output_tokens":1,"data":{"stats":[{"n":-6}]})"), wanted);
  CHECK(only(bad).output_tokens == 1);
  CHECK(bad.diagnostics.invalid_counts == 1);
  CHECK(only(record(complete(R"(,"output_tokens":1)"), wanted)).output_tokens == 1);
  wanted.token_field = "n";
  CHECK_THROWS_WITH_AS(record("", wanted),
                       "--token-field: 'n' is no JSON Pointer; it looks like /usage/completion_tokens.",
                       Failure);
}

TEST_CASE("the server's own times") {
  const Event event = only(record(complete(R"(,"tpot_ns":12.5,"data":{"decode_ns":7})")));
  CHECK(event.server_tpot_ns == 12.5);
  CHECK(event.server_decode_ns == 7);
  CHECK_FALSE(only(record(complete(R"(,"tpot_ns":-1)"))).server_tpot_ns.has_value());
}

TEST_CASE("output text: chunks of the reasoning, then of the output") {
  struct Case {
    const char* data;
    std::uint64_t chunks;
    bool streamed;
    const char* first;
    const char* rest;
  };
  const Case cases[] = {
      {R"(["TextModelOutput",["a","bc"]])", 2, true, "a", "bc"},
      {R"(["TextModelOutput",["a","b","c\n"]])", 3, true, "a", "bc\n"},
      {R"(["TextModelOutput","whole"])", 1, false, "whole", ""},
      {R"(["TextModelOutput","answer","thought "])", 1, false, "thought answer", ""},
      {R"(["TextModelOutput","answer",["t1","t2"]])", 3, true, "t1", "t2answer"},
      {R"(["TextModelOutput",["a1","a2"],"thought"])", 3, true, "thought", "a1a2"},
      {R"(["TextModelOutput",["a1"],["t1"]])", 2, true, "t1", "a1"},
      {R"(["TextModelOutput",["a","b"],null])", 2, true, "a", "b"},
      {R"(["TextModelOutput",["a",null,3,"b"]])", 2, true, "a", "b"},
      {R"(["TextModelOutput",["","b"]])", 2, true, "", "b"},
      {R"(["TextModelOutput",[]])", 0, true, "", ""},
      {R"(["TextModelOutput","",["t"]])", 1, true, "t", ""},
      {R"(["TextModelOutput",""])", 1, false, "", ""},
      {R"(["TextModelOutput",null,"only thought"])", 1, false, "only thought", ""},
      {R"(["TextModelOutput",["\ud83d\ude00 \u0041","\"x\""]])", 2, true, "\xF0\x9F\x98\x80 A", "\"x\""},
      {R"(["Text\u004dodelOutput",["a"]])", 1, true, "a", ""},
  };
  WantedPayload texts, counts;
  texts.output_text = true;
  counts.chunk_count = true;
  for (const Case& c : cases) {
    CAPTURE(c.data);
    const auto recorded = record(complete_with_data(c.data), texts);
    const Event event = only(recorded);
    REQUIRE(event.output.has_value());
    CHECK(event.output->chunks == c.chunks);
    CHECK(event.output->streamed == c.streamed);
    CHECK(recorded.events[0].first_chunk == c.first);
    CHECK(recorded.events[0].rest == c.rest);
    const auto counted = record(complete_with_data(c.data), counts);
    CHECK(only(counted).output->chunks == c.chunks);
    CHECK(only(counted).output->streamed == c.streamed);
    CHECK(counted.events[0].first_chunk.empty());
    CHECK_FALSE(only(record(complete_with_data(c.data))).output.has_value());
  }
  for (const char* none :
       {"null", "[]", "{}", "\"x\"", R"(["TextModelOutput"])", R"(["TextModelOutput",null,null,[1]])",
        R"(["Other",["a"]])", R"(["TextModelOutput",5])"}) {
    CHECK_FALSE(only(record(complete_with_data(none), texts)).output.has_value());
  }
}

TEST_CASE("tool calls are noticed, an empty list of them is none") {
  const auto has = [](const char* data) { return only(record(complete_with_data(data))).has_tool_calls; };
  CHECK(has(R"(["TextModelOutput","x",null,[{"name":"f"}]])"));
  CHECK_FALSE(has(R"(["TextModelOutput","x",null,[]])"));
  CHECK_FALSE(has(R"(["TextModelOutput","x",null,null])"));
  CHECK_FALSE(has(R"(["TextModelOutput","x"])"));
}

TEST_CASE("prompts: hash, length and text") {
  WantedPayload wanted;
  wanted.prompt_hash = wanted.prompt_text = true;
  const auto issue = [&](const std::string& data, const WantedPayload& w) {
    return record(
        R"({"event_type":"sample.issued","timestamp_ns":5,"sample_uuid":"u","data":)" + data + "}\n", w);
  };
  const auto hash = [&](const std::string& data) { return only(issue(data, wanted)).prompt_hash; };
  CHECK(hash(R"(["PromptData","x"])") == hash(R"(["PromptData","x",null,null,{"k":1}])"));
  CHECK(hash(R"(["PromptData","x"])") != hash(R"(["PromptData","y"])"));
  CHECK(hash(R"(["PromptData",null,[1,2]])") != hash(R"(["PromptData",null,null,[1,2]])"));
  CHECK(hash(R"(["PromptData",null,[1,2]])").has_value());
  for (const char* none :
       {"null", R"(["PromptData"])", R"(["PromptData",null,null,null])", R"(["Other","x"])"}) {
    CHECK_FALSE(hash(none).has_value());
  }
  CHECK_FALSE(only(issue(R"(["PromptData","x"])", {})).prompt_hash.has_value());
  CHECK(only(issue(R"(["PromptData","text",[1,2,3]])", wanted)).input_tokens == 3);
  CHECK(only(issue(R"(["PromptData",null,[]])", {})).input_tokens == 0);
  CHECK_FALSE(only(issue(R"(["PromptData","text"])", wanted)).input_tokens.has_value());
  CHECK(issue(R"(["PromptData","t\u00e9xt"])", wanted).events[0].prompt_text == "t\xC3\xA9xt");
  CHECK(issue(R"(["PromptData","text",[1,2,3]])", wanted).events[0].prompt_text.empty());
  CHECK(issue(R"(["PromptData","text"])", {}).events[0].prompt_text.empty());
}

TEST_CASE("conversations and turns") {
  const auto event = [](const std::string& rest) { return only(record(complete(rest))); };
  CHECK(event(R"(,"conversation_id":"","turn":null)").conversation == 0);
  CHECK(event("").conversation == 0);
  CHECK(event(R"(,"conversation_id":null)").conversation == 0);
  CHECK(event(R"(,"conversation_id":"a")").conversation ==
        event(R"(,"conversation_id":"\u0061")").conversation);
  CHECK(event(R"(,"conversation_id":"a")").conversation != event(R"(,"conversation_id":"b")").conversation);
  CHECK(event(R"(,"turn":2)").turn == 2);
  CHECK(event(R"(,"turn":-2)").turn == 0);
  CHECK(event(R"(,"turn":99999999999)").turn == INT32_MAX);
}

TEST_CASE("the log written from the format's definition") {
  const std::string log = shared_file("samples/events-schema.jsonl");
  if (log.empty()) return;
  WantedPayload wanted;
  wanted.output_text = wanted.prompt_text = wanted.prompt_hash = true;
  const auto recorded = record(log, wanted, "auto");
  CHECK(recorded.events.size() == 13);
  CHECK(recorded.diagnostics.malformed_lines == 0);
  CHECK(recorded.diagnostics.unknown_keys == 0);
  CHECK_FALSE(recorded.diagnostics.partial());
  const auto issued = recorded.of(EventKind::issued);
  CHECK(issued[0].prompt_text == "warmup prompt");
  CHECK(issued[1].event.input_tokens == 3);
  CHECK(issued[2].event.turn == 1);
  const auto completed = recorded.of(EventKind::completed);
  CHECK(completed[0].first_chunk == "Hello");
  CHECK(completed[0].rest == " world, this is the rest");
  CHECK(recorded.of(EventKind::failed)[0].event.at == 94641262000200);
}
