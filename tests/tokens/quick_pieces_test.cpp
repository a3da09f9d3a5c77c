// Against the Pretokenizer, which pretokenizer_test.cpp compares with the patterns: a piece that is quickly
// sized has the size it would have had, and so that it is not for nothing, most pieces of plain text are.
#include "tokens/quick_pieces.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <utility>

using namespace ssdetect;

namespace {

constexpr Pattern patterns[] = {Pattern::cl100k, Pattern::o200k, Pattern::kimi, Pattern::qwen,
                                Pattern::deepseek};

struct Sizes {
  std::size_t pieces = 0, quick = 0, wrong = 0;
};

std::size_t quick_size(const QuickPieces& quick, const char* at) {
  TextWindow window = TextWindow::at(at);
  return quick.is_cased() ? quick.size_of<true>(window, at) : quick.size_of<false>(window, at);
}

// Of all pieces of a text; nothing past the last window is asked for.
void compare(Pattern pattern, const std::string& text, Sizes& sizes) {
  Pretokenizer pretokenizer(pattern);
  QuickPieces quick(pattern);
  const char* end = text.data() + text.size();
  for (const char* at = text.data(); end - at >= TextWindow::size;) {
    const char* next = pretokenizer.piece_end(at, end);
    std::size_t size = quick_size(quick, at);
    ++sizes.pieces;
    sizes.quick += size != 0;
    bool wrong = size != 0 && size != static_cast<std::size_t>(next - at);
    sizes.wrong += wrong;
    if (wrong)
      CHECK_MESSAGE(false, "pattern ", static_cast<int>(pattern), ", size ", size,
                    " of: ", std::string(at, end));
    at = next;
  }
}

// Characters of every kind; runs of one, so that words cross the window's end.
const std::string characters[] = {
    "a",       "z",    "A", "Z",  "s",  "t", "l", "re",     "'",      "'",      " ", " ", " ", "\n", "\r",
    "\t",      "\v",   "0", "9",  "@",  "[", "`", "{",      "/",      ".",      "_", "(", "$", "~",  "\x7F",
    {"\0", 1}, "\x1C", "é", "中", "ア", "ǅ", "ª", "\u0301", "\u00a0", "\u2028", "😀", "½", "ſ"};

std::string random_text(std::mt19937& random) {
  std::string text;
  for (auto n = random() % 24; n > 0; --n) {
    const std::string& c = characters[random() % (random() % 4 ? 36 : std::size(characters))];
    for (auto times = random() % 8 ? 1 : random() % 20; times > 0; --times) text += c;
  }
  return text + std::string(random() % 20, 'x');
}

}  // namespace

TEST_CASE("quick pieces: equal to the pretokenizer's on random texts") {
  std::mt19937 random(5);
  Sizes sizes;
  for (int i = 0; i < 40'000; ++i) {
    std::string text = random_text(random);
    for (Pattern pattern : patterns) compare(pattern, text, sizes);
  }
  CHECK(sizes.wrong == 0);
  CHECK(sizes.quick > sizes.pieces / 4);
}

TEST_CASE("quick pieces: equal to the pretokenizer's for any three bytes of ASCII, whatever follows") {
  std::size_t wrong = 0;
  for (Pattern pattern : patterns) {
    Pretokenizer pretokenizer(pattern);
    QuickPieces quick(pattern);
    for (const char* rest : {"bbbbbbbbbbbbbbbbb", "é               "}) {
      std::string text = std::string("...") + rest;
      for (int bytes = 0; bytes < 1 << 21; ++bytes) {
        text[0] = static_cast<char>(bytes >> 14);
        text[1] = static_cast<char>(bytes >> 7 & 127);
        text[2] = static_cast<char>(bytes & 127);
        std::size_t size = quick_size(quick, text.data());
        if (size == 0) continue;
        wrong += text.data() + size != pretokenizer.piece_end(text.data(), text.data() + text.size());
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("quick pieces: the same bits on every processor") {
  std::mt19937_64 random(6);
  for (int i = 0; i < 100'000; ++i) {
    TextWindow window{random() & random(), random() & random()};
    for (auto [first, last] :
         {std::pair('a', 'z'), {'A', 'Z'}, {'0', '9'}, {'!', '~'}, {'\t', '\r'}, {' ', ' '}}) {
      CHECK_EQ(window.bits_within(first, last), window.plain_bits_within(first, last));
    }
  }
}

TEST_CASE("quick pieces: nearly all of plain text") {
  const std::string text =
      "Most pieces are short words; 'some' (not many) don't look so: see x = f(y), or 3 of them.\n\n";
  for (Pattern pattern : patterns) {
    Sizes sizes;
    compare(pattern, text + text + text, sizes);
    CHECK(sizes.wrong == 0);
    CHECK(sizes.quick * 10 > sizes.pieces * 9);
  }
}
