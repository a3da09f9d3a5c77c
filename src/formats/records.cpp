// Keys are hashes of the record's number, so no two requests share one. Cost: two walks over each list for
// those without a time, and a sort. Tests: tests/formats/records_test.cpp.
#include "formats/records.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <span>
#include <unordered_set>

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
  if (record.end) return *record.end;
  return record.cut_off.value_or(record.first_token.value_or(*record.start));
}

// Warm-up first, then by start.
bool comes_before(const Record& a, const Record& b) {
  return a.warmup != b.warmup ? a.warmup : a.start < b.start;
}

// A failed request began when it first shows.
void begin_at_what_is_known(Record& record) {
  record.start = record.first_token ? record.first_token : record.end;
  record.first_token.reset();
  record.cut_off.reset();
  record.token_times.clear();
}

void place(Record& record, Nanos at) { record.start = record.end = at; }

// Each without a start where the one before it, on the way from `at` to `end`, starts. Warm-up requests and
// the others keep to themselves, as they are told apart by more than time.
template <class Iterator>
void place_at_neighbours(Iterator at, Iterator end) {
  std::array<std::optional<Nanos>, 2> before;
  for (; at != end; ++at) {
    auto& start = before[at->warmup];
    if (at->start)
      start = at->start;
    else if (start)
      place(*at, *start);
  }
}

constexpr std::size_t kMostCopies = 10;  // of one list, joined; more requests an id, and it is no id

std::optional<RequestKey> id_of(const Record& record) { return record.end ? record.id : std::nullopt; }

// The nearest integer; what does not fit is clamped.
Nanos rounded(double ns) {
  constexpr double kLimit = 9223372036854775807.0;  // 2^63 as a double
  if (ns >= kLimit) return std::numeric_limits<Nanos>::max();
  if (ns <= -kLimit) return std::numeric_limits<Nanos>::min();
  return std::llround(ns);
}

}  // namespace

void Records::add(Record record) {
  if (!record.start) begin_at_what_is_known(record);
  if (record.failed && !record.end) record.end = record.first_token ? record.first_token : record.start;
  timed_ += record.start.has_value();
  records_.push_back(std::move(record));
}

void Records::find_places() {
  end_list();
  std::size_t begin = 0;
  for (const std::size_t end : list_ends_) {
    const std::span list = std::span(records_).subspan(begin, end - begin);
    place_at_neighbours(list.begin(), list.end());
    place_at_neighbours(list.rbegin(), list.rend());
    begin = end;
  }
  spread_the_rest();
}

void Records::spread_the_rest() {
  std::vector<Nanos> starts;
  std::vector<Record*> rest;
  for (Record& record : records_) {
    if (record.start)
      starts.push_back(*record.start);
    else
      rest.push_back(&record);
  }
  std::sort(starts.begin(), starts.end());
  for (std::size_t i = 0; i < rest.size(); ++i)
    place(*rest[i], starts[(2 * i + 1) * starts.size() / (2 * rest.size())]);
}

void Records::judge_ids() {
  std::unordered_set<RequestKey> ids;
  std::size_t with_id = 0;
  for (const Record& record : records_) {
    if (!record.id) continue;
    ++with_id;
    ids.insert(*record.id);
  }
  if (with_id > kMostCopies * ids.size())
    for (Record& record : records_) record.id.reset();
}

void Records::arrange() {
  if (is_arranged_) return;
  judge_ids();
  if (timed_ < records_.size()) find_places();
  std::stable_sort(records_.begin(), records_.end(), comes_before);
  is_arranged_ = true;
}

Records::Iterator Records::first_tracked() const {
  return std::find_if(records_.cbegin(), records_.cend(), [](const Record& r) { return !r.warmup; });
}

std::vector<Lifetime> Records::lifetimes() {
  arrange();
  std::vector<Lifetime> found;
  std::transform(first_tracked(), records_.cend(), std::back_inserter(found), [](const Record& r) {
    return Lifetime{*r.start, last_moment(r)};
  });
  return found;
}

void Records::replay(EventSink& sink, const std::vector<std::size_t>& cuts,
                     const std::function<void(std::size_t)>& announce) {
  arrange();
  const Iterator tracked = first_tracked();
  announce(0);
  std::for_each(records_.cbegin(), tracked, [&](const Record& record) { replay_one(record, sink); });
  Iterator first = tracked;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const Iterator last = tracked + static_cast<std::ptrdiff_t>(cuts[i]);
    replay_tracked(first, last, sink);
    announce(i + 1);
    first = last;
  }
  replay_tracked(first, records_.cend(), sink);
  records_.clear();
  list_ends_.clear();
  timed_ = 0;
  is_arranged_ = false;
}

void Records::replay_tracked(Iterator first, Iterator last, EventSink& sink) {
  if (first == last) return;
  mark(EventKind::tracking_started, *first->start, sink);
  Nanos end = *first->start;
  for (; first != last; ++first) {
    replay_one(*first, sink);
    end = std::max(end, last_moment(*first));
  }
  mark(EventKind::tracking_stopped, end, sink);
  mark(EventKind::session_ended, end, sink);
}

void Records::replay_one(const Record& record, EventSink& sink) {
  Event event;
  ++number_;
  event.request = id_of(record).value_or(key_of(number_));
  event.conversation = record.conversation;
  event.turn = record.turn;
  event.input_tokens = record.input_tokens;
  const auto send = [&](EventKind kind, Nanos at) {
    event.kind = kind;
    event.at = at;
    sink.on_event(event);
  };
  send(EventKind::issued, *record.start);
  event.input_tokens.reset();
  if (record.first_token) send(EventKind::first_token, *record.first_token);
  event.output_tokens = record.output_tokens;
  if (record.cut_off) send(EventKind::cut_off, *record.cut_off);
  if (record.failed) send(EventKind::failed, last_moment(record));
  if (!record.end) return;
  event.token_times = record.token_times;
  if (const auto& text = record.text) event.output = {text->first_chunk, text->rest, text->chunks, true};
  send(EventKind::completed, *record.end);
}

int turn_number(std::optional<std::int64_t> index) {
  if (!index || *index < 0) return 0;
  return static_cast<int>(std::min<std::int64_t>(*index, std::numeric_limits<int>::max() - 1)) + 1;
}

Nanos later(Nanos base, double duration, double ns_per_unit) {
  Nanos sum;
  const Nanos ns = rounded(duration * ns_per_unit);
  if (!__builtin_add_overflow(base, ns, &sum)) return sum;
  return ns > 0 ? std::numeric_limits<Nanos>::max() : std::numeric_limits<Nanos>::min();
}

std::optional<Nanos> SecondsClock::nanos(std::optional<double> seconds) {
  if (!seconds) return std::nullopt;
  if (!base_) base_ = std::floor(*seconds);
  return later(0, *seconds - *base_, kNsPerSecond);
}

void append_token_times(Nanos first, const std::vector<double>& gaps, double ns_per_unit,
                        std::vector<Nanos>& times) {
  times.reserve(times.size() + gaps.size());
  double sum = 0;
  for (const double gap : gaps) times.push_back(later(first, sum += gap, ns_per_unit));
}

}  // namespace ssdetect
