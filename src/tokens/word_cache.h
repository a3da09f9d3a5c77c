// How many tokens was this short word, when it was last seen?
//
// Text repeats its words, so most need no merging. Bounded, 2 MB: each word has two places, side by side in
// one cache line; a new word takes the first, and what was there moves to the second. One a thread.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace ssdetect {

class WordCache {
 public:
  static constexpr std::size_t longest = 15;  // bytes of a word; its count fits 4 bits, as does its length

  // A word's bytes, zeros behind them, and its length in the last byte. As a key, unique; never all zero.
  struct Key {
    std::uint64_t low, high;
  };

  // The word must be of 1 to `longest` bytes; nothing at or past `end_of_text` is read.
  static Key key_of(std::string_view word, const char* end_of_text) {
    static_assert(std::endian::native == std::endian::little, "a word's last byte must be the key's highest");
    Key key{0, 0};
    if (end_of_text - word.data() >= 16) {
      std::memcpy(&key, word.data(), 16);
      keep_bytes(key, word.size());
    } else {
      std::memcpy(&key, word.data(), word.size());
    }
    key.high |= static_cast<std::uint64_t>(word.size()) << 60;
    return key;
  }

  // 0 when the word is not there.
  std::size_t find(Key key) const {
    const Pair& pair = pairs_[place_of(key)];
    if (is_word(pair.newer, key)) return count_in(pair.newer);
    return is_word(pair.older, key) ? count_in(pair.older) : 0;
  }

  void insert(Key key, std::size_t count) {
    Pair& pair = pairs_[place_of(key)];
    pair.older = pair.newer;
    pair.newer = {key.low, key.high | static_cast<std::uint64_t>(count) << count_shift};
  }

 private:
  struct alignas(32) Pair {
    Key newer{0, 0}, older{0, 0};
  };

  static constexpr int place_bits = 16;
  static constexpr int count_shift = 56;
  static constexpr std::uint64_t count_bits = std::uint64_t{15} << count_shift;

  static void keep_bytes(Key& key, std::size_t n) {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    key.low = n < 8 ? key.low & ~(all << 8 * n) : key.low;
    key.high = n > 8 ? key.high & ~(all << 8 * (n - 8)) : 0;
  }

  static bool is_word(const Key& slot, Key key) {
    return slot.low == key.low && (slot.high & ~count_bits) == key.high;
  }

  static std::size_t count_in(const Key& slot) {
    return static_cast<std::size_t>((slot.high & count_bits) >> count_shift);
  }

  static std::size_t place_of(Key key) {
    // Two odd constants from splitmix64; the product's top bits depend on every bit of the key.
    std::uint64_t mixed = (key.low * 0xBF58476D1CE4E5B9) ^ (key.high * 0x94D049BB133111EB);
    mixed ^= mixed >> 32;
    return (mixed * 0x9E3779B97F4A7C15) >> (64 - place_bits);
  }

  std::vector<Pair> pairs_ = std::vector<Pair>(std::size_t{1} << place_bits);
};

}  // namespace ssdetect
