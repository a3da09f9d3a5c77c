// What is this text in Unicode's normalisation form C?
//
// By utf8proc, whose Unicode version is that of the installed library: marks younger than it stay as they are.
#pragma once

#include <string>
#include <string_view>

namespace ssdetect {

// Characters that normalisation leaves alone whatever follows or precedes them, among the frequent ones: composing
// changes a text only at a character that is not one of these, and at the one before it.
bool is_nfc_inert(char32_t c);

// `text` itself when nothing changes, else a copy in `scratch`, which must outlive the result. Valid UTF-8.
std::string_view to_nfc(std::string_view text, std::string& scratch);

}  // namespace ssdetect
