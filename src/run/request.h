// What is known of one request?
//
// 48 bytes, since there may be millions. Counts are floats, exact to 16,777,216 tokens (larger ones are
// refused by formats/token_counts); what few requests have stands apart (RequestExtra). What the readings
// mean together (TTFT, TPOT, latency) depends on the policy: see run/run.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "units.h"

namespace ssdetect {

enum class RequestState : std::uint8_t { in_flight, completed, failed };

// Where a request's token counts came from (SPEC 4).
enum class TokenSource : std::uint8_t { none, recorded, tokenizer, command, chunks, words, bytes, scaled };
inline constexpr std::string_view kTokenSourceNames[] = {"none",   "recorded", "tokenizer", "command",
                                                         "chunks", "words",    "bytes",     "scaled"};
inline constexpr std::size_t kTokenSources = std::size(kTokenSourceNames);
static_assert(static_cast<std::size_t>(TokenSource::scaled) + 1 == kTokenSources);

constexpr std::string_view name_of(TokenSource source) {
  return kTokenSourceNames[static_cast<std::size_t>(source)];
}
// Not a count.
constexpr bool is_estimate(TokenSource source) {
  return source == TokenSource::chunks || source == TokenSource::words || source == TokenSource::bytes;
}

struct Request {
  static constexpr float kUnknown = -1;
  static constexpr std::uint32_t kNoExtra = UINT32_MAX;

  Nanos issued = 0;  // first issue (under moves_the_issue: the last): order, spans, occupancy
  Nanos first_token = 0;
  Nanos completed = 0;  // also of a failed request: its completion, or its error while that is missing
  float tokens_out = kUnknown;
  float tokens_after_first = kUnknown;
  float input_tokens = kUnknown;  // ISL; negative: unknown
  std::uint32_t extra = kNoExtra;
  RequestState state = RequestState::in_flight;
  TokenSource token_source = TokenSource::none;
  bool has_first_token : 1 = false;
  bool has_completion : 1 = false;
  bool has_error_time : 1 = false;  // failed, and no completion came after the error
  bool has_server_tpot : 1 = false;
  bool has_server_decode : 1 = false;
  bool has_gaps : 1 = false;           // enough of them to tell ...
  bool first_gap_is_late : 1 = false;  // ... whether the first chunk was a token (run/plausibility)
  bool is_streamed : 1 = false;        // where counting its text depends on it
  bool is_cut_off : 1 = false;         // by the client, with tokens: they are no output length

  bool has_left() const { return has_completion || has_error_time; }
  // When it was no longer in flight, once it has left: a moment that is stamped before the issue counts at
  // the issue, so that nothing leaves before it came.
  Nanos left() const { return std::max(issued, completed); }
};

struct RequestExtra {
  Nanos started = 0;     // the issue of the last attempt, where there was more than one
  double server_ns = 0;  // server-reported: TPOT, or time in decode
  Nanos last_token = 0;  // of one that was cut off
};

}  // namespace ssdetect
