// What of the input was not used, why, and where first?
//
// Nothing is dropped silently: each kind has a count, and malformed lines keep the first few places. The
// table of requests adds what it could not place (SPEC 3); the wording lives in the renderers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ssdetect {

struct LinePlace {
  std::uint64_t line;  // 1 = first
  std::string reason;
};

struct Diagnostics {
  static constexpr std::size_t kShown = 3;  // SPEC 14: the first three are shown

  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;  // blank ones included
  std::uint64_t malformed_lines = 0;
  std::uint64_t ignored_events = 0;    // unknown event types, and errors of no request
  std::uint64_t repaired_utf8 = 0;     // lines with invalid UTF-8 inside a text; they count
  std::uint64_t invalid_counts = 0;    // recorded token counts that are no counts
  std::uint64_t missing_counts = 0;    // completions in which --token-field points to nothing
  std::uint64_t unknown_keys = 0;      // top-level keys no rule knows, summed over lines
  std::uint64_t orphan_events = 0;     // first token, error or completion of a request not in flight
  bool torn_last_line = false;         // the input ended inside a line that is not valid JSON
  bool session_ended_missing = false;  // an events log with no session.ended
  std::vector<LinePlace> first_malformed;

  bool partial() const { return torn_last_line || session_ended_missing; }
  void malformed(std::uint64_t line, std::string reason);
  // Those of the lines that follow, numbered from 1.
  void append(const Diagnostics& later);
};

}  // namespace ssdetect
