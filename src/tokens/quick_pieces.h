// Is the next piece so plain that 16 bytes tell its size?
//
// Most pieces of most texts are a short ASCII word with a space before it, or one character of punctuation.
// `QuickPieces` sizes those without a branch to mispredict; whatever needs a closer look it leaves to the
// Pretokenizer, with which it agrees on all else. Immutable, shareable between threads. Cannot fail.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "tokens/pretokenizer.h"

namespace ssdetect {

// The 16 bytes that begin at a place in a text, the first in the lowest bits.
struct TextWindow {
  static constexpr std::ptrdiff_t size = 16;
  std::uint64_t low, high;

  static TextWindow at(const char* p) {
    static_assert(std::endian::native == std::endian::little, "the first byte must be the lowest");
    TextWindow window;
    std::memcpy(&window.low, p, 8);
    std::memcpy(&window.high, p + 8, 8);
    return window;
  }
};

class QuickPieces {
 public:
  static constexpr std::size_t longest = 15;  // bytes of a piece; the window has one more, which ends it

  explicit QuickPieces(Pattern pattern);

  // Whether case matters to the pattern; the `cased` to ask with.
  bool is_cased() const { return cased_; }

  // The size of the piece that begins at `p`, or 0 when it is not plain. `window` is what stands at `p`, all of
  // it before the end of the text.
  template <bool cased>
  std::size_t size_of(const TextWindow& window, const char* p) const {
    const Role& first = role_of(p[0]);
    std::uint32_t size = cased ? cased_size(window, first.before_letters) : plain_size(window, first.before_letters);
    size = size > longest ? 0 : size;
    const std::uint8_t ends = first.ends[size == first.before_letters];
    return role_of(p[size]).kind & ends ? size : 0;
  }

 private:
  // What a byte means, by where it stands.
  struct Role {
    std::uint8_t kind = 0;            // one bit, as any other byte of the window
    std::uint8_t before_letters = 0;  // as the first of a piece: 1 when it is no letter
    std::uint8_t ends[2] = {0, 0};    // the kinds that end it, as the first: when letters follow, when none do
  };

  static constexpr std::uint64_t each_byte(std::uint64_t value) { return value * 0x0101010101010101; }

  // A bit for each byte of `chunk` that is in first..last, both ASCII letters.
  static std::uint32_t bits_within(std::uint64_t chunk, char first, char last) {
    std::uint64_t low_bits = chunk & each_byte(0x7F);
    std::uint64_t from_first = low_bits + each_byte(0x80 - static_cast<std::uint64_t>(first));
    std::uint64_t past_last = low_bits + each_byte(0x7F - static_cast<std::uint64_t>(last));
    std::uint64_t within = (from_first & ~past_last & ~chunk) >> 7 & each_byte(1);
    return static_cast<std::uint32_t>(within * 0x0102040810204080 >> 56);
  }

  static std::uint32_t bits_within(const TextWindow& window, char first, char last) {
    return bits_within(window.low, first, last) | bits_within(window.high, first, last) << 8;
  }

  // .?[A-Za-z]*, or without the first
  static std::uint32_t plain_size(const TextWindow& window, std::uint32_t before_letters) {
    TextWindow folded{window.low | each_byte(0x20), window.high | each_byte(0x20)};
    return static_cast<std::uint32_t>(std::countr_one(bits_within(folded, 'a', 'z') | before_letters));
  }

  // .?[A-Z]*[a-z]*, or without the first
  static std::uint32_t cased_size(const TextWindow& window, std::uint32_t before_letters) {
    auto upper = std::countr_one(bits_within(window, 'A', 'Z') | before_letters);
    auto lower = std::countr_one(bits_within(window, 'a', 'z') >> upper);
    return static_cast<std::uint32_t>(upper + lower);
  }

  const Role& role_of(char c) const { return roles_[static_cast<unsigned char>(c)]; }

  bool cased_;
  std::array<Role, 256> roles_;
};

}  // namespace ssdetect
