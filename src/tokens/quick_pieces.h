// Is the next piece so plain that the 16 bytes it begins tell its size?
//
// Most pieces of most texts are a short ASCII word with a space before it, most others a few characters of
// punctuation, spaces or digits. `QuickPieces` sizes words without a branch to mispredict, and the others
// with few; whatever needs a closer look it leaves to the Pretokenizer, with which it agrees on all else.
// Immutable, shareable between threads. Cannot fail.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "tokens/pretokenizer.h"

namespace ssdetect {

// The 16 bytes that begin at a place in a text.
struct TextWindow {
  static constexpr std::uint32_t size = 16;
  static constexpr std::uint32_t past_end = 1 << size;  // where each byte is a bit
  std::uint64_t low, high;                              // the first byte in the lowest bits

  static TextWindow at(const char* p) {
    static_assert(std::endian::native == std::endian::little, "the first byte must be the lowest");
    TextWindow window;
    std::memcpy(&window.low, p, 8);
    std::memcpy(&window.high, p + 8, 8);
    return window;
  }

  // A bit for each byte in first..last, both ASCII. SSE2 has an instruction that nothing else stands for, and
  // makes counting some 15 % faster; `plain_bits_within` is for processors without.
  std::uint32_t bits_within(char first, char last) const;
  std::uint32_t plain_bits_within(char first, char last) const;

  static constexpr std::uint64_t each_byte(std::uint64_t value) { return value * 0x0101010101010101; }
  TextWindow folded() const { return {low | each_byte(0x20), high | each_byte(0x20)}; }
};

inline std::uint32_t TextWindow::plain_bits_within(char first, char last) const {
  auto packed = [=](std::uint64_t chunk) {
    std::uint64_t low_bits = chunk & each_byte(0x7F);
    std::uint64_t from_first = low_bits + each_byte(0x80 - static_cast<std::uint64_t>(first));
    std::uint64_t past_last = low_bits + each_byte(0x7F - static_cast<std::uint64_t>(last));
    std::uint64_t within = (from_first & ~past_last & ~chunk) >> 7 & each_byte(1);
    return static_cast<std::uint32_t>(within * 0x0102040810204080 >> 56);
  };
  return packed(low) | packed(high) << 8;
}

inline std::uint32_t TextWindow::bits_within(char first, char last) const {
#ifdef __SSE2__
  __m128i bytes = _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
  __m128i from_first = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(first - 1)));
  __m128i past_last = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(last));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_andnot_si128(past_last, from_first)));
#else
  return plain_bits_within(first, last);
#endif
}

class QuickPieces {
 public:
  static constexpr std::uint32_t longest = 15;  // bytes of a piece; the window has one more, which ends it

  explicit QuickPieces(Pattern pattern);

  // Whether case matters to the pattern: the `cased` to ask with.
  bool is_cased() const { return cased_; }

  // The size of the piece that begins at `p`, or 0 when it is not plain. `window` is what stands at `p`, all
  // of it before the end of the text.
  template <bool cased>
  std::size_t size_of(const TextWindow& window, const char* p) const {
    const Role& first = role_of(*p);
    const std::uint32_t size = word_size<cased>(window, first.before_letters);
    if (size == first.before_letters) return size_without_letters(window, p);
    return size <= longest && (role_of(p[size]).kind & first.ends_word) ? size : 0;
  }

 private:
  // What a byte means.
  struct alignas(4) Role {
    std::uint8_t kind = 0;            // one bit
    std::uint8_t before_letters = 0;  // as the first of a piece: 1 when it may stand before letters
    std::uint8_t ends_word = 0;       // the same: the kinds that end it after letters, if it is plain then
  };

  // .?[A-Za-z]*, or without the first; cased: .?[A-Z]*[a-z]*
  template <bool cased>
  static std::uint32_t word_size(const TextWindow& window, std::uint32_t before_letters) {
    std::uint32_t ends;
    if constexpr (cased) {
      std::uint32_t upper = window.bits_within('A', 'Z'), lower = window.bits_within('a', 'z');
      ends = ~(upper | lower) | (upper & (lower << 1));
    } else {
      ends = ~window.folded().bits_within('a', 'z');
    }
    return static_cast<std::uint32_t>(std::countr_zero((ends & ~before_letters) | TextWindow::past_end));
  }

  std::size_t size_without_letters(const TextWindow& window, const char* p) const;
  std::size_t ink_size(const TextWindow& window, const char* p) const;
  std::size_t space_size(const TextWindow& window, const char* p) const;
  std::size_t digits_size(const char* p) const;

  const Role& role_of(char c) const { return roles_[static_cast<unsigned char>(c)]; }

  bool cased_, digits_end_text_;
  std::size_t most_digits_;
  std::array<Role, 256> roles_;
};

}  // namespace ssdetect
