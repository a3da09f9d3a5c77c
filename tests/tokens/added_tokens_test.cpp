// Against the definition: the leftmost place where any text stands, and there the longest.
#include "tokens/added_tokens.h"

#include <doctest/doctest.h>

#include <random>

using ssdetect::AddedTokens;

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
