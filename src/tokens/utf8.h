// What are the characters of these bytes?
//
// `decode` trusts its input to be valid UTF-8. `repaired` makes it so, the way a lossy decoder does: every
// maximal part of a broken sequence becomes one U+FFFD (Unicode 16, section 3.9; the same as Rust's
// from_utf8_lossy and Python's errors="replace"). All of ssdetect repairs with it: a text of a log, too.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace ssdetect::utf8 {

inline constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

// What some editors put in front of a text says nothing.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  return text;
}

struct Decoded {
  char32_t code_point;
  std::uint8_t size;  // bytes, 1 to 4
};

// The character that starts at `at`, in valid UTF-8.
inline Decoded decode(const char* at) {
  auto byte = [at](int i) { return static_cast<char32_t>(static_cast<unsigned char>(at[i])); };
  char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  if (first < 0xE0) return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (first < 0xF0) return {(first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(first & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F), 4};
}

inline bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Past the ASCII characters at `at`; may stop up to seven characters early.
inline std::size_t skip_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  for (std::uint64_t chunk; text.size() - at >= 8; at += 8) {
    std::memcpy(&chunk, text.data() + at, 8);
    if (chunk & high_bits) break;
  }
  return at;
}

bool is_valid(std::string_view text);

// `text` itself when it is valid, else a repaired copy in `scratch`, which must outlive the result.
std::string_view repaired(std::string_view text, std::string& scratch);

}  // namespace ssdetect::utf8
