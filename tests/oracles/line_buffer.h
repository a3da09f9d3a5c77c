// How do pieces of JSON become big writes?
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/oracles/random.h"
#include "tests/oracles/write_log.h"

namespace ssdetect::oracle {

inline void append_number(std::string& out, std::int64_t number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

// ns as ms with all six decimals.
inline void append_ms(std::string& out, Nanos duration_ns) {
  append_number(out, duration_ns / 1'000'000);
  char fraction[] = ".000000";
  Nanos rest = duration_ns % 1'000'000;
  for (int at = 6; at > 0; --at, rest /= 10) fraction[at] = static_cast<char>('0' + rest % 10);
  out += fraction;
}

inline void append_uuid(std::string& out, std::uint64_t seed, std::uint64_t index) {
  std::uint64_t state = mix(seed ^ 0x001d, index);
  for (int half = 0; half < 2; ++half) {
    const std::uint64_t word = splitmix64(state);
    for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[(word >> shift) & 15];
  }
}

// Collects text and hands it to the sink when it is about a MiB, and at the end.
class LineBuffer {
 public:
  explicit LineBuffer(const Sink& sink) : sink_(sink) { text.reserve(kFull + kFull / 4); }
  ~LineBuffer() { flush(); }
  LineBuffer(const LineBuffer&) = delete;
  LineBuffer& operator=(const LineBuffer&) = delete;

  void line_ended() {
    text += '\n';
    if (text.size() >= kFull) flush();
  }

  std::string text;

 private:
  static constexpr std::size_t kFull = 1 << 20;

  void flush() {
    if (!text.empty()) sink_(text);
    text.clear();
  }

  const Sink& sink_;
};

}  // namespace ssdetect::oracle
