// Merging against its definition taken literally: as long as two neighbours may merge, the pair of the lowest
// rank, the leftmost of equals, becomes one.
#include "tokens/bpe.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

using namespace ssdetect;

namespace {

using Ranks = std::map<std::pair<std::string, std::string>, std::uint32_t>;

std::size_t slow_count(const Ranks& ranks, const std::string& piece) {
  std::vector<std::string> parts;
  for (char c : piece) parts.push_back(std::string(1, c));
  while (true) {
    std::size_t best = parts.size();
    std::uint32_t best_rank = Merge::never;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      auto found = ranks.find({parts[i], parts[i + 1]});
      if (found == ranks.end() || found->second >= best_rank) continue;
      best = i;
      best_rank = found->second;
    }
    if (best == parts.size()) return parts.size();
    parts[best] += parts[best + 1];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

struct Built {
  BpeModel model;
  Ranks ranks;
};

// 256 bytes, then random merges of what is there. `by_token`: as in a rank file, where all pairs that make
// the same token share its rank; else each pair has its own, in random order.
Built build(std::uint32_t seed, bool by_token) {
  std::mt19937 random(seed);
  Built built;
  std::vector<std::string> tokens;
  auto add = [&](const std::string& bytes) {
    if (built.model.tokens.insert(bytes)) tokens.push_back(bytes);
  };
  for (int b = 0; b < 256; ++b) add(std::string(1, static_cast<char>(b)));
  for (int b = 0; b < 256; ++b)
    built.model.byte_tokens[static_cast<std::size_t>(b)] = static_cast<TokenId>(b);
  std::vector<std::string> usable = {"a", "b", "c", "d"};
  for (int i = 0; i < 60; ++i) {
    std::string whole = usable[random() % usable.size()] + usable[random() % usable.size()];
    if (whole.size() > 12) continue;
    add(whole);
    usable.push_back(whole);
  }
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& token : tokens) {
    for (std::size_t cut = 1; cut < token.size(); ++cut) {
      bool known =
          built.model.tokens.find(token.substr(0, cut)) && built.model.tokens.find(token.substr(cut));
      if (known) pairs.emplace_back(token.substr(0, cut), token.substr(cut));
    }
  }
  if (!by_token) std::shuffle(pairs.begin(), pairs.end(), random);
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const auto& [left, right] = pairs[i];
    TokenId id = *built.model.tokens.find(left + right);
    std::uint32_t rank = by_token ? id : i;
    built.ranks[pairs[i]] = rank;
    built.model.merges.insert(*built.model.tokens.find(left), *built.model.tokens.find(right), {rank, id});
  }
  index_byte_merges(built.model);
  return built;
}

std::string random_piece(std::mt19937& random, std::size_t size) {
  std::string piece;
  while (piece.size() < size) {
    char c = random() % 20 ? static_cast<char>('a' + random() % 4) : static_cast<char>(random());
    piece.append(1 + random() % 3, c);
  }
  return piece.substr(0, size);
}

}  // namespace

TEST_CASE("bpe: equal to the definition, short and long, both kinds of ranks") {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Built built = build(seed, seed % 2 == 0);
    BpeCounter counter(built.model);
    std::mt19937 random(seed);
    for (int i = 0; i < 60; ++i) {
      std::string piece = random_piece(random, random() % 160);
      CAPTURE(seed);
      CAPTURE(piece);
      CHECK(counter.count(piece) == slow_count(built.ranks, piece));
    }
  }
}

TEST_CASE("bpe: both sides of the longest piece that is scanned") {
  Built built = build(7, true);
  BpeCounter counter(built.model);
  std::mt19937 random(1);
  for (std::size_t size = 40; size < 60; ++size) {
    std::string piece = random_piece(random, size);
    CHECK(counter.count(piece) == slow_count(built.ranks, piece));
  }
}

TEST_CASE("bpe: a piece that is a token is one token only when the model says so") {
  BpeModel model;
  for (int b = 0; b < 256; ++b) {
    model.tokens.insert(std::string(1, static_cast<char>(b)));
    model.byte_tokens[static_cast<std::size_t>(b)] = static_cast<TokenId>(b);
  }
  model.tokens.insert("xyz");
  index_byte_merges(model);
  CHECK(BpeCounter(model).count("xyz") == 3);
  model.whole_first = true;
  CHECK(BpeCounter(model).count("xyz") == 1);
  CHECK(BpeCounter(model).count("xyzx") == 4);
  CHECK(BpeCounter(model).count("") == 0);
}

// A quadratic merge would take hours here.
TEST_CASE("bpe: one word of two million bytes") {
  Built built = build(3, true);
  BpeCounter counter(built.model);
  std::mt19937 random(5);
  std::size_t n = counter.count(random_piece(random, 2'000'000));
  CHECK(n > 100'000);
  CHECK(n < 2'000'000);
}

TEST_CASE("bpe: the tables find what was put in, and nothing else") {
  TokenTable tokens;
  MergeTable merges;
  for (int i = 0; i < 5000; ++i) {
    CHECK(tokens.insert(std::to_string(i)));
    CHECK(!tokens.insert(std::to_string(i)));
    auto id = static_cast<TokenId>(i);
    CHECK(merges.insert(id, id + 1, {id, id}));
    CHECK(!merges.insert(id, id + 1, {0, 0}));
  }
  CHECK(tokens.size() == 5000);
  CHECK(merges.size() == 5000);
  for (TokenId i = 0; i < 5000; ++i) {
    CHECK(tokens.find(std::to_string(i)) == i);
    CHECK(tokens.bytes(i) == std::to_string(i));
    CHECK(merges.find(i, i + 1).id == i);
    CHECK(merges.find(i + 1, i).rank == Merge::never);
  }
  CHECK(!tokens.find("5000"));
  CHECK(!tokens.find(""));
}
