// Counts and first places; see the header.
#include "input/diagnostics.h"

#include <utility>

namespace ssdetect {

void Diagnostics::malformed(std::uint64_t line, std::string reason) {
  ++malformed_lines;
  if (first_malformed.size() < kShown) first_malformed.push_back({line, std::move(reason)});
}

void Diagnostics::append(const Diagnostics& later) {
  for (const LinePlace& place : later.first_malformed) {
    if (first_malformed.size() < kShown) first_malformed.push_back({lines + place.line, place.reason});
  }
  bytes += later.bytes;
  lines += later.lines;
  malformed_lines += later.malformed_lines;
  ignored_events += later.ignored_events;
  repaired_utf8 += later.repaired_utf8;
  invalid_counts += later.invalid_counts;
  missing_counts += later.missing_counts;
  unknown_keys += later.unknown_keys;
  orphan_events += later.orphan_events;
  torn_last_line = later.torn_last_line;
  session_ended_missing = session_ended_missing && later.session_ended_missing;
}

}  // namespace ssdetect
