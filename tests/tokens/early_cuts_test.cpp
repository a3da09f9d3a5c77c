// Added tokens against the definition: the leftmost place where any text stands, and there the longest.
// Kimi's cuts against values by hand, from its two rules.
#include "tokens/early_cuts.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using ssdetect::AddedTokens;
using ssdetect::KimiCuts;

namespace {

std::string_view slow_find(const std::vector<std::string>& texts, std::string_view in) {
  for (std::size_t at = 0; at < in.size(); ++at) {
    std::size_t longest = 0;
    for (const std::string& text : texts) {
      if (in.substr(at).starts_with(text)) longest = std::max(longest, text.size());
    }
    if (longest > 0) return in.substr(at, longest);
  }
  return in.substr(in.size());
}

std::vector<std::size_t> part_sizes(const std::string& text) {
  std::vector<std::size_t> sizes;
  KimiCuts cuts(text);
  for (auto part = cuts.next(); !part.empty(); part = cuts.next()) sizes.push_back(part.size());
  return sizes;
}

using Sizes = std::vector<std::size_t>;

std::string repeated(const std::string& text, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("added tokens: the leftmost, and the longest there") {
  AddedTokens added({"<|a|>", "<|a|>b", "<", "[X]"});
  std::string text = "x <|a|>bc";
  CHECK(added.find_in(text) == "<|a|>b");
  CHECK(added.find_in(text).data() == text.data() + 2);
  CHECK(added.find_in("[X<|a") == "<");
  CHECK(added.find_in("none").empty());
  CHECK(AddedTokens({}).find_in("none").empty());
}

TEST_CASE("added tokens: equal to the definition on random texts") {
  std::mt19937 random(2);
  auto random_text = [&](std::size_t most) {
    std::string text(1 + random() % most, ' ');
    for (char& c : text) c = "ab\xE4"[random() % 3];
    return text;
  };
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::string> texts;
    for (auto n = random() % 6; n > 0; --n) texts.push_back(random_text(5));
    std::string text = random_text(30);
    std::string_view found = AddedTokens(texts).find_in(text), expected = slow_find(texts, text);
    CAPTURE(text);
    CHECK(found == expected);
    CHECK(found.data() == expected.data());
  }
}

TEST_CASE("kimi: short texts are whole") {
  CHECK(part_sizes("") == Sizes{});
  CHECK(part_sizes("a b") == Sizes{3});
  CHECK(part_sizes(std::string(25'000, 'a')) == Sizes{25'000});
}

TEST_CASE("kimi: runs of one class are cut after 25,000 characters") {
  CHECK(part_sizes(std::string(25'001, 'a')) == Sizes{25'000, 1});
  CHECK(part_sizes(std::string(60'000, ' ')) == Sizes{25'000, 25'000, 10'000});
  CHECK(part_sizes("ab " + std::string(25'001, 'a')) == Sizes{25'003, 1});
  CHECK(part_sizes(std::string(25'000, 'a') + std::string(25'000, '\x1f') + "b") == Sizes{50'001});
  CHECK(part_sizes(repeated("中", 25'001)) == Sizes{75'000, 3});
  CHECK(part_sizes(repeated("\u3000", 25'001)) == Sizes{75'000, 3});
}

TEST_CASE("kimi: every 400,000 characters there is a cut, and runs start again") {
  CHECK(part_sizes(repeated("a ", 200'000)) == Sizes{400'000});
  CHECK(part_sizes(repeated("a ", 200'001)) == Sizes{400'000, 2});
  CHECK(part_sizes(repeated("é ", 200'001)) == Sizes{600'000, 3});
  std::string text = repeated("a ", 190'000) + std::string(40'000, 'b');
  CHECK(part_sizes(text) == Sizes{400'000, 20'000});
  text = repeated("a ", 180'000) + std::string(60'000, 'b');
  CHECK(part_sizes(text) == Sizes{385'000, 15'000, 20'000});
}
