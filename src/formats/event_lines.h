// What events do these lines of events.jsonl hold (SPEC 2)?
//
// A batch of lines is read at once, anywhere; what it holds is delivered later, in order, by somebody else.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "formats/payload.h"
#include "formats/reader.h"
#include "input/event.h"
#include "input/lines.h"
#include "json/check.h"
#include "json/index.h"
#include "json/value.h"

namespace ssdetect {

// Where the values of the known keys stand in one line.
struct LineFields {
  JsonValue root;
  JsonValue event_type;
  JsonValue timestamp;
  JsonValue uuid;
  JsonValue conversation;
  JsonValue turn;
  Payload data;
  CountFields counts;
  std::uint64_t unknown_keys = 0;

  // Notes the value and has it checked; false: it is no JSON.
  bool take(std::string_view key, JsonValue value, JsonCheck& check, const JsonPointer& token_field);

 private:
  JsonValue* place_of(std::string_view key);
};

class EventLines {
 public:
  // Both must outlive this object.
  EventLines(const WantedPayload& wanted, const JsonPointer& token_field)
      : wanted_(wanted), token_field_(token_field) {}

  // Forgets the batch before. The events point into the batch and into this object.
  void read(const LineBatch& batch);
  const std::vector<Event>& events() const { return events_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }  // lines are numbered from 1

 private:
  void read_line();
  void read_repaired();
  bool read_tokens(const JsonTokens& tokens);
  void interpret();
  bool complete_request(EventKind kind, Event& event);
  bool set_turn(Event& event);
  void add_prompt(Event& event);
  void add_output(Event& event);
  std::string_view text_of(JsonValue string, std::string& scratch) const;
  void malformed(std::string reason) { diagnostics_.malformed(line_.number, std::move(reason)); }
  void not_json(const std::string& fault);

  const WantedPayload& wanted_;
  const JsonPointer& token_field_;
  LineIndex index_;
  Line line_;
  LineFields fields_;
  bool may_have_escapes_ = true;
  PayloadReader payload_;
  std::string key_scratch_;
  std::string type_scratch_;
  std::string uuid_scratch_;
  std::string conversation_scratch_;

  std::vector<Event> events_;
  Diagnostics diagnostics_;
  std::pmr::monotonic_buffer_resource texts_;  // of the events, where the batch has them in another form
};

}  // namespace ssdetect
