// What happened, to which request, when?
//
// Every format yields these, so nothing past formats/ knows a dialect. An event is valid only during the call
// that delivers it: views and spans point into the reader's buffers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tokens/output_text.h"
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
  failed,  // the request's error; its completion follows
};

// 128-bit hash of the request's id; equal ids have equal keys, different ids differ (chance of a
// clash < 1e-20).
struct RequestKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const RequestKey&) const = default;
};
RequestKey request_key(std::string_view id);

struct Event {
  EventKind kind = EventKind::issued;
  Nanos at = 0;
  RequestKey request;
  std::uint64_t conversation = 0;  // hash of the conversation id; 0 = none
  int turn = 0;                    // 1 = first; 0 = not given

  // On `issued` (or, in formats that know it only then, on `completed`):
  std::optional<std::uint64_t> prompt_hash;  // equal prompts have equal hashes
  std::optional<Tokens> input_tokens;        // ISL
  std::string_view prompt_text;              // only when wanted and no token ids were given

  // On `completed`:
  std::optional<Tokens> output_tokens;     // recorded OSL
  std::optional<double> server_tpot_ns;    // server-reported time per output token
  std::optional<double> server_decode_ns;  // server-reported time in decode
  std::optional<OutputText> output;        // absent: no text, or not wanted
  bool has_tool_calls = false;             // their tokens are not counted
  std::span<const Nanos> token_times;      // clock readings of the tokens or chunks, where the input has them
};

}  // namespace ssdetect

template <>
struct std::hash<ssdetect::RequestKey> {
  std::size_t operator()(const ssdetect::RequestKey& key) const noexcept { return key.low; }
};
