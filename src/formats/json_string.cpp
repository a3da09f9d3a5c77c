// Runs between backslashes are copied whole (memchr finds the next one), so texts decode at memory speed.
#include "formats/json_string.h"

#include <utf8proc.h>

#include <cstdint>
#include <cstring>

namespace ssdetect {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kUnicodeEscape = 6;  // \uXXXX

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The code unit of the \uXXXX at the beginning of `text`, or -1.
int code_unit(std::string_view text) {
  if (text.size() < kUnicodeEscape || text[0] != '\\' || text[1] != 'u') return -1;
  int unit = 0;
  for (std::size_t i = 2; i < kUnicodeEscape; ++i) {
    const int digit = hex_digit(text[i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

// What stands for the character after the backslash; 0 when JSON knows none.
char simple_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

void append_code_point(std::int32_t code_point, std::string& text) {
  utf8proc_uint8_t bytes[4];
  const auto count = utf8proc_encode_char(code_point, bytes);
  text.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
}

// Appends the character of the \u escape at the beginning of `quoted`; returns the length of what it used.
std::size_t append_unicode(std::string_view quoted, std::string& text) {
  const int unit = code_unit(quoted);
  if (is_high_surrogate(unit)) {
    const int low = code_unit(quoted.substr(kUnicodeEscape));
    if (is_low_surrogate(low)) {
      append_code_point(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), text);
      return 2 * kUnicodeEscape;
    }
  }
  if (is_high_surrogate(unit) || is_low_surrogate(unit))
    text += kReplacement;
  else
    append_code_point(unit, text);
  return kUnicodeEscape;
}

}  // namespace

std::size_t find_backslash(std::string_view text, std::size_t from) {
  const void* found =
      from < text.size() ? std::memchr(text.data() + from, '\\', text.size() - from) : nullptr;
  return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) : text.size();
}

bool has_escapes(std::string_view quoted) { return find_backslash(quoted) < quoted.size(); }

bool escapes_are_valid(std::string_view quoted) {
  for (;;) {
    quoted.remove_prefix(find_backslash(quoted));
    if (quoted.empty()) return true;
    if (quoted.size() < 2) return false;
    const bool unicode = quoted[1] == 'u';
    if (unicode ? code_unit(quoted) < 0 : simple_escape(quoted[1]) == 0) return false;
    quoted.remove_prefix(unicode ? kUnicodeEscape : 2);
  }
}

void append_decoded(std::string_view quoted, std::string& text) {
  for (;;) {
    const std::size_t plain = find_backslash(quoted);
    text.append(quoted.substr(0, plain));
    quoted.remove_prefix(plain);
    if (quoted.size() < 2) return;
    if (quoted[1] == 'u') {
      quoted.remove_prefix(append_unicode(quoted, text));
    } else {
      text += simple_escape(quoted[1]);
      quoted.remove_prefix(2);
    }
  }
}

std::string_view decoded(std::string_view quoted, std::string& scratch) {
  if (!has_escapes(quoted)) return quoted;
  scratch.clear();
  append_decoded(quoted, scratch);
  return scratch;
}

std::string with_repaired_utf8(std::string_view bytes) {
  std::string repaired;
  repaired.reserve(bytes.size() + 64);
  while (!bytes.empty()) {
    utf8proc_int32_t code_point;
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(bytes.data());
    const auto length = utf8proc_iterate(at, static_cast<utf8proc_ssize_t>(bytes.size()), &code_point);
    if (length > 0)
      repaired.append(bytes.substr(0, static_cast<std::size_t>(length)));
    else
      repaired += kReplacement;
    bytes.remove_prefix(length > 0 ? static_cast<std::size_t>(length) : 1);
  }
  return repaired;
}

}  // namespace ssdetect
