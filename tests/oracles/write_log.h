// What does a simulated run look like as a file?
//
// The events.jsonl lines come in the order of their time, or up to `line_delay_ns` later; the lines of one
// request always in the order issued, first token, (issued again,) error, completion, and issues in issue
// order. Text is made from (seed, request), so the same simulation gives the same bytes. Memory: 24 bytes an
// event plus one buffer.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "tests/oracles/simulate.h"

namespace ssdetect::oracle {

using Sink = std::function<void(std::string_view)>;  // gets whole or partial lines, about a MiB at a time

void write_events(const Simulation& run, const Sink& sink);
void write_events(const Simulation& run, std::FILE* file);  // check ferror afterwards
std::string events_text(const Simulation& run);

// AIPerf's profile_export.jsonl: one line a finished request, in completion order. Its clock is the epoch. A
// retry appears as its last attempt, a request in flight not at all, the warm-up with its phase.
struct AiperfStyle {
  bool inter_chunk_latency = false;  // tokens - 1 values, evenly spread
  bool old_names = false;            // timestamp_ns, credit_phase, ttft, max_response_timestamp
};
void write_aiperf(const Simulation& run, const AiperfStyle& style, const Sink& sink);
std::string aiperf_text(const Simulation& run, const AiperfStyle& style = {});

// The sample_uuid of request `index`, and of the warm-up requests and orphans, which come after all tracked
// ones.
std::string sample_uuid(const Simulation& run, std::size_t index);

// Untracked requests, issued before tracking starts.
std::vector<SimRequest> warmup_requests(const Simulation& run);

// {"steady_tpot_ns":..., ...}: the truth as one JSON object, for tests written as shell commands.
std::string truth_json(const Truth& truth);

}  // namespace ssdetect::oracle
