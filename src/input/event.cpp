// XXH3, in its 128-bit form for requests: one or two nanoseconds for an id of 32 digits.
#include "input/event.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <utility>

namespace ssdetect {

RequestKey request_key(std::string_view id) {
  const XXH128_hash_t hash = XXH3_128bits(id.data(), id.size());
  return {hash.high64, hash.low64};
}

std::uint64_t conversation_key(std::string_view id) {
  return id.empty() ? 0 : std::max<std::uint64_t>(1, XXH3_64bits(id.data(), id.size()));
}

void Diagnostics::malformed(std::uint64_t line, std::string reason) {
  ++malformed_lines;
  if (first_malformed.size() < kShown) first_malformed.push_back({line, std::move(reason), ""});
}

void Diagnostics::append(const Diagnostics& later) {
  for (const LinePlace& place : later.first_malformed) {
    if (first_malformed.size() < kShown)
      first_malformed.push_back({lines + place.line, place.reason, place.record});
  }
  bytes += later.bytes;
  lines += later.lines;
  malformed_lines += later.malformed_lines;
  malformed_records += later.malformed_records;
  ignored_events += later.ignored_events;
  repaired_utf8 += later.repaired_utf8;
  invalid_counts += later.invalid_counts;
  missing_counts += later.missing_counts;
  client_tokens += later.client_tokens;
  server_tokens += later.server_tokens;
  unknown_keys += later.unknown_keys;
  orphan_events += later.orphan_events;
  torn_last_line = later.torn_last_line;
  session_ended_missing = session_ended_missing && later.session_ended_missing;
}

}  // namespace ssdetect
