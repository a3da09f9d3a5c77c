// Offsets are those of the batch, and a line is a stretch of them. Cost: a pass for the index and one for
// escapes, each over every byte once; a search for the next backslash in lines that have any.
#include "formats/line_index.h"

#include "formats/json_string.h"

namespace ssdetect {

void LineIndex::start(std::string_view lines) {
  lines_ = lines;
  together_ = index_.build(lines) == IndexFault::none && index_.tokens().escapes_are_valid;
  rest_ = index_.tokens();
  backslash_ = index_.first_backslash();
}

IndexFault LineIndex::find(std::string_view line, JsonTokens& tokens) {
  if (!together_) {
    const IndexFault fault = index_.build(line);
    tokens = index_.tokens();
    return fault;
  }
  rest_.origin = static_cast<std::uint32_t>(line.data() - lines_.data());
  rest_.limit = rest_.origin + static_cast<std::uint32_t>(line.size());
  while (*rest_.at < rest_.origin) ++rest_.at;  // what is left of earlier lines: faulty ones are left early
  if (backslash_ < rest_.origin) backslash_ = find_backslash(lines_, rest_.origin);
  rest_.may_have_escapes = backslash_ < rest_.limit;
  tokens = rest_;
  return IndexFault::none;
}

}  // namespace ssdetect
