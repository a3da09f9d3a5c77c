// Where are the tokens of this line?
//
// Indexing has a fixed cost a call, and most lines are short: so all the lines of a batch are indexed
// together. A line break inside a string is a fault of the index, so together they are found in order only if
// each of them is; else each is indexed by itself, and the fault is that line's alone.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/json_index.h"

namespace ssdetect {

class LineIndex {
 public:
  // `lines`: whole ones, which must outlive the tokens.
  void start(std::string_view lines);
  // `line` is behind those asked for before, and not blank. The tokens are valid until the next call.
  IndexFault find(std::string_view line, JsonTokens& tokens);
  // The line's tokens were read up to here; saves `find` the way.
  void passed(const std::uint32_t* at) { rest_.at = at; }

 private:
  std::string_view lines_;
  JsonIndex index_;
  bool together_ = false;
  JsonTokens rest_;            // of all the lines
  std::size_t backslash_ = 0;  // the first one at or behind rest_.origin, or the size
};

}  // namespace ssdetect
