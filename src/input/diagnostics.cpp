// Counts and first places; see the header.
#include "input/diagnostics.h"

#include <utility>

namespace ssdetect {

void Diagnostics::malformed(std::uint64_t line, std::string reason) {
  ++malformed_lines;
  if (first_malformed.size() < kShown) first_malformed.push_back({line, std::move(reason)});
}

}  // namespace ssdetect
