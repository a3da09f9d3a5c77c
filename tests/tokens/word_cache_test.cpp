#include "tokens/word_cache.h"

#include <doctest/doctest.h>

#include <cstring>
#include <random>
#include <string>
#include <unordered_map>

using ssdetect::LongWordCache;
using ssdetect::ShortWordCache;

namespace {

// The key must not depend on what surrounds the word.
template <class Cache>
auto key_in(const std::string& text, std::size_t at, std::size_t size) {
  return Cache::key_of(std::string_view(text).substr(at, size), text.data() + text.size());
}

template <class Cache>
void check_keys(std::size_t shortest) {
  for (std::size_t size = shortest; size <= Cache::longest; ++size) {
    std::string word(size, 'x');
    auto alone = key_in<Cache>(word, 0, size);
    CHECK(alone == key_in<Cache>("ab" + word + std::string(40, 'y'), 2, size));
    CHECK(alone == key_in<Cache>("ab" + word + "\xFF", 2, size));
    typename Cache::Key bytes;
    std::memcpy(bytes.data(), (word + std::string(40, 'y')).data(), sizeof bytes);
    CHECK(alone == Cache::key_of(bytes, size));
    CHECK(alone != key_in<Cache>("y" + word, 0, size));
    CHECK(alone != key_in<Cache>(word + '\0', 1, size));
    if (size < Cache::longest) CHECK(alone != key_in<Cache>(word + '\0', 0, size + 1));
  }
}

// Words of few enough kinds to come again, behind `prefix`, against a map that forgets nothing.
template <class Cache>
void check_memory(const std::string& prefix) {
  Cache cache;
  std::mt19937 random(1);
  std::unordered_map<std::string, std::size_t> counts;
  std::size_t wrong = 0, found_before = 0;
  for (int i = 0; i < 300'000; ++i) {
    std::string word = prefix + std::to_string(random() % 200'000);
    std::size_t count = counts.emplace(word, 1 + random() % 15).first->second;
    auto key = key_in<Cache>(word, 0, word.size());
    std::size_t found = cache.find(key);
    found_before += found != 0;
    wrong += found != 0 && found != count;
    if (found == 0) cache.insert(key, count);
    wrong += cache.find(key) != count;
  }
  CHECK(wrong == 0);
  CHECK(found_before > 10'000);
}

}  // namespace

TEST_CASE("word cache: a key is the word, wherever it stands") {
  check_keys<ShortWordCache>(1);
  check_keys<LongWordCache>(16);
}

TEST_CASE("word cache: gives back what was put in, or nothing") {
  check_memory<ShortWordCache>("");
  check_memory<LongWordCache>("a longer word that ");
}

TEST_CASE("word cache: a word of many tokens is not kept") {
  LongWordCache cache;
  auto key = key_in<LongWordCache>("0123456789abcdefghij", 0, 20);
  cache.insert(key, 16);
  CHECK(cache.find(key) == 0);
  cache.insert(key, 15);
  CHECK(cache.find(key) == 15);
}
