// Sorting is the whole method; keys are hashes of the record's number, so no two requests share one.
#include "formats/records.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ssdetect {
namespace {

RequestKey key_of(std::uint64_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  return request_key({bytes, sizeof bytes});
}

void mark(EventKind kind, Nanos at, EventSink& sink) {
  Event event;
  event.kind = kind;
  event.at = at;
  sink.on_event(event);
}

Nanos last_moment(const Record& record) {
  return record.end.value_or(record.first_token.value_or(record.start));
}

// Warm-up first, then by start.
bool comes_before(const Record& a, const Record& b) {
  return a.warmup != b.warmup ? a.warmup : a.start < b.start;
}

// The nearest integer; what does not fit is clamped.
Nanos rounded(double ns) {
  constexpr double kLimit = 9223372036854775807.0;  // 2^63 as a double
  if (ns >= kLimit) return std::numeric_limits<Nanos>::max();
  if (ns <= -kLimit) return std::numeric_limits<Nanos>::min();
  return std::llround(ns);
}

}  // namespace

void Records::replay(EventSink& sink) {
  std::stable_sort(records_.begin(), records_.end(), comes_before);
  const auto tracked =
      std::find_if(records_.cbegin(), records_.cend(), [](const Record& r) { return !r.warmup; });
  std::for_each(records_.cbegin(), tracked, [&](const Record& record) { replay_one(record, sink); });
  replay_tracked(tracked, sink);
  records_.clear();
}

void Records::replay_tracked(std::vector<Record>::const_iterator first, EventSink& sink) {
  if (first == records_.cend()) return;
  mark(EventKind::tracking_started, first->start, sink);
  Nanos last = first->start;
  for (; first != records_.cend(); ++first) {
    replay_one(*first, sink);
    last = std::max(last, last_moment(*first));
  }
  mark(EventKind::tracking_stopped, last, sink);
  mark(EventKind::session_ended, last, sink);
}

void Records::replay_one(const Record& record, EventSink& sink) {
  Event event;
  event.request = key_of(++number_);
  event.conversation = record.conversation;
  event.turn = record.turn;
  event.input_tokens = record.input_tokens;
  const auto send = [&](EventKind kind, Nanos at) {
    event.kind = kind;
    event.at = at;
    sink.on_event(event);
  };
  send(EventKind::issued, record.start);
  event.input_tokens.reset();
  if (record.first_token) send(EventKind::first_token, *record.first_token);
  if (record.failed) send(EventKind::failed, last_moment(record));
  if (!record.end) return;
  event.output_tokens = record.output_tokens;
  event.token_times = record.token_times;
  send(EventKind::completed, *record.end);
}

Nanos later(Nanos base, double duration, double ns_per_unit) {
  Nanos sum;
  const Nanos ns = rounded(duration * ns_per_unit);
  if (!__builtin_add_overflow(base, ns, &sum)) return sum;
  return ns > 0 ? std::numeric_limits<Nanos>::max() : std::numeric_limits<Nanos>::min();
}

void append_token_times(Nanos first, const std::vector<double>& gaps, double ns_per_unit,
                        std::vector<Nanos>& times) {
  times.reserve(times.size() + gaps.size());
  double sum = 0;
  for (const double gap : gaps) times.push_back(later(first, sum += gap, ns_per_unit));
}

std::uint64_t conversation_hash(std::string_view id) {
  return id.empty() ? 0 : std::max<std::uint64_t>(1, XXH3_64bits(id.data(), id.size()));
}

}  // namespace ssdetect
