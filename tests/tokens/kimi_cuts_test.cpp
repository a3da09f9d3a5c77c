// Expected values: by hand, from the two rules.
#include "tokens/kimi_cuts.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using ssdetect::KimiCuts;

namespace {

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
