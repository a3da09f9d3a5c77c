// A line is indexed (with the others of its batch), then checked whole in one walk that also notes where the
// values of the known keys stand (a repeated key moves the note, so the last one wins, in any order); only
// then is anything made of them. Payloads that nobody asked for are checked and passed over, never copied.
// Cost: three passes over the bytes, a step a token. Tests: tests/formats/endpoints_test.cpp,
// endpoints_lines_test.cpp.
#include "formats/event_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "json/string.h"
#include "tokens/utf8.h"

namespace ssdetect {
namespace {

struct KindName {
  std::string_view name;
  EventKind kind;
};

// The frequent ones first.
constexpr std::array<KindName, 9> kKinds = {{
    {"sample.recv_first", EventKind::first_token},
    {"sample.complete", EventKind::completed},
    {"sample.issued", EventKind::issued},
    {"sample.recv_non_first", EventKind::later_token},
    {"session.started", EventKind::session_started},
    {"session.ended", EventKind::session_ended},
    {"session.stop_loadgen", EventKind::load_stopped},
    {"session.start_performance_tracking", EventKind::tracking_started},
    {"session.stop_performance_tracking", EventKind::tracking_stopped},
}};
constexpr std::string_view kErrorPrefix = "error.";

std::optional<EventKind> kind_of(std::string_view event_type) {
  for (const KindName& known : kKinds) {
    if (event_type == known.name) return known.kind;
  }
  if (event_type.starts_with(kErrorPrefix)) return EventKind::failed;
  return std::nullopt;
}

bool is_of_a_request(EventKind kind) {
  return kind == EventKind::issued || kind == EventKind::first_token || kind == EventKind::later_token ||
         kind == EventKind::completed || kind == EventKind::failed;
}

// What is wrong with a time stamp that is no integer, in words.
std::string fault_of_time(JsonValue value) {
  if (!value.exists()) return "timestamp_ns is missing";
  const auto raw = value.raw();
  const bool integral = raw.find_first_not_of("-0123456789") == std::string_view::npos;
  if (integral) return fmt::format("timestamp_ns {} does not fit into 64 bits", raw);
  return "timestamp_ns is not an integer";
}

}  // namespace

bool LineFields::take(std::string_view key, JsonValue value, JsonCheck& check,
                      const JsonPointer& token_field) {
  if (key == "data") return data.read(value, check);
  if (JsonValue* place = place_of(key))
    *place = value;
  else if (!counts.take(key, value) && key != "finish_reason" && key != "worker_id" &&
           key != token_field.first())
    ++unknown_keys;
  return check.value();
}

JsonValue* LineFields::place_of(std::string_view key) {
  switch (key.size()) {
    case 4:
      return key == "turn" ? &turn : nullptr;
    case 10:
      return key == "event_type" ? &event_type : nullptr;
    case 11:
      return key == "sample_uuid" ? &uuid : nullptr;
    case 12:
      return key == "timestamp_ns" ? &timestamp : nullptr;
    case 15:
      return key == "conversation_id" ? &conversation : nullptr;
    default:
      return nullptr;
  }
}

void EventLines::read(const LineBatch& batch) {
  events_.clear();
  texts_.release();
  diagnostics_ = Diagnostics();
  diagnostics_.bytes = batch.bytes();
  diagnostics_.session_ended_missing = true;
  index_.start(batch.text());
  LinesOf lines(batch);
  while (const auto line = lines.next()) {
    line_ = *line;
    diagnostics_.lines = line_.number;
    read_line();
  }
}

void EventLines::read_line() {
  if (line_.too_long) return malformed("longer than 256 MiB");
  if (is_blank(line_.text)) return;
  JsonTokens tokens;
  const IndexFault fault = index_.find(line_.text, tokens);
  if (fault == IndexFault::utf8) return read_repaired();
  if (fault != IndexFault::none) return not_json(in_words(fault));
  if (read_tokens(tokens)) interpret();
}

void EventLines::read_repaired() {
  std::string scratch;
  const auto& repaired = *std::pmr::polymorphic_allocator<>(&texts_).new_object<std::pmr::string>(
      utf8::repaired(line_.text, scratch));
  JsonIndex index;
  const IndexFault fault = index.build(repaired);
  if (fault != IndexFault::none) return not_json(in_words(fault));
  if (!read_tokens(index.tokens())) return;
  ++diagnostics_.repaired_utf8;
  interpret();
}

// Checks the line and notes its fields; false if it is no good.
bool EventLines::read_tokens(const JsonTokens& tokens) {
  fields_ = LineFields();
  fields_.root = JsonValue(tokens.text, tokens.at);
  may_have_escapes_ = tokens.may_have_escapes;
  JsonCheck check(tokens);
  const bool is_object = fields_.root.is_object();
  const auto take = [&](std::string_view key, JsonValue value) {
    if (may_have_escapes_) key = decoded(key, key_scratch_);
    return fields_.take(key, value, check, token_field_);
  };
  const bool fine = (is_object ? check.object(take) : check.value()) && check.only();
  index_.passed(check.at());
  if (!fine)
    not_json(check.fault());
  else if (!is_object)
    malformed("it is no JSON object");
  return fine && is_object;
}

void EventLines::interpret() {
  if (!fields_.event_type.exists()) return malformed("event_type is missing");
  if (!fields_.event_type.is_string()) return malformed("event_type is not a string");
  const auto kind = kind_of(text_of(fields_.event_type, type_scratch_));
  const auto at = fields_.timestamp.integer();
  if (!at && (kind || fields_.timestamp.exists())) return malformed(fault_of_time(fields_.timestamp));
  diagnostics_.unknown_keys += fields_.unknown_keys;
  if (!kind) {
    ++diagnostics_.ignored_events;
    return;
  }
  Event event;
  event.kind = *kind;
  event.at = *at;
  if (is_of_a_request(*kind) && !complete_request(*kind, event)) return;
  if (*kind == EventKind::session_ended) diagnostics_.session_ended_missing = false;
  events_.push_back(event);
}

// What only events of a request have; false if the line is not to be used.
bool EventLines::complete_request(EventKind kind, Event& event) {
  const bool absent = !fields_.uuid.is_something();
  if (!absent && !fields_.uuid.is_string()) return malformed("sample_uuid is not a string"), false;
  const auto uuid = text_of(fields_.uuid, uuid_scratch_);
  if (uuid.empty() && kind == EventKind::failed) return ++diagnostics_.ignored_events, false;
  if (uuid.empty()) return malformed(absent ? "sample_uuid is missing" : "sample_uuid is empty"), false;
  if (!set_turn(event)) return malformed("turn is not a whole number"), false;
  event.request = request_key(uuid);
  event.conversation = conversation_key(text_of(fields_.conversation, conversation_scratch_));
  if (kind == EventKind::issued) add_prompt(event);
  if (kind == EventKind::completed) add_output(event);
  return true;
}

// Turns count from 1; anything below is as good as none.
bool EventLines::set_turn(Event& event) {
  if (!fields_.turn.is_something()) return true;
  const auto turn = fields_.turn.whole();
  if (turn)
    event.turn = static_cast<int>(std::clamp<std::int64_t>(*turn, 0, std::numeric_limits<int>::max()));
  return turn.has_value();
}

void EventLines::add_prompt(Event& event) {
  const Prompt prompt = PayloadReader::prompt(fields_.data, wanted_, texts_);
  event.prompt_hash = prompt.hash;
  event.input_tokens = prompt.input_tokens;
  event.prompt_text = prompt.text;
}

void EventLines::add_output(Event& event) {
  const JsonValue pointed = token_field_.find(fields_.root);
  const RecordedCounts counts = find_counts(fields_.counts, fields_.data, pointed);
  diagnostics_.missing_counts += !token_field_.empty() && !pointed.is_something();
  event.output_tokens = counts.output_tokens;
  event.server_tpot_ns = counts.tpot_ns;
  event.server_decode_ns = counts.decode_ns;
  diagnostics_.invalid_counts += counts.invalid;
  event.has_tool_calls = PayloadReader::has_tool_calls(fields_.data);
  if (wanted_.output_text || wanted_.chunk_count)
    event.output = payload_.output(fields_.data, wanted_.output_text, texts_);
}

std::string_view EventLines::text_of(JsonValue string, std::string& scratch) const {
  return may_have_escapes_ ? decoded(string.quoted(), scratch) : string.quoted();
}

void EventLines::not_json(const std::string& fault) {
  const bool torn = !line_.ends_with_newline;
  diagnostics_.torn_last_line = torn;
  malformed(fmt::format("{}: {}", torn ? "the log is truncated here" : "not valid JSON", fault));
}

}  // namespace ssdetect
