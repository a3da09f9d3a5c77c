// What does an input give? What happened, to which request, when; and what of it could not be used.
//
// Every format yields these, so nothing past formats/ knows a dialect. An event is valid only during the call
// that delivers it: views and spans point into the reader's buffers. Nothing is dropped silently: each kind
// of what was not used has a count, and what is malformed keeps the first few places. The table of requests
// adds what it could not place (SPEC 3); the wording lives in the renderers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/estimate.h"
#include "units.h"

namespace ssdetect {

enum class EventKind : std::uint8_t {
  session_started,
  session_ended,
  load_stopped,      // session.stop_loadgen
  tracking_started,  // only requests first issued between these two count
  tracking_stopped,
  issued,
  first_token,
  later_token,
  completed,
  failed,   // the request's error; its completion follows
  cut_off,  // the client gave the request up; at its last token, with the tokens that it had by then
};

// 128-bit hash of the request's id; equal ids have equal keys, different ids differ (chance of a
// clash < 1e-20).
struct RequestKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const RequestKey&) const = default;
};
RequestKey request_key(std::string_view id);
std::uint64_t conversation_key(std::string_view id);  // 0 for an empty one, and for no other

struct Event {
  EventKind kind = EventKind::issued;
  Nanos at = 0;
  RequestKey request;
  std::uint64_t conversation = 0;  // its key; 0 = none
  int turn = 0;                    // 1 = first; 0 = not given

  // On `issued` (or, in formats that know it only then, on `completed`):
  std::optional<std::uint64_t> prompt_hash;  // equal prompts have equal hashes
  std::optional<Tokens> input_tokens;        // ISL
  std::string_view prompt_text;              // only when wanted and no token ids were given

  // On `completed`:
  std::optional<Tokens> output_tokens;     // recorded OSL; also on `cut_off`
  std::optional<double> server_tpot_ns;    // server-reported time per output token
  std::optional<double> server_decode_ns;  // server-reported time in decode
  std::optional<OutputText> output;        // absent: no text, or not wanted
  bool has_tool_calls = false;             // their tokens are not counted
  std::span<const Nanos> token_times;      // clock readings of the tokens or chunks, where the input has them
};

struct LinePlace {
  std::uint64_t line = 0;  // 1 = first
  std::string reason;
  std::string record;  // of a document that holds many: the JSON Pointer to it; empty: it is the line
};

struct Diagnostics {
  static constexpr std::size_t kShown = 3;  // SPEC 14: the first three are shown

  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;  // blank ones included
  std::uint64_t malformed_lines = 0;
  std::uint64_t malformed_records = 0;       // of documents that hold many
  std::uint64_t ignored_events = 0;          // unknown event types, and errors of no request
  std::uint64_t repaired_utf8 = 0;           // lines with invalid UTF-8 inside a text; they count
  std::uint64_t invalid_counts = 0;          // recorded token counts that are no counts
  std::uint64_t missing_counts = 0;          // completions in which --token-field points to nothing
  Tokens client_tokens = 0;                  // summed over the completions that have a count of
  Tokens server_tokens = 0;                  // the client and one of the server
  std::uint64_t unknown_keys = 0;            // top-level keys no rule knows, summed over lines
  std::uint64_t orphan_events = 0;           // first token, error or completion of a request not in flight
  bool torn_last_line = false;               // the input ended inside a line that is not valid JSON
  bool session_ended_missing = false;        // an events log with no session.ended
  std::vector<LinePlace> first_malformed;    // of both kinds
  std::vector<std::string> problems_beside;  // with the client's own files beside the input, in words

  bool partial() const { return torn_last_line || session_ended_missing; }
  void malformed(std::uint64_t line, std::string reason);
  // `place_of()` gives its LinePlace. Called only where that is shown: finding a line takes a walk.
  template <class PlaceOf>
  void malformed_record(PlaceOf&& place_of) {
    ++malformed_records;
    if (first_malformed.size() < kShown) first_malformed.push_back(place_of());
  }
  // Those of the lines that follow, numbered from 1.
  void append(const Diagnostics& later);
};

}  // namespace ssdetect

template <>
struct std::hash<ssdetect::RequestKey> {
  std::size_t operator()(const ssdetect::RequestKey& key) const noexcept { return key.low; }
};
