// What does a row of the plain form say?
//
// One row a request, of named cells: start, first_token and end with their unit in the name (start_s,
// start_ms, start_ns), or ttft and latency in place of the last two; output_tokens, input_tokens, error, turn
// (1 is the first), conversation. All times are of one clock with any epoch, and are read as decimals, so that
// none loses digits. Names that it does not know are left alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/records.h"

namespace ssdetect {

// "1786678148.25" in seconds, ms ... of `digits` decimal digits to the nanosecond (9, 6, 0), cut off behind it;
// nothing when it is no such number or does not fit.
std::optional<Nanos> decimal_nanos(std::string_view text, int digits);

class PlainRow {
 public:
  // `text` of an absent or null cell is empty.
  void set(std::string_view name, std::string_view text);
  // The record, but for its output tokens; `fault` says why it cannot be used.
  Record record(std::string& fault) const;

  // Is it the name of a start, with its unit or without?
  static bool names_start(std::string_view name);

 private:
  struct Time {
    std::optional<Nanos> ns;
    std::string fault;
  };
  void set_time(Time& time, std::string_view name, std::string_view text, std::string_view unit);
  std::string fault() const;

  Time start_, first_token_, end_, ttft_, latency_;
  std::optional<Tokens> input_tokens_;
  bool failed_ = false;
  int turn_ = 0;
  std::uint64_t conversation_ = 0;
};

}  // namespace ssdetect
