// Tests: tests/run/tally_test.cpp.

#include "run/run_times.h"

#include <algorithm>

#include "run/run.h"

namespace ssdetect {

namespace {

Nanos last_event_of(const Run& run, const Request& request) {
  Nanos last = std::max(request.issued, run.started(request));
  if (request.has_first_token) last = std::max(last, request.first_token);
  if (request.has_completion) last = std::max(last, request.completed);
  return last;
}

}  // namespace

void RunTimes::add(const Run& run, const Request& request) {
  merge({.requests = 1,
         .ended = request.has_completion,
         .first_issue = request.issued,
         .last_issue = request.issued,
         .last_completion = request.completed,
         .last_event = last_event_of(run, request)});
}

void RunTimes::merge(const RunTimes& other) {
  if (other.requests == 0) return;
  first_issue = requests == 0 ? other.first_issue : std::min(first_issue, other.first_issue);
  last_issue = requests == 0 ? other.last_issue : std::max(last_issue, other.last_issue);
  last_event = requests == 0 ? other.last_event : std::max(last_event, other.last_event);
  if (other.ended > 0)
    last_completion = ended == 0 ? other.last_completion : std::max(last_completion, other.last_completion);
  requests += other.requests;
  ended += other.ended;
}

RunTimes times_of(const Run& run) {
  RunTimes times;
  for (const Cell& cell : run.compacted.cells) times.merge(cell.sum);
  for (const Request& request : run.requests) times.add(run, request);
  if (times.ended == 0) times.last_completion = times.last_issue;
  return times;
}

}  // namespace ssdetect
