// What does a log say when it is read by the plain rules of its format?
//
// A slow, obvious reader for tests: simdjson's DOM, every text kept, maps of strings. Shares no code with the
// generator nor with the program under test, and judges both.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/units.h"

namespace ssdetect::oracle {

struct LogEvent {
  std::string type, uuid, conversation, prompt;
  Nanos at_ns = 0;
  std::int64_t tokens = -1, words = -1, chunks = -1, turn = 0;
};

struct EventLog {
  std::vector<LogEvent> events;
  std::int64_t malformed = 0;
  bool torn = false;
};

// One tracked request; times are of the last attempt but for the first issue.
struct ReplayedRequest {
  Nanos first_issue_ns = 0, issued_ns = 0, first_ns = -1, complete_ns = -1;
  bool error = false, done = false;
  std::int64_t attempts = 0, tokens = -1, words = -1;
};

// `illegal` counts events that break the order issued, first token, error, completion.
struct Replay {
  std::vector<ReplayedRequest> tracked;
  std::int64_t illegal = 0, orphans = 0, untracked = 0, started = 0, ended = 0, tracking_stops = 0;
  std::int64_t failed = 0, completed = 0, in_flight = 0, retried = 0;
};

EventLog read_log(const std::string& text);
Replay replay(const EventLog& log);

}  // namespace ssdetect::oracle
