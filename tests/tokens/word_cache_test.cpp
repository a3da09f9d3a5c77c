#include "tokens/word_cache.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <unordered_map>

using ssdetect::WordCache;

namespace {

// `before` and `after` surround the word, as text does; the key must not depend on them.
WordCache::Key key_in(const std::string& text, std::size_t at, std::size_t size) {
  return WordCache::key_of(std::string_view(text).substr(at, size), text.data() + text.size());
}

bool same(WordCache::Key a, WordCache::Key b) { return a.low == b.low && a.high == b.high; }

}  // namespace

TEST_CASE("word cache: a key is the word, wherever it stands") {
  for (std::size_t size = 1; size <= WordCache::longest; ++size) {
    std::string word(size, 'x');
    WordCache::Key alone = key_in(word, 0, size);
    CHECK(same(alone, key_in("ab" + word + "0123456789abcdef", 2, size)));
    CHECK(same(alone, key_in("ab" + word + "\xFF", 2, size)));
    CHECK(!same(alone, key_in(word + "x", 0, size + (size < WordCache::longest))) ==
          (size < WordCache::longest));
    CHECK(!same(alone, key_in("y" + word, 0, size)));
  }
  CHECK(!same(key_in(std::string("a\0", 2), 0, 2), key_in("a", 0, 1)));
}

TEST_CASE("word cache: gives back what was put in, or nothing") {
  WordCache cache;
  std::mt19937 random(1);
  std::unordered_map<std::string, std::size_t> counts;
  for (int i = 0; i < 300'000; ++i) {
    std::string word = std::to_string(random() % 200'000);
    auto [at, fresh] = counts.emplace(word, 1 + random() % 15);
    WordCache::Key key = key_in(word, 0, word.size());
    std::size_t found = cache.find(key);
    CHECK((found == 0 || (!fresh && found == at->second)));
    if (found == 0) cache.insert(key, at->second);
    CHECK(cache.find(key) == at->second);
  }
}
