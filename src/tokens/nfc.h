// What is this text in normalisation form C, as the models' own tokenizers make it?
//
// By utf8proc, but for the characters that came after Unicode 9, which those tokenizers leave alone (some 190
// rare marks and syllables). Characters that came after Unicode 17 follow the installed utf8proc.
#pragma once

#include <string>
#include <string_view>

namespace ssdetect {

bool is_younger_than_models(char32_t c);

// Characters that normalisation leaves alone whatever follows or precedes them, among the frequent ones:
// composing changes a text only at a character that is not one of these, and at the one before it.
bool is_nfc_inert(char32_t c);

// `text` itself when nothing changes, else a copy in `scratch`, which must outlive the result. Valid UTF-8.
std::string_view to_nfc(std::string_view text, std::string& scratch);

}  // namespace ssdetect
