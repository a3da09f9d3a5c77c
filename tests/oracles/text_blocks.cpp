// Prose takes common words with a Zipf-like skew and, now and then, an invented word of syllables; code takes
// identifiers and operators, with line breaks and indentation. Words hold no white space, so white space
// counts them.
#include "tests/oracles/text_blocks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "tests/oracles/random.h"

namespace ssdetect::oracle {
namespace {

constexpr std::int64_t kBlockWords = 1 << 15;  // some 200 kB: enough variety, still near the cache
constexpr std::size_t kChunkBytes = 5;         // of a long word; about a token

// clang-format off
constexpr auto kProse = std::to_array<std::string_view>({
    "the", "of", "and", "to", "a", "in", "is", "that", "for", "it", "as", "with", "be", "by", "on", "are", "this", "we",
    "which", "or", "from", "an", "can", "not", "at", "if", "have", "each", "one", "has", "all", "when", "so", "its",
    "more", "than", "then", "these", "time", "into", "number", "value", "first", "will", "two", "only", "between", "same",
    "where", "because", "example", "using", "there", "function", "result", "other", "must", "given", "such", "should",
    "since", "over", "case", "does", "however,", "most", "after", "problem", "following", "would", "let", "their", "use",
    "point", "system", "some", "every", "large", "therefore", "solution", "following:", "memory", "requests", "second",
    "before", "answer", "possible", "both", "step", "model", "without", "order", "state", "different", "latency", "while",
    "small", "equation", "data", "sum", "average", "server", "steady", "throughput", "measure", "holds", "distribution",
    "integers", "condition", "approximately", "consider", "sequence", "probability", "independent", "implementation",
    "consequently,", "n", "x", "don't", "it's", "(see", "below)", "2", "10", "0.5", "1,000", "\"steady\"", "e.g."});

constexpr auto kCode = std::to_array<std::string_view>({
    "=", "{", "}", "(", ")", "return", "if", "for", "int", "const", "auto", "i", "n", "+", "==", "std::vector<int>",
    "def", "self.value", "import", "numpy", "as", "np", "else:", "while", "x[i]", "+=", "1;", "0;", "->", "==>", "//",
    "#", "class", "public:", "printf(\"%d\\n\",", "foo_bar(a,", "b);", "result.push_back(x);", "None", "True", "lambda",
    "x:", "range(len(values)):", "std::string_view", "template", "<typename", "T>", "static_cast<double>(n);", "!=", "&&",
    "i++)", "\"key\":", "\"C:\\temp\"", "0xff,", "assert", "f\"{x:.2f}\""});

constexpr auto kForeign = std::to_array<std::string_view>({"naïve", "Übung",  "größer", "été",     "señor", "漢字",
                                                       "東京で", "привет", "число",  "λ≤0.05", "🙂",    "→"});

constexpr auto kSyllables = std::to_array<std::string_view>({"an", "ber", "co",  "dis", "el", "for", "gra", "hy",
                                                         "in", "ju",  "ker", "lo",  "mi", "non", "or",  "pre",
                                                         "qua", "re", "sta", "tion", "un", "ver", "xi",  "zen"});
// clang-format on

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
}

template <std::size_t N>
std::string pick(const std::array<std::string_view, N>& words, Random& random) {
  return std::string(words[static_cast<std::size_t>(random.below(N))]);
}

std::string invented_word(Random& random) {
  std::string word;
  for (std::int64_t n = 2 + random.below(3); n > 0; --n) word += pick(kSyllables, random);
  return word;
}

std::string prose_word(Random& random) {
  const double kind = random.uniform();
  if (kind < 0.01) return pick(kForeign, random);
  if (kind < 0.08) return invented_word(random);
  const double skewed = random.uniform() * random.uniform();
  std::string word(kProse[static_cast<std::size_t>(skewed * kProse.size())]);
  return kind > 0.95 ? word + "." : word;
}

bool is_ascii(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

TextBlocks::TextBlocks(std::uint64_t seed) {
  Random random(mix(seed, 0x7e87));
  for (std::int64_t i = 0; i < kBlockWords;) {
    const bool code = random.uniform() < 0.3;
    for (std::int64_t left = 20 + random.below(60); left > 0 && i < kBlockWords; --left, ++i) {
      const bool line_break = random.uniform() < (code ? 0.2 : 0.02);
      const std::string separator = !line_break ? " " : code ? "\n    " : "\n\n";
      add_word(separator, code ? pick(kCode, random) : prose_word(random));
    }
  }
}

void TextBlocks::add_word(const std::string& separator, const std::string& word) {
  append_escaped(words_.bytes, separator + word);
  words_.close_piece();
  const std::string text = separator + word;
  const std::size_t step = is_ascii(text) && text.size() > 2 * kChunkBytes ? kChunkBytes : text.size();
  for (std::size_t at = 0; at < text.size(); at += step) {
    chunks_.bytes += '"';
    append_escaped(chunks_.bytes, std::string_view(text).substr(at, step));
    chunks_.bytes += "\",";
    chunks_.close_piece();
  }
}

void TextBlocks::Block::append(std::string& out, std::uint64_t start, std::int64_t count) const {
  const std::size_t pieces = ends.size() - 1;
  auto left = static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
  for (std::size_t at = start % pieces; left > 0; at = 0) {
    const std::size_t n = std::min(left, pieces - at);
    out.append(bytes, ends[at], ends[at + n] - ends[at]);
    left -= n;
  }
}

}  // namespace ssdetect::oracle
