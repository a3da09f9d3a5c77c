// Each scanner against a back-tracking matcher of its pattern, on random texts and on all short ones of a
// small alphabet.
#include "tokens/pretokenizer.h"

#include <doctest/doctest.h>
#include <utf8proc.h>

#include <random>

#include "tests/tokens/patterns.h"
#include "tests/tokens/slow_regex.h"

using ssdetect::Pattern;
using ssdetect::Pretokenizer;

namespace {

struct Case {
  Pattern pattern;
  std::vector<slow::Matcher> matchers;
};

slow::Matcher regex(const char* pattern) { return slow::Parser(pattern).parse(); }

const std::vector<Case> cases = {
    {Pattern::cl100k, {regex(patterns::cl100k)}},
    {Pattern::qwen, {regex(patterns::qwen)}},
    {Pattern::o200k, {regex(patterns::o200k)}},
    {Pattern::kimi, {regex(patterns::kimi)}},
    {Pattern::deepseek,
     {regex(patterns::deepseek_digits), regex(patterns::deepseek_cjk), regex(patterns::deepseek_words)}},
};

std::string encoded(const slow::Text& text) {
  std::string out;
  for (char32_t c : text) {
    utf8proc_uint8_t bytes[4];
    auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
    out.append(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
  }
  return out;
}

// Lengths in characters.
std::vector<std::size_t> scanned(Pattern pattern, const std::string& text) {
  Pretokenizer pretokenizer(pattern);
  std::vector<std::size_t> sizes;
  const char* end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    const char* next = pretokenizer.piece_end(at, end);
    sizes.push_back(slow::decoded({at, static_cast<std::size_t>(next - at)}).size());
    at = next;
  }
  return sizes;
}

void check(const Case& c, const slow::Text& text) {
  std::string bytes = encoded(text);
  CAPTURE(bytes);
  CHECK(scanned(c.pattern, bytes) == slow::pieces(c.matchers, text));
}

// Characters of every class and of both sides of every distinction the patterns make.
const slow::Text alphabet =
    U"aZsStlLrReEvVmMdDkx'''''' "
    U"\t\n\r/"
    U"0１½Ⅳ.,$+<_-"
    U"ǅʰªßÉſ中龥龦々〇〻のアー・゠゙゛한㐀𠀀\u0301\u20dd\u093f\u00a0\u3000\u2028\u0085\u200b\u0000\u0378"
    U"\U00016ff0\U00016ff1\u2e80\u3021\U0001f600\ue000";

}  // namespace

TEST_CASE("pretokenizer: equal to a back-tracking matcher on random texts") {
  std::mt19937 random(4);
  for (const Case& c : cases) {
    for (int i = 0; i < 1500; ++i) {
      slow::Text text;
      for (auto n = random() % 24; n > 0; --n)
        text.append(1 + random() % 8 / 7 * 4, alphabet[random() % alphabet.size()]);
      check(c, text);
    }
  }
}

TEST_CASE("pretokenizer: equal to a back-tracking matcher on every text of three characters") {
  const slow::Text few = U"aB's \n1.中ア\u0301ª/";
  for (const Case& c : cases) {
    for (char32_t x : few) {
      for (char32_t y : few) {
        for (char32_t z : few) check(c, {x, y, z});
      }
    }
  }
}
