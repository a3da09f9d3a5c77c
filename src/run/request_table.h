// Which requests did the run have, and what became of each?
//
// `RequestTable` turns events into requests, in the order of their first `issued` line (SPEC 3): it knows the
// ones in flight, reads retries and failures by the request policy, and counts what it cannot place. Memory:
// one entry a request in flight and one `Request` a tracked request. It never fails; a log without tracked
// requests gives an empty run.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "input/event.h"
#include "policy.h"
#include "run/measure.h"
#include "units.h"

namespace ssdetect {

enum class RequestState : std::uint8_t { in_flight, completed, failed };

// Where a request's token counts came from (SPEC 4).
enum class TokenSource : std::uint8_t { none, recorded, tokenizer, command, chunks, words, bytes, scaled };

struct Request {
  static constexpr Tokens kUnknown = -1;

  Nanos issued = 0;   // first issue (under moves_the_issue: the last): order, spans, occupancy
  Nanos started = 0;  // what TTFT counts from
  Nanos first_token = 0;
  Nanos completed = 0;  // also of a failed request, when its completion was logged
  Tokens tokens_out = kUnknown;
  Tokens tokens_after_first = kUnknown;
  double server_ns = 0;     // server-reported: TPOT, or time in decode
  float input_tokens = -1;  // ISL; negative: unknown
  RequestState state = RequestState::in_flight;
  TokenSource token_source = TokenSource::none;
  bool has_first_token : 1 = false;
  bool has_completion : 1 = false;
  bool has_server_tpot : 1 = false;
  bool has_server_decode : 1 = false;
  bool is_streamed : 1 = false;  // where counting its text depends on it
};

// What a sampled token count needs to know of an output, counted or not.
struct OutputNote {
  std::size_t request;
  std::uint64_t key;  // hash of the request's id
  std::size_t bytes;
};

struct Run {
  std::deque<Request> requests;  // tracked, in issue order
  RequestPolicy policy;
  std::vector<std::uint64_t> prompt_hashes;     // one a request, or empty when any request had no prompt
  std::vector<std::vector<Nanos>> token_times;  // by request; empty when the input has none
  std::vector<std::uint64_t> conversations;     // by request; empty when no request names one
  std::vector<OutputNote> output_notes;         // by completion; only when outputs are sampled
  std::uint64_t untracked = 0;                  // requests first issued outside tracking
  std::uint64_t orphan_events = 0;
  std::uint64_t retries = 0;
  std::uint64_t tool_call_outputs = 0;  // completions whose tool calls are not counted as tokens
  int tracking_stretches = 0;
  int highest_turn = 0;
  bool session_ended = false;

  // The number of one request, ns; nullopt where it has none: failed, not seen, or negative (unless kept).
  std::optional<double> value(Measure measure, const Request& request) const;
  std::optional<double> ttft_ns(const Request& request) const;
  std::optional<double> tpot_ns(const Request& request) const;
  std::optional<double> latency_ns(const Request& request) const;
  // What latency counts from: the issue of the attempt that completed.
  Nanos latency_origin(const Request& request) const;
  // Was a value of this measure there, but negative and so not used?
  bool is_invalid(Measure measure, const Request& request) const;

 private:
  std::optional<double> raw(Measure measure, const Request& request) const;
  std::optional<double> raw_ttft(const Request& request) const;
  std::optional<double> raw_tpot(const Request& request) const;
  std::optional<double> raw_latency(const Request& request) const;
};

class RequestTable {
 public:
  RequestTable(const RequestPolicy& policy, bool all_samples);

  // The tracked request that this event opened or completed (its index in issue order), so that its tokens
  // can be counted.
  std::optional<std::size_t> on_event(const Event& event);

  // For token sources that count text; may come any time after the completion.
  void set_tokens(std::size_t request, Tokens total, std::optional<Tokens> after_first, TokenSource source);

  void set_input_tokens(std::size_t request, Tokens tokens);
  Tokens input_tokens(std::size_t request) const { return run_.requests[request].input_tokens; }
  void note_output(const OutputNote& note) { run_.output_notes.push_back(note); }
  void note_streamed(std::size_t request, bool streamed) { run_.requests[request].is_streamed = streamed; }
  bool was_streamed(std::size_t request) const { return run_.requests[request].is_streamed; }
  Run finish();

 private:
  static constexpr std::size_t kUntracked = SIZE_MAX;
  struct InFlight {
    std::size_t request;
    bool failed = false;
  };

  std::optional<std::size_t> issue(const Event& event);
  void retry(const Event& event, InFlight& entry);
  std::optional<std::size_t> open(const Event& event);
  void note_prompt(const Event& event);
  void first_token(const Event& event);
  void fail(const Event& event);
  std::optional<std::size_t> complete(const Event& event);
  void record(const Event& event, std::size_t index);
  InFlight* find(const Event& event);  // counts an orphan when there is none

  RequestPolicy policy_;
  bool all_samples_;
  bool tracking_ = false;
  bool prompts_complete_ = true;
  std::unordered_map<RequestKey, InFlight> in_flight_;
  Run run_;
};

}  // namespace ssdetect
