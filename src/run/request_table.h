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
#include "run/prompt_passes.h"
#include "run/run.h"
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

  Run finish();

 private:
  static constexpr std::uint64_t kUntracked = (std::uint64_t{1} << 63) - 1;
  struct InFlight {
    std::uint64_t request : 63;
    std::uint64_t failed : 1 = 0;
  };

  std::optional<std::size_t> issue(const Event& event);
  void retry(const Event& event, InFlight& entry);
  std::optional<std::size_t> open(const Event& event);
  void note_prompt(const Event& event);
  void first_token(const Event& event);
  void fail(const Event& event);
  std::optional<std::size_t> complete(const Event& event);
  void record(const Event& event, std::size_t index);
  void record_server_times(const Event& event, Request& request);
  RequestExtra& extra_of(Request& request);
  InFlight* find(const Event& event);  // counts an orphan when there is none

  RequestPolicy policy_;
  bool all_samples_;
  std::size_t budget_;
  std::size_t least_kept_ = 0;  // fewer are not worth compacting
  std::size_t compacted_bytes_ = 0;
  bool tracking_ = false;
  Nanos latest_issue_ = std::numeric_limits<Nanos>::min();  // of those that no retry can move any more
  PromptPasses passes_;
  std::size_t token_times_ = 0;  // recorded, of the requests that are kept
  tsl::robin_map<RequestKey, InFlight> in_flight_;
  Run run_;
};

}  // namespace ssdetect
