// Method: a table from code points to bytes. The printable characters of Latin-1 stand for themselves; the
// other bytes, in order, have the code points from 256 upwards. tests/tokens/tokenizer_json_test.cpp writes
// the alphabet the other way.
#include "tokens/byte_alphabet.h"

#include <array>
#include <cstdint>

#include "tokens/utf8.h"

namespace ssdetect {
namespace {

// The byte each character of GPT-2's alphabet stands for, -1 for the other code points below 324.
std::array<std::int16_t, 324> make_alphabet() {
  std::array<std::int16_t, 324> bytes;
  bytes.fill(-1);
  std::size_t next = 256;
  for (std::int16_t b = 0; b < 256; ++b) {
    bool printable = (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
    bytes[printable ? static_cast<std::size_t>(b) : next++] = b;
  }
  return bytes;
}

}  // namespace

bool append_alphabet_bytes(std::string_view text, std::string& bytes) {
  static const std::array<std::int16_t, 324> alphabet = make_alphabet();
  for (std::size_t at = 0; at < text.size();) {
    utf8::Decoded c = utf8::decode(text.data() + at);
    if (c.code_point >= alphabet.size() || alphabet[c.code_point] < 0) return false;
    bytes += static_cast<char>(alphabet[c.code_point]);
    at += c.size;
  }
  return true;
}

}  // namespace ssdetect
