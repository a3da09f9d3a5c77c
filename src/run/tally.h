// What do these requests add up to, and when did they begin, stop being issued, and end?
//
// Sums, first and last moments; a tally of two sets is the merge of theirs. The moments of an empty tally
// are zeros and mean nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "units.h"

namespace ssdetect {

struct Request;
struct Run;

struct RunTimes {
  std::size_t requests = 0;
  std::size_t ended = 0;  // with a completion, failed or not
  Nanos first_issue = 0;
  Nanos last_issue = 0;
  Nanos last_completion = 0;  // of the ended ones
  Nanos last_event = 0;       // of any of them
  std::size_t responded = 0;  // with a first token or a completion
  Nanos first_response = 0;   // of those

  void add(const Run& run, const Request& request);
  void merge(const RunTimes& other);
  Seconds offered_load_span_s() const { return to_seconds(elapsed(first_issue, last_issue)); }
  Seconds duration_s() const { return to_seconds(elapsed(first_issue, last_event)); }
};

// What tells whether times are what they are called (run/plausibility).
struct StreamCounts {
  std::size_t ttfts = 0, negative_ttfts = 0;  // of all but the failed ones
  std::size_t with_gaps = 0, late_first_gaps = 0;
  std::size_t stamped = 0;                         // with a decode time and tokens in it, by the stamps
  std::size_t in_one_chunk = 0;                    // of those: it is nothing
  std::size_t buffered = 0;                        // ... less than a twentieth of the latency, and flushed
  std::size_t too_fast = 0;                        // with a TPOT that no model has
  std::size_t served = 0;                          // with a TPOT of the server's and one by the stamps
  std::size_t served_otherwise = 0;                // of those: the two are far apart
  double server_tpot_ns = 0, stamped_tpot_ns = 0;  // sums of the two

  void add(const Run& run, const Request& request);
  void merge(const StreamCounts& other);

 private:
  void compare(double of_server_ns, const Request& request);
};

struct Tally : RunTimes {
  std::size_t completed = 0;
  std::size_t failed = 0;
  std::size_t in_flight = 0;
  std::size_t samples = 0;  // with a first token or a completion
  std::size_t cut_off = 0;  // by the client: with tokens, but no answer
  Tokens cut_off_tokens = 0;
  // Among the completed ones:
  std::size_t with_first_token = 0;
  std::size_t counted = 0;        // their tokens are known
  std::size_t empty = 0;          // ... to be none
  std::size_t streamed = 0;       // with tokens after the first
  std::size_t timed = 0;          // with a TPOT
  Tokens tokens_out = 0;          // of the counted ones
  Tokens tokens_after_first = 0;  // of the timed ones
  StreamCounts streams;
  std::uint64_t invalid_durations = 0;  // negative ones that were not used, each measure of each request

  void add(const Run& run, const Request& request);
  void merge(const Tally& other);
  void withhold_tpot() { timed = 0, tokens_after_first = 0; }

 private:
  void add_completed(const Run& run, const Request& request);
};

}  // namespace ssdetect
