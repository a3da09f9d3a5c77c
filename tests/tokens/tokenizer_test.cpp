// Each stage with a small vocabulary. Expected counts are worked out by hand from the merges in sight.
#include "tokens/tokenizer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <thread>

#include "tests/tokens/synthetic.h"
#include "tokens/utf8.h"

using namespace ssdetect;
using synthetic::count;
using synthetic::Spec;

namespace {

// h+e, he+l, l+o, hel+lo, space+h ...: "hello" is one token, " hello" is " h" and what is left.
Spec hello() {
  Spec spec;
  spec.merges = {{"h", "e"},     {"l", "l"}, {"he", "ll"}, {"hell", "o"},
                 {" ", "hello"}, {"1", "2"}, {"12", "3"},  {"\n", "\n"}};
  return spec;
}

}  // namespace

TEST_CASE("tokenizer: merges inside pieces") {
  CHECK(count(hello(), "") == 0);
  CHECK(count(hello(), "hello") == 1);
  CHECK(count(hello(), "hello hello") == 2);
  CHECK(count(hello(), "hellohello") == 2);
  CHECK(count(hello(), "hell no") == 4);
  CHECK(count(hello(), "123123") == 2);
  CHECK(count(hello(), "\n\n") == 1);
  CHECK(count(hello(), "中") == 3);
}

TEST_CASE("tokenizer: merges may be arrays or strings") {
  Spec spec = hello();
  spec.array_merges = true;
  CHECK(count(spec, "hello hello") == 2);
}

TEST_CASE("tokenizer: ignore_merges takes a whole piece for one token") {
  Spec spec = hello();
  spec.more_tokens = {"word"};
  CHECK(count(spec, "word words") == 4 + 6);
  spec.ignore_merges = true;
  CHECK(count(spec, "word words") == 1 + 6);
}

TEST_CASE("tokenizer: added tokens are found in the text, the longest first") {
  Spec spec = hello();
  spec.added = {{"<|a|>", false}, {"<|a|>!", false}, {"<n>", true}};
  CHECK(count(spec, "hello<|a|>hello") == 3);
  CHECK(count(spec, "<|a|>!<|a|>") == 2);
  CHECK(count(spec, "<n>hello<n><|a|>") == 4);
  CHECK(count(spec, "<|a|hello") == 4 + 1);
}

TEST_CASE("tokenizer: look-ahead stops at an added token") {
  Spec spec = hello();
  spec.merges = {{" ", " "}};
  spec.added = {{"<|a|>", false}};
  CHECK(count(spec, "  <|a|>") == 2);
  CHECK(count(spec, "  <") == 1 + 2);
}

TEST_CASE("tokenizer: normalisation comes after raw added tokens and before the others") {
  Spec spec = hello();
  spec.normalizer = R"({"type":"NFC"})";
  spec.splits = {patterns::qwen};
  spec.merges = {{"\xC3", "\xA9"}};
  CHECK(count(spec, "e\u0301") == 1);
  CHECK(count(spec, "\u00e9") == 1);
  spec.added = {{"e\u0301", false}, {"o\u0301", true}};
  CHECK(count(spec, "e\u0301\u00e9") == 2);
  CHECK(count(spec, "\u00f3o\u0301") == 2);
}

TEST_CASE("tokenizer: names tell the models apart") {
  Spec spec = hello();
  CHECK(synthetic::load(spec)->name() == "cl100k");
  spec.added = {{"<|begin_of_text|>", false}};
  CHECK(synthetic::load(spec)->name() == "llama-3");
  spec.splits = {patterns::o200k};
  CHECK(synthetic::load(spec)->name() == "o200k");
  spec.added = {{"<|channel|>", false}};
  CHECK(synthetic::load(spec)->name() == "gpt-oss");
  spec.splits = {patterns::qwen};
  spec.added = {{"<think>", false}};
  CHECK(synthetic::load(spec)->name() == "qwen-3");
  spec.splits = {patterns::deepseek_digits, patterns::deepseek_cjk, patterns::deepseek_words};
  CHECK(synthetic::load(spec)->name() == "deepseek-r1");
  spec.added = {};
  CHECK(synthetic::load(spec)->name() == "deepseek-v3");
}

TEST_CASE("tokenizer: invalid UTF-8 counts as what a lossy decoder makes of it") {
  TokenCounter counter(synthetic::load(hello()));
  CHECK(counter.count("\xFF") == counter.count("\uFFFD"));
  CHECK(counter.count("hello\xE4\xBDhello") == counter.count("hello\uFFFDhello"));
  CHECK(counter.count(std::string("\0\x80\0", 3)) == counter.count(std::string("\0\uFFFD\0", 5)));
}

TEST_CASE("tokenizer: a count does not depend on what was counted before, nor on the thread") {
  auto tokenizer = synthetic::load(hello());
  TokenCounter counter(tokenizer);
  std::string text = "hello hell help 123 1234 hello";
  std::size_t first = counter.count(text);
  for (int i = 0; i < 20; ++i) counter.count("noise " + std::to_string(i));
  CHECK(counter.count(text) == first);
  std::size_t elsewhere = 0;
  std::thread([&] { elsewhere = TokenCounter(tokenizer).count(text); }).join();
  CHECK(elsewhere == first);
}

// Pieces by the Pretokenizer, each merged: no cache, nothing quick.
TEST_CASE("tokenizer: equal to merging piece by piece, on random texts, cut anywhere") {
  const std::vector<std::vector<std::string>> all_splits = {
      {patterns::cl100k},
      {patterns::qwen},
      {patterns::o200k},
      {patterns::deepseek_digits, patterns::deepseek_cjk, patterns::deepseek_words}};
  const std::vector<std::string> parts = {
      "hello",  " hello", " he",  "ll",   "Hello",    "HELLO", "'s", "'",  " ",  "\n", "   ",
      "\t",     ".",      "(",    " (",   "/",        "12",    "3",  "é",  "中", "ア", "\u0301",
      "\u3000", "😀",      ");\n", "\xFF", "\xE4\xBD", "\x7F",  "_",  "::", "lo"};
  std::mt19937 random(7);
  for (const auto& splits : all_splits) {
    Spec spec = hello();
    spec.splits = splits;
    synthetic::Directory directory;
    const std::string path = directory.write("tokenizer.json", synthetic::tokenizer_json(spec));
    const Vocabulary vocabulary = read_vocabulary(path, {});
    const Pretokenizer pretokenizer(vocabulary.pattern);
    BpeCounter bpe(vocabulary.model);
    TokenCounter counter(load_tokenizer(path));
    for (int i = 0; i < 5000; ++i) {
      std::string text, scratch;
      for (auto n = random() % 30; n > 0; --n) text += parts[random() % parts.size()];
      text.resize(text.size() - std::min<std::size_t>(text.size(), random() % 4));
      const std::string_view valid = utf8::repaired(text, scratch);
      std::size_t expected = 0;
      for (const char *at = valid.data(), *end = at + valid.size(); at != end;) {
        const char* next = pretokenizer.piece_end(at, end);
        expected += bpe.count({at, static_cast<std::size_t>(next - at)});
        at = next;
      }
      CHECK_EQ(counter.count(text), expected);
    }
  }
}

TEST_CASE("tokenizer: a word of two million characters, and as many spaces, end") {
  TokenCounter counter(synthetic::load(hello()));
  CHECK(counter.count(std::string(2'000'000, 'z')) == 2'000'000);
  CHECK(counter.count(std::string(2'000'000, ' ')) == 2'000'000);
  CHECK(counter.count(std::string(2'000'000, '<')) == 2'000'000);
}
