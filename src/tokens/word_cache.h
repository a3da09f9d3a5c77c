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
    Key text{};
    bool whole = end_of_text - word.data() >= static_cast<std::ptrdiff_t>(sizeof text);
    std::memcpy(text.data(), word.data(), whole ? sizeof text : word.size());
    return key_of(text, word.size());
  }

  // Of the word of `size` bytes whose bytes, and whatever follows them, are in `text`.
  static Key key_of(Key text, std::size_t size) {
    for (std::size_t i = 0; i < words; ++i) text[i] &= masks[size][i];
    text.back() |= static_cast<std::uint64_t>(size) << 60;
    return text;
  }

  // 0 when the word is not there. It is in one place at most, so nothing branches on which.
  std::size_t find(const Key& key) const {
    const Pair& pair = pairs_[place_of(key)];
    return count_if_word(pair.newer, key) | count_if_word(pair.older, key);
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

  // By the bytes of a word: the bits of a key that they take.
  static constexpr std::array<Key, longest + 1> make_masks() {
    std::array<Key, longest + 1> masks{};
    for (std::size_t n = 0; n <= longest; ++n) {
      for (std::size_t i = 0; i < n; ++i) masks[n][i / 8] |= std::uint64_t{0xFF} << i % 8 * 8;
    }
    return masks;
  }
  static constexpr std::array<Key, longest + 1> masks = make_masks();

  // The count in the slot, or 0 when it holds another word; without a branch.
  static std::size_t count_if_word(const Key& slot, const Key& key) {
    std::uint64_t differing = (slot.back() & ~count_bits) ^ key.back();
    for (std::size_t i = 0; i + 1 < words; ++i) differing |= slot[i] ^ key[i];
    std::uint64_t all_if_same = std::uint64_t{0} - static_cast<std::uint64_t>(differing == 0);
    return static_cast<std::size_t>((slot.back() & count_bits & all_if_same) >> count_shift);
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

using ShortWordCache = WordCache<2, 17>;  // up to 15 bytes; 4 MB
using LongWordCache = WordCache<4, 14>;   // 16 to 31 bytes; 1 MB

}  // namespace ssdetect
