// Is this a result that holds no requests, and which file or switch gives them?
#pragma once

#include <string>
#include <string_view>

namespace ssdetect {

// What to say of it, in words; empty when the first bytes are of no summary that is known.
std::string about_summary(std::string_view prefix);

}  // namespace ssdetect
