// Which keys does the beginning of a JSON text have?
//
// For recognising a dialect from a prefix that may be cut anywhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ssdetect {

struct JsonOpening {
  char first = 0;                      // the first character that is not white space (or a byte order mark)
  std::vector<std::string> keys;       // of the outermost object, or of the first object inside an outermost array
  bool has(std::string_view key) const;
};

JsonOpening scan_opening(std::string_view prefix);

}  // namespace ssdetect
