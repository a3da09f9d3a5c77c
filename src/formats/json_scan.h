// Which keys does the beginning of a JSON text have?
//
// For recognising a dialect from a prefix that may be cut anywhere.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace ssdetect {

struct JsonOpening {
  char first = 0;                 // the first character that is not white space (or a byte order mark)
  std::vector<std::string> keys;  // of the outermost object, or of the first object inside an outermost array
  bool has(std::string_view key) const;
};

JsonOpening scan_opening(std::string_view prefix);

// Is there a line in `prefix` (JSON lines, possibly with rubbish between them) that has all these keys?
bool some_line_has(std::string_view prefix, std::initializer_list<std::string_view> keys);

}  // namespace ssdetect
