// What happened to every request of a plan, and what is the truth about the run?
//
// Times are ns since the first tracked issue; kNever is an event that did not happen (or came after the log
// ended). Requests are in issue order. Needs no JSON: Monte Carlo tests judge these records directly.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tests/oracles/plan.h"

namespace ssdetect::oracle {

inline constexpr Nanos kNever = -1;

enum class SimState : std::uint8_t { completed, failed, in_flight };

struct SimRequest {
  Nanos issued_ns = 0;                 // first attempt
  Nanos last_issued_ns = 0;            // last attempt; differs for a retry
  Nanos lost_first_token_ns = kNever;  // a first token of the attempt a retry gave up
  Nanos first_token_ns = kNever;       // of the last attempt; a failed request may have one
  Nanos error_ns = kNever;
  Nanos completed_ns = kNever;  // of a failed request: stamped just before its error, written after it
  std::int64_t tokens = 0;      // output length; what would have come, if it failed
  std::int32_t prompt = 0;      // dataset index
  std::int32_t conversation = -1;
  std::int32_t turn = 0;  // from 1; 0: not agentic
  SimState state = SimState::completed;
};

struct Truth {
  std::int64_t superpass_size = 0;
  double steady_tpot_ns = 0;
  std::vector<double> tpot_ns;  // by super-pass, with super-pass noise; the mean when a step falls inside
  std::vector<double> clean_tpot_ns;  // the same without noise
  std::int64_t ramp_end_request = 0;
  std::int64_t ramp_end_superpass = 0;         // first one at the level
  std::vector<std::int64_t> step_requests;     // issue index of every step
  std::vector<std::int64_t> step_superpasses;  // the super-pass it falls in
  std::int64_t issued = 0, completed = 0, failed = 0, in_flight = 0, retried = 0;
  Nanos offered_span_ns = 0, last_event_ns = 0;
  bool interrupted = false;
  // With decode slots: what full slots produce at the steady level, and between which instants they are full
  // (until the first step or the `last` factor, else until the last request enters).
  std::optional<double> held_tokens_per_s, held_requests_per_s;
  Nanos hold_start_ns = 0, hold_end_ns = 0;
};

struct Simulation {
  std::uint64_t seed = 1;
  LogStyle log;
  std::vector<SimRequest> requests;
  Truth truth;
};

Simulation simulate(const Plan& plan);
Simulation simulate(const Series& series, const LogStyle& log = {}, std::uint64_t seed = 1);

}  // namespace ssdetect::oracle
