// Which requests did the run have, and what became of each?
//
// `RequestTable` turns events into requests, in the order of their first `issued` line (SPEC 3): it knows the
// ones in flight, reads retries and failures by the request policy, and counts what it cannot place. Memory:
// one entry a request in flight, and what run/compaction leaves of the others within a budget. It never
// fails; a log without tracked requests gives an empty run.
#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "input/event.h"
#include "policy.h"
#include "run/finished_ids.h"
#include "run/run.h"
#include "run/sizing.h"
#include "units.h"

namespace ssdetect {

class RequestTable {
 public:
  // `budget` in bytes, for the requests that are kept and what has to be made of them in the end.
  RequestTable(const RequestPolicy& policy, bool all_samples,
               std::size_t budget = std::numeric_limits<std::size_t>::max());

  // The tracked request that this event opened or completed (its number in issue order), so that its tokens
  // can be counted.
  std::optional<std::size_t> on_event(const Event& event);

  // For token sources that count text; may come any time after the completion, but before it is compacted.
  void set_tokens(std::size_t request, Tokens total, std::optional<Tokens> after_first, TokenSource source);

  void set_input_tokens(std::size_t request, Tokens tokens);
  Tokens input_tokens(std::size_t request) const { return run_.requests[request].input_tokens; }
  void note_output(const OutputNote& note) { run_.output_notes.push_back(note); }
  void note_streamed(std::size_t request, bool streamed) { run_.requests[request].is_streamed = streamed; }
  bool was_streamed(std::size_t request) const { return run_.requests[request].is_streamed; }

  // Has the budget been reached? Not for multi-turn runs: their conversations need every request.
  bool is_full() const {
    return run_.requests.kept() >= least_kept_ && run_.highest_turn < 2 && bytes() >= budget_;
  }
  std::size_t bytes() const;  // to be set against the budget
  std::optional<std::uint64_t> pass_length() const { return passes_.length(); }
  // Gives up what is closed (run/compaction). All its tokens must have been set.
  void compact(std::optional<std::size_t> superpass_size);

  // The run as far as it has come, to be judged while more events may follow; all its tokens must have been
  // set. Valid until the next event.
  const Run& so_far();
  Run finish();

 private:
  static constexpr std::size_t kUntracked = std::numeric_limits<std::size_t>::max();

  void start_tracking(Nanos at);
  std::optional<std::size_t> issue(const Event& event);
  void retry(const Event& event, std::size_t index);
  std::optional<std::size_t> open(const Event& event);
  void note_prompt(const Event& event);
  void first_token(const Event& event);
  void fail(const Event& event);
  void cut_off(const Event& event);
  void fail_completed(const Event& event);
  std::optional<std::size_t> complete(const Event& event);
  void record(const Event& event, std::size_t index);
  void record_server_times(const Event& event, Request& request);
  RequestExtra& extra_of(Request& request);
  // The tracked request of an event; nullptr for others, counted as orphans when they are not in flight.
  Request* find(const Event& event);

  RequestPolicy policy_;
  bool all_samples_;
  std::size_t budget_;
  std::size_t least_kept_ = 0;  // fewer are not worth compacting
  std::size_t compacted_bytes_ = 0;
  bool tracking_ = false;
  Nanos tracked_until_ = std::numeric_limits<Nanos>::min();  // by its issues and ends
  Nanos latest_issue_ = std::numeric_limits<Nanos>::min();   // of those that no retry can move any more
  PromptPasses passes_;
  std::size_t token_times_ = 0;                        // recorded, of the requests that are kept
  tsl::robin_map<RequestKey, std::size_t> in_flight_;  // their numbers
  FinishedIds finished_;                               // of the tracked ones that completed and did not fail
  Run run_;
};

}  // namespace ssdetect
