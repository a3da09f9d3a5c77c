#include "run/run_times.h"

#include <algorithm>

namespace ssdetect {

RunTimes times_of(const Run& run) {
  if (run.requests.empty()) return {};
  const Nanos begin = run.requests.front().issued;
  RunTimes times{begin, begin, begin, begin};
  bool any_completion = false;
  for (const Request& request : run.requests) {
    times.first_issue = std::min(times.first_issue, request.issued);
    times.last_issue = std::max(times.last_issue, request.issued);
    times.last_event = std::max(times.last_event, std::max(request.issued, request.started));
    if (request.has_first_token) times.last_event = std::max(times.last_event, request.first_token);
    if (!request.has_completion) continue;
    times.last_completion =
        any_completion ? std::max(times.last_completion, request.completed) : request.completed;
    any_completion = true;
  }
  if (!any_completion) times.last_completion = times.last_issue;
  times.last_event = std::max(times.last_event, times.last_completion);
  return times;
}

}  // namespace ssdetect
