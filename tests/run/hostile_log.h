// What would a log look like whose clock cannot be trusted?
//
// Requests with true lives, in a closed loop or in bursts, whose lines stand in the true order; but what the
// clock says is shifted, coarse, far off or backwards, and requests fail, are issued again, hang or carry no
// counts. What goes wrong, and how often, is drawn from a seed, which gives the same log on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "tests/support.h"

namespace ssdetect::testing {

class HostileLog {
 public:
  explicit HostileLog(std::uint64_t seed);
  const std::vector<Event>& events() const { return events_; }
  const RequestPolicy& policy() const { return policy_; }
  Nanos life() const { return unit_; }  // of a request, about

 private:
  static constexpr Nanos kLowest = std::numeric_limits<Nanos>::min();
  static constexpr Nanos kHighest = std::numeric_limits<Nanos>::max();

  // The distributions of <random> differ between libraries.
  Nanos below(Nanos bound) { return static_cast<Nanos>(random_() % static_cast<std::uint64_t>(bound)); }
  bool chance(double share) { return static_cast<double>(random_() >> 11) < share * 0x1p53; }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<Nanos>(choices.size()))];
  }

  void draw_clock();
  void draw_requests();
  Nanos stamp(Nanos at);
  void put(Event event, Nanos at);
  void put_attempt(std::uint64_t id, Nanos at, Tokens tokens);
  void put_end(std::uint64_t id, Nanos first, Nanos end, Tokens tokens);

  std::mt19937_64 random_;
  RequestPolicy policy_;
  Nanos unit_ = 0, origin_ = 0, grain_ = 0;
  double shifted_ = 0, far_ = 0, wild_ = 0;  // shares of the stamps
  bool backwards_ = false;
  // Shares of the requests:
  double failed_ = 0, retried_ = 0, hanging_ = 0, no_first_ = 0, no_tokens_ = 0, no_input_ = 0, server_ = 0;
  double recorded_ = 0;
  std::vector<std::pair<Nanos, Event>> lines_;  // with their true moments
  std::deque<std::vector<Nanos>> token_times_;  // which the events point into
  std::vector<Event> events_;
};

inline HostileLog::HostileLog(std::uint64_t seed) : random_(seed) {
  if (chance(0.3)) policy_ = reference_policy().request;
  draw_clock();
  draw_requests();
  std::stable_sort(lines_.begin(), lines_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& line : lines_) events_.push_back(line.second);
}

inline void HostileLog::draw_clock() {
  unit_ = one_of<Nanos>({1'000, 1'000'000, 50'000'000, 10'000'000'000});
  origin_ =
      one_of<Nanos>({0, 12345, -1'000 * unit_, 1'700'000'000'000'000'000, kLowest, kHighest - 100 * unit_});
  grain_ = one_of<Nanos>({1, 1, 1, unit_ / 10, unit_, 500 * unit_});
  shifted_ = one_of<double>({0, 0, 0.0005, 0.005, 0.05, 0.5});
  far_ = one_of<double>({0, 0, 0, 0.0005, 0.005, 0.05});
  wild_ = one_of<double>({0, 0, 0, 0.0005, 0.005});
  backwards_ = chance(0.05);
}

inline void HostileLog::draw_requests() {
  const auto some = [&] { return one_of({0.0, 0.0, 0.01, 0.1, 1.0}); };
  failed_ = some() / 10, retried_ = some() / 4, hanging_ = some() / 50, no_first_ = some() / 2;
  no_tokens_ = some() / 2, no_input_ = some(), server_ = some() / 2, recorded_ = some();
  const Nanos requests = 2'000 + below(2'000), at_once = 1 + below(one_of<Nanos>({10, 30, 200}));
  std::vector<Nanos> free(static_cast<std::size_t>(at_once),
                          0);  // when each place of a closed loop is free again
  const bool closed = chance(0.5);
  Nanos now = 0;
  for (Nanos i = 0; i < requests; ++i) {
    const auto tokens = 1 + below(100);
    if (closed) {
      const auto next = std::min_element(free.begin(), free.end());
      now = *next;
      *next += unit_ / 4 + tokens * unit_ / 100;
    } else if (i % at_once == 0) {
      now += below(2 * unit_);
    }
    const auto id = static_cast<std::uint64_t>(i);
    Event issued = event_of(EventKind::issued, id, 0);
    if (!chance(no_input_)) issued.input_tokens = static_cast<Tokens>(below(3000));
    put(issued, now);
    put_attempt(id, now, static_cast<Tokens>(tokens));
  }
}

inline Nanos HostileLog::stamp(Nanos at) {
  if (chance(wild_)) return one_of({kLowest, kHighest, static_cast<Nanos>(random_())});
  if (chance(far_)) at += (below(2'000'000) - 1'000'000) * 1'000'000'000;
  if (chance(shifted_)) at += (below(2'000) - 1'000) * unit_ / 50;
  return later(origin_, (backwards_ ? -at : at) / grain_ * grain_);
}

inline void HostileLog::put(Event event, Nanos at) {
  event.at = stamp(at);
  lines_.emplace_back(at, event);
}

inline void HostileLog::put_attempt(std::uint64_t id, Nanos at, Tokens tokens) {
  const Nanos first = at + unit_ / 4 + below(unit_ / 20);
  const Nanos end = first + static_cast<Nanos>(tokens) * (unit_ / 100 + below(unit_ / 1000 + 1));
  if (!chance(no_first_)) put(event_of(EventKind::first_token, id, 0), first);
  if (chance(failed_)) put(event_of(EventKind::failed, id, 0), first);
  if (chance(retried_)) {
    put(event_of(EventKind::issued, id, 0), first + 1);
    put_attempt(id, first + 1, tokens);
  } else if (!chance(hanging_)) {
    put_end(id, first, chance(hanging_) ? end + 1'000 * unit_ : end, tokens);
  }
}

inline void HostileLog::put_end(std::uint64_t id, Nanos first, Nanos end, Tokens tokens) {
  Event completion = event_of(EventKind::completed, id, 0);
  if (!chance(no_tokens_)) completion.output_tokens = chance(0.1) ? tokens / 4 : tokens;
  if (chance(server_)) completion.server_tpot_ns = static_cast<double>(below(1'000'000));
  if (chance(server_)) completion.server_decode_ns = static_cast<double>(below(1'000'000));
  if (chance(recorded_)) {
    std::vector<Nanos>& times = token_times_.emplace_back();
    for (Nanos i = 0; i < 8; ++i) times.push_back(stamp(first + (end - first) / 8 * i));
    completion.token_times = times;
  }
  put(completion, end);
  if (chance(0.01)) put(completion, end);  // once more: it belongs to nobody
}

}  // namespace ssdetect::testing
