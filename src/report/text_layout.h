// How are sentences laid out in the 80 columns of the text report?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ssdetect {

inline constexpr std::size_t kTextColumns = 80;
inline constexpr std::size_t kTextIndent = 14;  // of what stands beside a block's name

// `first` before the first line, as many blanks before the others. What is not printable is escaped; width is
// counted in bytes.
std::string wrapped(std::string_view first, std::string_view of);

// A block: its name, and the text beside it.
std::string block(std::string_view name, std::string_view text);

}  // namespace ssdetect
