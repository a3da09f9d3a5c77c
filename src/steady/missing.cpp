// Tests: tests/steady/missing_test.cpp.
#include "steady/missing.h"

#include <algorithm>

namespace ssdetect {

std::optional<Missing> missing(const LengthFacts& facts) {
  const double requests = std::max(0.0, facts.lacking_requests);
  const Seconds seconds = std::max(0.0, facts.lacking_s);
  if (requests <= 0 && seconds <= 0) return std::nullopt;
  if (facts.requests <= 0 || facts.span_s <= 0) {
    Missing found;
    if (requests > 0) found.requests = requests;
    if (seconds > 0) found.seconds = seconds;
    return found;
  }
  const double pace = facts.requests / facts.span_s;
  const Seconds longest = std::max(seconds, requests / pace);
  return Missing{std::max(requests, longest * pace), longest};
}

}  // namespace ssdetect
