// Rank files: small ones that load, and everything that is refused.
#include <doctest/doctest.h>

#include <random>

#include "tests/tokens/synthetic.h"

using namespace ssdetect;
using synthetic::base64;
using synthetic::rank_file;
using synthetic::refusal;

namespace {

const std::string remedy =
    "; fetch the file again, or give the tokenizer.json of gpt-oss, Llama 3.x, Qwen 3 or DeepSeek V3/R1, or "
    "the tiktoken "
    "rank file of Kimi K2, cl100k or o200k";

std::size_t count(const std::vector<std::string>& tokens, Pattern pattern, const std::string& text) {
  synthetic::Directory directory;
  return TokenCounter(load_tokenizer(directory.write("t.tiktoken", rank_file(tokens)), pattern)).count(text);
}

std::string refused(const std::string& bytes) { return refusal(bytes, Pattern::cl100k); }

}  // namespace

TEST_CASE("rank file: pairs merge when their bytes are a token, the lowest rank first") {
  // "abc": b+c (256) comes before a+b (257), and a+bc is no token.
  CHECK(count({"bc", "ab"}, Pattern::cl100k, "abc") == 2);
  CHECK(count({"bc", "ab", "abc"}, Pattern::cl100k, "abc abc") == 1 + 2);
  CHECK(count({"aa", "aaaa"}, Pattern::cl100k, "aaaaa") == 2);
  CHECK(count({"wxyz"}, Pattern::cl100k, "wxyz vwxyz") == 1 + 6);
}

TEST_CASE("rank file: added tokens come with the pattern") {
  CHECK(count({}, Pattern::cl100k, "<|endoftext|><|fim_middle|>") == 2);
  CHECK(count({}, Pattern::o200k, "<|endoftext|><|endofprompt|>") == 2);
  CHECK(count({}, Pattern::kimi, "[BOS]<|im_end|><|reserved_token_163839|>") == 3);
  CHECK(count({}, Pattern::kimi, "<|endoftext|>") == 13);
}

TEST_CASE("rank file: Kimi cuts long runs before it looks for anything") {
  std::string text = std::string(24'999, 'z') + "ab";
  CHECK(count({"ab"}, Pattern::cl100k, text) == 25'000);
  CHECK(count({"ab"}, Pattern::kimi, text) == 25'001);
}

TEST_CASE("rank file: ranks need be neither dense nor in order, lines may end in CRLF, the last in nothing") {
  std::string text = base64("cd") + " 70000\r\n" + base64("ab") + " 900\r\n" + rank_file({});
  text.pop_back();
  synthetic::Directory directory;
  TokenCounter counter(load_tokenizer(directory.write("t", text), Pattern::cl100k));
  CHECK(counter.count("abcd") == 2);
}

TEST_CASE("rank file: what is refused, and how") {
  CHECK(refused("") == "the file is empty" + remedy);
  CHECK(refused(" \n\n ") == "the file is empty" + remedy);
  CHECK(refused("hello") == "line 1 is not a base64 token and its rank" + remedy);
  CHECK(refused("IQ== 0\n\xFF\x01 1\n") == "line 2: '\xEF\xBF\xBD?' is not base64" + remedy);
  CHECK(refused("I=== 0\n") == "line 1: 'I===' is not base64" + remedy);
  CHECK(refused("IQ= 0\n") == "line 1: 'IQ=' is not base64" + remedy);
  CHECK(refused(" 0\nx") == "line 1: '' is not base64" + remedy);
  CHECK(refused("IQ== -1\n") == "line 1: '-1' is not a rank" + remedy);
  CHECK(refused("IQ== 99999999999999999999\n") == "line 1: '99999999999999999999' is not a rank" + remedy);
  CHECK(refused("IQ== 4294967295\n") == "line 1: '4294967295' is not a rank" + remedy);
  CHECK(refused("IQ== 1.5\n") == "line 1: '1.5' is not a rank" + remedy);
  CHECK(refused("IQ== \n") == "line 1: '' is not a rank" + remedy);
  CHECK(refused("IQ== 0\nIg== 0\n") == "two tokens have the rank 0" + remedy);
  CHECK(refused("IQ== 0\nIQ== 1\n") == "the token '!' appears twice" + remedy);
  CHECK(refused("IQ== 0\n") == "the vocabulary has no token for the single byte 0" + remedy);
  CHECK(refused(base64(std::string(1025, 'x')) + " 0\n") ==
        "line 1: a token is longer than 1,024 bytes" + remedy);
}

TEST_CASE("rank file: a pattern that nothing tells is asked for") {
  CHECK(refusal(rank_file({"ab"})) ==
        "it has 257 tokens, which no known vocabulary has, and does not say its pattern; name it with "
        "--tokenizer-pattern cl100k, o200k or kimi");
  CHECK(refusal(rank_file({"ab"}), Pattern::deepseek)
            .starts_with("a rank file with this pattern is not understood"));
}

TEST_CASE("rank file: cut short anywhere, or with any byte changed, it is refused or counts") {
  std::string good = rank_file({"ab", "abc"});
  std::mt19937 random(9);
  for (int i = 0; i < 100; ++i) {
    refused(good.substr(0, random() % good.size()));
    std::string bad = good;
    bad[random() % bad.size()] = static_cast<char>(random());
    refused(bad);
  }
  CHECK(refused(good.substr(0, good.size() / 2)) != "");
}

TEST_CASE("rank file: binary garbage is refused") {
  std::mt19937 random(11);
  for (int i = 0; i < 100; ++i) {
    std::string garbage(1 + random() % 500, ' ');
    for (char& c : garbage) c = static_cast<char>(random());
    CHECK(refused(garbage) != "");
  }
}

TEST_CASE("tokenizer path: directories, and what cannot be opened") {
  synthetic::Directory directory;
  auto fault = [&](const std::string& path) {
    try {
      load_tokenizer(path, Pattern::cl100k);
    } catch (const Failure& failure) {
      return std::string(failure.what()).substr(("cannot use tokenizer " + path + ": ").size());
    }
    return std::string();
  };
  CHECK(fault(directory.path())
            .starts_with("the directory holds no tokenizer.json, tiktoken.model or .tiktoken file; give "));
  CHECK(fault(directory.path() + "/none").starts_with("there is no such file; give "));
  CHECK(fault("/dev/null").starts_with("it is not a regular file; give "));
  CHECK(fault("") != "");
  directory.write("a.tiktoken", rank_file({}));
  CHECK(load_tokenizer(directory.path(), Pattern::o200k)->name() == "o200k");
  directory.write("b.tiktoken", rank_file({}));
  CHECK(fault(directory.path()) == "the directory holds several .tiktoken files; name one of them");
  directory.write("tiktoken.model", rank_file({}));
  CHECK(load_tokenizer(directory.path(), Pattern::kimi)->name() == "kimi-k2");
  directory.write("tokenizer.json", synthetic::tokenizer_json({}));
  CHECK(load_tokenizer(directory.path())->name() == "cl100k");
}
