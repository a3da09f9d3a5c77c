// Is this text, as some Python program wrote it, JSON, and what does it hold? And what, as far as can be told
// from its beginning alone?
//
// Index, check and view in one, for what is not read at the speed of a log: bare NaN and Infinity are
// accepted (as numbers without a value), bytes that are not UTF-8 are repaired. The keys of a beginning,
// which may be cut anywhere, are for recognising a dialect.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "json/index.h"
#include "json/value.h"

namespace ssdetect {

class JsonText {
 public:
  // `text` must outlive the values. False: not JSON, see `fault`.
  bool parse(std::string_view text);
  JsonValue root() const { return {index_.tokens().text, index_.tokens().at}; }
  const std::string& fault() const { return fault_; }  // in words
  bool was_repaired() const { return was_repaired_; }
  // The line of the text on which the value begins; 1 = first. Costs a walk over all before it.
  std::uint64_t line_of(JsonValue value) const;

 private:
  JsonIndex index_;
  std::string repaired_;
  std::string fault_;
  bool was_repaired_ = false;
};

struct JsonOpening {
  char first = 0;                 // the first character that is not white space (or a byte order mark)
  std::vector<std::string> keys;  // of the outermost object, or of the first object inside an outermost array
  bool has(std::string_view key) const;
};

JsonOpening scan_opening(std::string_view prefix);

// Is there a line in `prefix` (JSON lines, possibly with rubbish between them) that has all these keys?
bool some_line_has(std::string_view prefix, std::initializer_list<std::string_view> keys);

}  // namespace ssdetect
