// Method: simdjson judges the whole text at memory speed; only a broken text is walked byte by byte. A
// sequence is read as far as it could still become a character (the second byte's range depends on the first:
// no overlong forms, no surrogates, nothing above U+10FFFF); where it stops short, what was read is one
// replacement character. tests/tokens/utf8_test.cpp has the table of the Unicode standard.
#include "tokens/utf8.h"

#include <simdjson.h>

namespace ssdetect::utf8 {
namespace {

struct Lead {
  std::size_t size;         // of the whole character; 0 when no character starts so
  unsigned char low, high;  // the legal range of the second byte
};

Lead lead_of(unsigned char first) {
  if (first < 0x80) return {1, 0, 0};
  if (first < 0xC2) return {0, 0, 0};
  if (first < 0xE0) return {2, 0x80, 0xBF};
  if (first == 0xE0) return {3, 0xA0, 0xBF};
  if (first == 0xED) return {3, 0x80, 0x9F};
  if (first < 0xF0) return {3, 0x80, 0xBF};
  if (first == 0xF0) return {4, 0x90, 0xBF};
  if (first < 0xF4) return {4, 0x80, 0xBF};
  if (first == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

struct Sequence {
  std::size_t size;  // bytes read, at least 1
  bool whole;
};

// The character, or the maximal part of one, at the start of `text`.
Sequence sequence_at(std::string_view text) {
  Lead lead = lead_of(static_cast<unsigned char>(text[0]));
  if (lead.size == 0) return {1, false};
  std::size_t size = 1;
  if (size < lead.size && size < text.size()) {
    auto second = static_cast<unsigned char>(text[1]);
    if (second < lead.low || second > lead.high) return {1, false};
    size = 2;
  }
  while (size < lead.size && size < text.size() && is_continuation(text[size])) ++size;
  return {size, size == lead.size};
}

}  // namespace

bool is_valid(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

std::string_view repaired(std::string_view text, std::string& scratch) {
  if (is_valid(text)) return text;
  scratch.clear();
  while (!text.empty()) {
    Sequence sequence = sequence_at(text);
    scratch += sequence.whole ? text.substr(0, sequence.size) : replacement;
    text.remove_prefix(sequence.size);
  }
  return scratch;
}

}  // namespace ssdetect::utf8
