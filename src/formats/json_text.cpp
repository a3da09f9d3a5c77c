// See the header.
#include "formats/json_text.h"

#include <algorithm>

#include "formats/json_check.h"
#include "formats/json_string.h"

namespace ssdetect {

bool JsonText::parse(std::string_view text) {
  IndexFault fault = index_.build(text);
  was_repaired_ = fault == IndexFault::utf8;
  if (was_repaired_) {
    repaired_ = with_repaired_utf8(text);
    fault = index_.build(repaired_);
  }
  fault_.clear();
  if (fault != IndexFault::none) {
    fault_ = in_words(fault);
    return false;
  }
  JsonCheck check(index_.tokens(), BareNumbers::accepted);
  if (check.value() && check.only()) return true;
  fault_ = check.fault();
  return false;
}

std::uint64_t JsonText::line_of(JsonValue value) const {
  const char* text = index_.tokens().text;
  return 1 + static_cast<std::uint64_t>(std::count(text, text + value.offset(), '\n'));
}

}  // namespace ssdetect
