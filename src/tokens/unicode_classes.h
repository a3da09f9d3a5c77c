// What kind of character is a code point, in the eyes of the models' pre-tokenizers?
//
// Every code point has exactly one of the ten kinds, so any union or complement of regex classes is a mask of
// these bits; `han` is the script, on top of the kind. Unicode 16. The table lives as long as the program.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ssdetect::unicode {

using Classes = std::uint16_t;

inline constexpr Classes newline = 1 << 0;       // \r \n
inline constexpr Classes blank = 1 << 1;         // the rest of \s
inline constexpr Classes upper = 1 << 2;         // \p{Lu} \p{Lt}
inline constexpr Classes lower = 1 << 3;         // \p{Ll}
inline constexpr Classes other_letter = 1 << 4;  // \p{Lm} \p{Lo}
inline constexpr Classes mark = 1 << 5;          // \p{M}
inline constexpr Classes number = 1 << 6;        // \p{N}
inline constexpr Classes punctuation = 1 << 7;   // \p{P}
inline constexpr Classes symbol = 1 << 8;        // \p{S}
inline constexpr Classes rest = 1 << 9;          // controls, formats, private, unassigned
inline constexpr Classes han = 1 << 10;          // \p{Han}

inline constexpr Classes space = newline | blank;                // \s
inline constexpr Classes letter = upper | lower | other_letter;  // \p{L}

inline constexpr std::size_t code_points = 0x110000;

// One entry a code point, `code_points` of them; built on first use, safe from any thread.
const Classes* class_table();

}  // namespace ssdetect::unicode
