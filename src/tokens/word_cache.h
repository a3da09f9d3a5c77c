// How many tokens was this short word, when it was last seen?
//
// Text repeats its words, so most need no merging. Bounded: each word has two places, side by side; a new
// word takes the first, and what was there moves to the second. One a thread.
//
// A key is `words` times 8 bytes: the word, zeros behind it, and its length, modulo 16, in the last byte's
// high half. In a slot the low half holds the count, so words of more than 15 tokens are not kept. A cache
// takes words of one stretch of 16 lengths only: up to 15 bytes with two, 16 to 31 with four.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace ssdetect {

template <std::size_t words, int place_bits>
class WordCache {
 public:
  static constexpr std::size_t longest = 8 * words - 1;  // bytes of a word
  using Key = std::array<std::uint64_t, words>;

  // The word must be of at most `longest` bytes; nothing at or past `end_of_text` is read.
  static Key key_of(std::string_view word, const char* end_of_text) {
    static_assert(std::endian::native == std::endian::little, "a word's last byte must be the key's highest");
    Key key{};
    if (end_of_text - word.data() >= static_cast<std::ptrdiff_t>(sizeof key)) {
      std::memcpy(key.data(), word.data(), sizeof key);
      keep_bytes(key, word.size());
    } else {
      std::memcpy(key.data(), word.data(), word.size());
    }
    key.back() |= static_cast<std::uint64_t>(word.size()) << 60;
    return key;
  }

  // 0 when the word is not there.
  std::size_t find(const Key& key) const {
    const Pair& pair = pairs_[place_of(key)];
    if (is_word(pair.newer, key)) return count_in(pair.newer);
    return is_word(pair.older, key) ? count_in(pair.older) : 0;
  }

  void insert(const Key& key, std::size_t count) {
    if (count > most_tokens) return;
    Pair& pair = pairs_[place_of(key)];
    pair.older = pair.newer;
    pair.newer = key;
    pair.newer.back() |= static_cast<std::uint64_t>(count) << count_shift;
  }

 private:
  struct alignas(2 * sizeof(Key)) Pair {
    Key newer{}, older{};
  };

  static constexpr std::size_t most_tokens = 15;
  static constexpr int count_shift = 56;
  static constexpr std::uint64_t count_bits = std::uint64_t{most_tokens} << count_shift;

  static void keep_bytes(Key& key, std::size_t n) {
    for (std::size_t i = 0; i < words; ++i) {
      std::size_t kept = n <= 8 * i ? 0 : n - 8 * i;  // of this word
      std::uint64_t mask = kept >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * kept) - 1;
      key[i] &= mask;
    }
  }

  static bool is_word(const Key& slot, const Key& key) {
    std::uint64_t differing = (slot.back() & ~count_bits) ^ key.back();
    for (std::size_t i = 0; i + 1 < words; ++i) differing |= slot[i] ^ key[i];
    return differing == 0;
  }

  static std::size_t count_in(const Key& slot) {
    return static_cast<std::size_t>((slot.back() & count_bits) >> count_shift);
  }

  static std::size_t place_of(const Key& key) {
    // Odd constants, from splitmix64 and xxHash; the top bits of the last product depend on every bit of the
    // key.
    constexpr std::uint64_t odd[] = {0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x9E3779B185EBCA87,
                                     0xC2B2AE3D27D4EB4F};
    static_assert(words <= std::size(odd));
    std::uint64_t mixed = 0;
    for (std::size_t i = 0; i < words; ++i) mixed ^= std::rotl(key[i] * odd[i], static_cast<int>(7 * i));
    mixed ^= mixed >> 32;
    return (mixed * 0x9E3779B97F4A7C15) >> (64 - place_bits);
  }

  std::vector<Pair> pairs_ = std::vector<Pair>(std::size_t{1} << place_bits);
};

using ShortWordCache = WordCache<2, 16>;  // up to 15 bytes; 2 MB
using LongWordCache = WordCache<4, 14>;   // 16 to 31 bytes; 1 MB

}  // namespace ssdetect
