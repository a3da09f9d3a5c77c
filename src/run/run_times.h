// When did a set of requests begin, stop being issued, and end?
#pragma once

#include <cstddef>

#include "units.h"

namespace ssdetect {

struct Request;
struct Run;

// Of no requests: zeros.
struct RunTimes {
  std::size_t requests = 0;
  std::size_t ended = 0;  // with a completion, failed or not
  Nanos first_issue = 0;
  Nanos last_issue = 0;
  Nanos last_completion = 0;  // of the ended ones
  Nanos last_event = 0;       // of any of them

  void add(const Run& run, const Request& request);
  void merge(const RunTimes& other);
};

// Of the whole run. When nothing completed, the last completion is the last issue.
RunTimes times_of(const Run& run);

}  // namespace ssdetect
