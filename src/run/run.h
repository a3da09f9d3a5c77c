// What happened in this run, and what do the readings of a request mean?
//
// The tracked requests in issue order, and what was counted on the way. A request's values depend on the
// policy: retries, failures, negative durations (SPEC 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "input/client_settings.h"
#include "measure.h"
#include "policy.h"
#include "run/compaction.h"
#include "run/plausibility.h"
#include "run/request.h"
#include "run/requests.h"
#include "units.h"

namespace ssdetect {

// What a sampled token count needs to know of an output, counted or not.
struct OutputNote {
  std::size_t request;
  std::uint64_t key;  // hash of the request's id
  std::size_t bytes;
};

struct Run {
  Requests requests;
  std::vector<RequestExtra> extras;  // of those of them that have one
  Compacted compacted;               // what is left of the requests that are no longer kept
  RequestPolicy policy;
  std::optional<std::uint64_t> pass_length;     // of the dataset, by its prompts (run/sizing)
  std::vector<std::vector<Nanos>> token_times;  // by request; empty when the input has none
  std::vector<std::uint64_t> conversations;     // by request; empty when none has one, and once compacted
  std::vector<OutputNote> output_notes;         // by completion; only when outputs are sampled
  std::uint64_t untracked = 0;                  // requests first issued outside tracking
  std::uint64_t orphan_events = 0;
  std::uint64_t retries = 0;
  std::uint64_t tool_call_outputs = 0;  // completions whose tool calls are not counted as tokens
  std::uint64_t reissued = 0;           // requests whose id had completed before
  std::uint64_t late_first_tokens = 0;  // of requests that had completed; not used
  std::uint64_t late_failures = 0;      // of requests that were no longer kept
  int tracking_stretches = 0;
  bool tracking_overlaps = false;  // switched on again before the time at which it had been switched off
  int highest_turn = 0;
  ClientSettings client;      // as far as the input has them
  Plausibility plausibility;  // what is in doubt has no value
  bool session_ended = false;
  bool memory_exceeded = false;    // it took more than --max-memory all the same
  bool prompts_forgotten = false;  // compacted before any prompt had come twice

  // The number of one request, ns; nullopt where it has none: failed, not seen, or negative (unless kept).
  std::optional<double> value(Measure measure, const Request& request) const;
  std::optional<double> ttft_ns(const Request& request) const;
  std::optional<double> tpot_ns(const Request& request) const;
  std::optional<double> latency_ns(const Request& request) const;
  // The same for every quantity; lengths in tokens. Output lengths scaled from a sample are none.
  std::optional<double> value(Quantity quantity, const Request& request) const;
  // What TTFT counts from: the issue of the last attempt.
  Nanos started(const Request& request) const;
  // What latency counts from: the issue of the attempt that completed.
  Nanos latency_origin(const Request& request) const;
  // Was a value of this measure there, but negative and so not used?
  bool is_invalid(Measure measure, const Request& request) const;
  // Has any request this quantity?
  bool has(Quantity quantity) const;
  // When a request that was cut off had its last token.
  Nanos last_token(const Request& request) const { return extras[request.extra].last_token; }
  // Completed, with a positive latency (second seed).
  bool succeeded(const Request& request) const;

 private:
  std::optional<double> raw(Measure measure, const Request& request) const;
  std::optional<double> raw_ttft(const Request& request) const;
  std::optional<double> raw_tpot(const Request& request) const;
  std::optional<double> raw_latency(const Request& request) const;
  std::optional<double> decode_ns(const Request& request) const;
};

}  // namespace ssdetect
