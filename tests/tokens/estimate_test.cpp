// Words against the obvious walk, on texts of every length around a stride.
#include "tokens/estimate.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace ssdetect;

namespace {

std::size_t obvious_words(std::string_view text) {
  std::size_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool space = std::string_view(" \t\n\v\f\r").find(c) != std::string_view::npos;
    words += !space && !inside;
    inside = !space;
  }
  return words;
}

}  // namespace

TEST_CASE("words are what white space separates") {
  CHECK(count_words("") == 0);
  CHECK(count_words(" \t\n") == 0);
  CHECK(count_words("one") == 1);
  CHECK(count_words(" two\twords\r\n") == 2);
  CHECK(count_words("caf\xC3\xA9 \xE2\x82\xAC") == 2);
  CHECK(count_words(std::string_view("nul\0 counts", 11)) == 2);
}

TEST_CASE(
    "twin: words of random texts of every length, sparse and dense, and of the most words there can be") {
  std::mt19937_64 random(23);
  const std::string letters = " \t\n\v\f\rabc\x7F\x80\xFF!\x08\x0E";
  for (std::size_t length = 0; length < 700; ++length) {
    std::string text(length, 'x'), dense(length, ' ');
    for (char& c : text) c = random() % 3 ? 'a' : letters[random() % letters.size()];
    for (std::size_t i = 0; i < length; i += 2) dense[i] = 'x';
    REQUIRE(count_words(text) == obvious_words(text));
    REQUIRE(count_words(dense) == obvious_words(dense));
  }
}
