// How does a list of requests become events?
//
// For the dialects that write one record a request instead of a log. They are sorted by start (stably) and
// replayed: warm-up requests first, outside tracking, then the others inside it, each request's events
// together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/reader.h"
#include "input/event.h"

namespace ssdetect {

struct Record {
  Nanos start = 0;
  std::optional<Nanos> first_token;
  std::optional<Nanos> end;  // absent: still in flight when the benchmark ended
  bool failed = false;
  bool warmup = false;
  std::optional<Tokens> output_tokens;
  std::optional<Tokens> input_tokens;
  std::vector<Nanos> token_times;
  std::uint64_t conversation = 0;
  int turn = 0;
};

class Records {
 public:
  void add(Record record) { records_.push_back(std::move(record)); }
  bool empty() const { return records_.empty(); }
  // Delivers all of them and forgets them.
  void replay(EventSink& sink);

 private:
  void replay_tracked(std::vector<Record>::const_iterator first, EventSink& sink);
  void replay_one(const Record& record, EventSink& sink);

  std::vector<Record> records_;
  std::uint64_t number_ = 0;  // of the request at hand; makes its key
};

// `base` + `duration` seconds, milliseconds ... in the unit of `ns_per_unit`; rounded to the nearest ns and
// kept within int64.
Nanos later(Nanos base, double duration, double ns_per_unit);

// The times of the tokens after the first, each `gaps` later than the one before; summed as doubles, so that
// the rounding of one does not add to the next.
void append_token_times(Nanos first, const std::vector<double>& gaps, double ns_per_unit,
                        std::vector<Nanos>& times);

std::uint64_t conversation_hash(std::string_view id);  // 0 for an empty one

}  // namespace ssdetect
