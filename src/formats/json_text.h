// Is this text, as some Python program wrote it, JSON, and what does it hold?
//
// Index, check and view in one, for the dialects that are not read at the speed of a log: bare NaN and
// Infinity are accepted (as numbers without a value), bytes that are not UTF-8 are repaired.
#pragma once

#include <string>
#include <string_view>

#include "formats/json_index.h"
#include "formats/json_value.h"

namespace ssdetect {

class JsonText {
 public:
  // `text` must outlive the values. False: not JSON, see `fault`.
  bool parse(std::string_view text);
  JsonValue root() const { return {index_.tokens().text, index_.tokens().at}; }
  const std::string& fault() const { return fault_; }  // in words
  bool was_repaired() const { return was_repaired_; }
  // The line of the text on which the value begins; 1 = first.
  std::uint64_t line_of(JsonValue value) const;

 private:
  JsonIndex index_;
  std::string repaired_;
  std::string fault_;
  bool was_repaired_ = false;
};

}  // namespace ssdetect
