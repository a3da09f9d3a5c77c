// When did the run begin, stop issuing, and end?
#pragma once

#include "run/request_table.h"
#include "units.h"

namespace ssdetect {

struct RunTimes {
  Nanos first_issue = 0;
  Nanos last_issue = 0;
  Nanos last_completion = 0;  // failed requests included; the last issue when nothing completed
  Nanos last_event = 0;       // of any tracked request
};

// The run has at least one request; an empty one gives zeros.
RunTimes times_of(const Run& run);

}  // namespace ssdetect
