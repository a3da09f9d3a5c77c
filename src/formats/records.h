// How does a list of requests become events?
//
// For the dialects that write one record a request instead of a log. They are sorted by start (stably) and
// replayed: warm-up requests first, outside tracking, then the others inside it, each request's events
// together.
//
// A request that failed early may lack its start, or every time. It was issued and failed, so it counts, at a
// place that moves no span: at the earliest time that it has (and then it has no first token, whose delay
// nobody knows). Without any time: where the nearest record before it in its list starts, which is where the
// client wrote it down; at the head of a list, where the next one does. A list without any time (GuideLLM has
// one for the failed) is spread evenly over the starts of all the others.
//
// Ids of their own tell that a list was joined with itself (run/request_table). Where a few stand for all, as
// in files that were made anonymous, they are none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "formats/reader.h"
#include "input/event.h"

namespace ssdetect {

// What a request said, where its file has it.
struct RecordedText {
  std::string first_chunk, rest;
  std::uint64_t chunks = 0;
};

struct Record {
  std::optional<Nanos> start;  // absent: of a failed one only
  std::optional<Nanos> first_token;
  std::optional<Nanos> end;  // absent: still in flight when the benchmark ended, or, if it failed, not known
  std::optional<Nanos> cut_off;  // given up by the client, with output_tokens by then: the time of its last
  bool failed = false;
  bool warmup = false;
  std::optional<Tokens> output_tokens;
  std::optional<Tokens> input_tokens;
  std::vector<Nanos> token_times;
  std::optional<RequestKey> id;  // absent: it is like no other
  std::uint64_t conversation = 0;
  int turn = 0;
  std::optional<RecordedText> text;
};

// 1 for the first, whose index is 0; 0 when there is none.
int turn_number(std::optional<std::int64_t> index);

struct Lifetime {
  Nanos start, end;  // equal for one that did not end
};

class Records {
 public:
  void add(Record record);
  void end_list() { list_ends_.push_back(records_.size()); }
  // Is there nothing that can be placed in time?
  bool empty() const { return timed_ == 0; }
  std::size_t size() const { return records_.size(); }
  // Delivers all of them and forgets them. Not if `empty`.
  void replay(EventSink& sink) {
    replay(sink, {}, [](std::size_t) {});
  }
  // The same as several runs: `announce(0)` comes before everything, `announce(i)` before the request with
  // the number cuts[i - 1] among the tracked ones.
  void replay(EventSink& sink, const std::vector<std::size_t>& cuts,
              const std::function<void(std::size_t)>& announce);

  // Of the tracked ones, in the order of their starts. Not if `empty`.
  std::vector<Lifetime> lifetimes();

 private:
  using Iterator = std::vector<Record>::const_iterator;
  void arrange();
  void judge_ids();
  void find_places();
  void spread_the_rest();
  Iterator first_tracked() const;
  void replay_tracked(Iterator first, Iterator last, EventSink& sink);
  void replay_one(const Record& record, EventSink& sink);

  std::vector<Record> records_;
  std::vector<std::size_t> list_ends_;
  bool is_arranged_ = false;
  std::size_t timed_ = 0;     // records with a time of their own
  std::uint64_t number_ = 0;  // of the request at hand; makes its key where it has no id
};

inline constexpr double kNsPerSecond = 1e9;

// `base` + `duration` seconds, milliseconds ... in the unit of `ns_per_unit`; rounded to the nearest ns and
// kept within int64.
Nanos later(Nanos base, double duration, double ns_per_unit);

// Readings of a clock with any epoch, in seconds: as the time since the first of them, rounded down to a
// second. Near each other the subtraction of doubles is exact, and a time keeps all its digits.
class SecondsClock {
 public:
  std::optional<Nanos> nanos(std::optional<double> seconds);

 private:
  std::optional<double> base_;
};

// The times of the tokens after the first, each `gaps` later than the one before; summed as doubles, so that
// the rounding of one does not add to the next.
void append_token_times(Nanos first, const std::vector<double>& gaps, double ns_per_unit,
                        std::vector<Nanos>& times);

}  // namespace ssdetect
