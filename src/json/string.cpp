// Texts are copied eight bytes at a time until one of the eight is a backslash; escapes are looked up.
// Escapes are a few per cent of a usual text, often close to each other. Tests: tests/json/string_test.cpp.
#include "json/string.h"

#include <utf8proc.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "tokens/utf8.h"

namespace ssdetect {
namespace {

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

// What stands for the character after the backslash; 0 when JSON knows none (or it is a u).
constexpr auto kSimpleEscapes = [] {
  std::array<char, 256> table{};
  table['"'] = '"', table['\\'] = '\\', table['/'] = '/';
  table['b'] = '\b', table['f'] = '\f', table['n'] = '\n', table['r'] = '\r', table['t'] = '\t';
  return table;
}();
char simple_escape(char c) { return kSimpleEscapes[static_cast<unsigned char>(c)]; }

bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

char* write_code_point(std::int32_t code_point, char* out) {
  return out + utf8proc_encode_char(code_point, reinterpret_cast<utf8proc_uint8_t*>(out));
}

// Writes the character of the \u escape at the beginning of `quoted`, which is moved past what was used.
char* decode_unicode(std::string_view& quoted, char* out) {
  const int unit = code_unit(quoted);
  quoted.remove_prefix(kUnicodeEscape);
  if (is_high_surrogate(unit)) {
    const int low = code_unit(quoted);
    if (is_low_surrogate(low)) {
      quoted.remove_prefix(kUnicodeEscape);
      return write_code_point(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), out);
    }
  }
  if (is_high_surrogate(unit) || is_low_surrogate(unit))
    return out + utf8::replacement.copy(out, utf8::replacement.size());
  return write_code_point(unit, out);
}

constexpr std::uint64_t kEachByte = 0x0101010101010101;

// Where is the first backslash of these eight bytes? 8: there is none.
std::size_t first_backslash(std::uint64_t eight) {
  const std::uint64_t others = eight ^ (kEachByte * '\\');  // 0 where there was one
  const std::uint64_t found = ~(((others & kEachByte * 0x7F) + kEachByte * 0x7F) | others | kEachByte * 0x7F);
  const int bits =
      std::endian::native == std::endian::little ? std::countr_zero(found) : std::countl_zero(found);
  return static_cast<std::size_t>(bits) / 8;
}

// Copies up to the first backslash and moves `quoted` there.
char* copy_plain(std::string_view& quoted, char* out) {
  std::size_t size = 0;
  for (std::uint64_t eight; quoted.size() - size >= sizeof eight; size += sizeof eight) {
    std::memcpy(&eight, quoted.data() + size, sizeof eight);
    std::memcpy(out + size, &eight, sizeof eight);
    const std::size_t plain = first_backslash(eight);
    if (plain < sizeof eight) return quoted.remove_prefix(size + plain), out + size + plain;
  }
  for (; size < quoted.size() && quoted[size] != '\\'; ++size) out[size] = quoted[size];
  quoted.remove_prefix(size);
  return out + size;
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

char* decode_into(std::string_view quoted, char* out) {
  for (;;) {
    out = copy_plain(quoted, out);
    if (quoted.size() < 2) return out;
    if (quoted[1] == 'u') {
      out = decode_unicode(quoted, out);
    } else {
      *out++ = simple_escape(quoted[1]);
      quoted.remove_prefix(2);
    }
  }
}

void append_decoded(std::string_view quoted, std::string& text) {
  const std::size_t before = text.size();
  text.resize(before + quoted.size());
  text.resize(static_cast<std::size_t>(decode_into(quoted, text.data() + before) - text.data()));
}

std::string_view decoded(std::string_view quoted, std::string& scratch) {
  if (!has_escapes(quoted)) return quoted;
  scratch.clear();
  append_decoded(quoted, scratch);
  return scratch;
}

std::string_view decoded(std::string_view quoted, std::pmr::memory_resource& memory) {
  if (!has_escapes(quoted)) return quoted;
  auto* const text = static_cast<char*>(memory.allocate(quoted.size(), 1));
  return {text, static_cast<std::size_t>(decode_into(quoted, text) - text)};
}

}  // namespace ssdetect
