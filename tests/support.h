// How do tests come by a run? Event by event, request by request, or from a simulation; never through the
// text of a log. Nothing here computes what a test expects.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "policy.h"
#include "report/build.h"
#include "run/request_table.h"
#include "steady/analysis.h"
#include "tests/oracles/generator.h"

namespace ssdetect::testing {

inline constexpr Nanos kMs = 1'000'000;
inline constexpr Nanos kSecond = 1'000'000'000;

inline Event event_of(EventKind kind, std::uint64_t id, Nanos at) {
  Event event;
  event.kind = kind;
  event.at = at;
  event.request = {1, id};
  return event;
}

inline Event completion_of(std::uint64_t id, Nanos at, std::optional<Tokens> tokens) {
  Event event = event_of(EventKind::completed, id, at);
  event.output_tokens = tokens;
  return event;
}

// A log, line by line.
class EventFeed {
 public:
  explicit EventFeed(const RequestPolicy& policy = {}, bool all_samples = false)
      : table_(policy, all_samples) {}

  EventFeed& start_tracking() { return put(event_of(EventKind::tracking_started, 0, 0)); }
  EventFeed& stop_tracking() { return put(event_of(EventKind::tracking_stopped, 0, 0)); }
  EventFeed& issue(std::uint64_t id, Nanos at) { return put(event_of(EventKind::issued, id, at)); }
  EventFeed& first(std::uint64_t id, Nanos at) { return put(event_of(EventKind::first_token, id, at)); }
  EventFeed& error(std::uint64_t id, Nanos at) { return put(event_of(EventKind::failed, id, at)); }
  EventFeed& complete(std::uint64_t id, Nanos at, std::optional<Tokens> tokens = std::nullopt) {
    return put(completion_of(id, at, tokens));
  }
  EventFeed& put(const Event& event) {
    table_.on_event(event);
    return *this;
  }
  Run finish() { return table_.finish(); }

 private:
  RequestTable table_;
};

inline EventFeed tracked(const RequestPolicy& policy = {}) {
  EventFeed feed(policy);
  feed.start_tracking();
  return feed;
}

// One completed request by its clock readings; `failed` instead of completed, when set.
struct Planned {
  Nanos issued = 0, first_token = 0, completed = 0;
  Tokens tokens = 0;
  bool failed = false;
};

inline Run run_of(std::span<const Planned> requests, const RequestPolicy& policy = {}) {
  EventFeed feed = tracked(policy);
  std::uint64_t id = 0;
  for (const Planned& each : requests) {
    ++id;
    feed.issue(id, each.issued).first(id, each.first_token);
    if (each.failed) feed.error(id, each.completed);
    feed.complete(id, each.completed, each.tokens);
  }
  return feed.finish();
}

inline Run run_of(std::initializer_list<Planned> requests) {
  return run_of(std::span<const Planned>(requests.begin(), requests.size()));
}

// Calls put(event) for the events of one request, in the order of their lines.
template <class Put>
void put_request(std::uint64_t id, const oracle::SimRequest& request, Put put) {
  Event issued = event_of(EventKind::issued, id, request.issued_ns);
  issued.prompt_hash = static_cast<std::uint64_t>(request.prompt) + 1;
  issued.turn = request.turn;
  put(issued);
  if (request.last_issued_ns != request.issued_ns) {
    if (request.lost_first_token_ns != oracle::kNever)
      put(event_of(EventKind::first_token, id, request.lost_first_token_ns));
    put(event_of(EventKind::issued, id, request.last_issued_ns));
  }
  if (request.first_token_ns != oracle::kNever)
    put(event_of(EventKind::first_token, id, request.first_token_ns));
  if (request.error_ns != oracle::kNever) put(event_of(EventKind::failed, id, request.error_ns));
  if (request.completed_ns != oracle::kNever)
    put(completion_of(id, request.completed_ns, static_cast<Tokens>(request.tokens)));
}

inline Run run_of(const oracle::Simulation& simulation, const RequestPolicy& policy = {}) {
  EventFeed feed = tracked(policy);
  std::uint64_t id = 0;
  for (const oracle::SimRequest& request : simulation.requests)
    put_request(++id, request, [&](const Event& event) { feed.put(event); });
  if (!simulation.truth.interrupted) feed.put(event_of(EventKind::session_ended, 0, 0));
  return feed.finish();
}

inline Sizing sizing_of(std::uint64_t superpass_size) {
  Sizing sizing;
  sizing.superpass_size = superpass_size;
  sizing.superpass_size_source = "option";
  return sizing;
}

// A run judged as one that was offered like this; `mode` nullopt: as its log says.
inline Analysis analyse_as(std::optional<Mode> mode, const Run& run, const Sizing& sizing,
                           const Policy& policy, bool interrupted = false) {
  const Facts facts = facts_of(run, mode, {}, policy.load);
  return analyse(facts, partition(run, facts, sizing, policy), sizing, interrupted, policy);
}

inline Report report_as(std::optional<Mode> mode, const Run& run, std::uint64_t superpass_size,
                        const Policy& policy, bool interrupted = false) {
  const Sizing sizing = sizing_of(superpass_size);
  const Facts facts = facts_of(run, mode, {}, policy.load);
  const Partitions blocks = partition(run, facts, sizing, policy);
  return build_report(facts, blocks, analyse(facts, blocks, sizing, interrupted, policy), {}, policy);
}

inline Analysis analyse_run(const Run& run, std::uint64_t superpass_size, const Policy& policy,
                            bool interrupted = false) {
  return analyse_as(Mode::concurrency, run, sizing_of(superpass_size), policy, interrupted);
}

inline Policy without_duration_gate(Policy policy = default_policy()) {
  policy.duration.enforced = false;
  return policy;
}

// Of super-passes, one value each; nullopt: none.
using Values = std::vector<std::optional<double>>;
inline Series<SuperPass> series_of(const Values& values) { return Series<SuperPass>(values); }

// `count` times `level`, each a little off (by at most one part in a million), so that no two are tied.
inline void add_level(Values& values, double level, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(level * (1 + 1e-6 * static_cast<double>((values.size() * 7919) % 13) / 13));
}

// Plateaus of a run of `passes` super-passes of which all but the first are examined.
inline Segment<SuperPass> plateau_of(std::size_t begin, std::size_t end, std::optional<double> level = {}) {
  return {.range = {begin, end}, .role = Role::plateau, .level = level};
}
inline Segmentation<SuperPass> segments_of(const std::vector<Segment<SuperPass>>& plateaus, std::size_t end,
                                           std::size_t warmup = 0) {
  return {{.warmup = warmup, .examined_end = end}, plateaus};
}

}  // namespace ssdetect::testing
