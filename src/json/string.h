// What does this JSON string say?
//
// Works on what stands between the quotes, escapes and all. A lone surrogate (\ud83d with no partner) decodes
// to U+FFFD: such texts come from streams cut inside a character, and the rest of them is good.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <string>
#include <string_view>

namespace ssdetect {

// The first backslash at or behind `from`, or the size.
std::size_t find_backslash(std::string_view text, std::size_t from = 0);
bool has_escapes(std::string_view quoted);
// Are all escapes ones that JSON knows? Cheap when there is no backslash.
bool escapes_are_valid(std::string_view quoted);

// Writes the text, which is never longer than `quoted`, and returns its end. The escapes must be valid.
char* decode_into(std::string_view quoted, char* out);
void append_decoded(std::string_view quoted, std::string& text);
// The text: a view of `quoted` itself when it has no escapes, else of `scratch`, which is overwritten.
std::string_view decoded(std::string_view quoted, std::string& scratch);
// The same with memory that is not given back here.
std::string_view decoded(std::string_view quoted, std::pmr::memory_resource& memory);

}  // namespace ssdetect
