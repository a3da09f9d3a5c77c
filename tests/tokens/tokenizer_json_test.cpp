// tokenizer.json: everything that is not understood, or damaged, is refused with a sentence that names it.
#include <doctest/doctest.h>

#include <random>

#include "tests/tokens/synthetic.h"

using namespace ssdetect;
using synthetic::refusal;
using synthetic::replaced;
using synthetic::Spec;

namespace {

const std::string understood =
    "give the tokenizer.json of gpt-oss, Llama 3.x, Qwen 3 or DeepSeek V3/R1, or the tiktoken rank file of "
    "Kimi K2, cl100k "
    "or o200k";

Spec small() {
  Spec spec;
  spec.merges = {{"a", "b"}, {"ab", "c"}};
  spec.added = {{"<|x|>", false}};
  return spec;
}

const std::string good = synthetic::tokenizer_json(small());

// The refusal once `from` is replaced with `to`.
std::string after(const std::string& from, const std::string& to) {
  REQUIRE(good.find(from) != std::string::npos);
  return refusal(replaced(good, from, to));
}

void check_unknown(const std::string& from, const std::string& to, const std::string& part) {
  CHECK(after(from, to) == part + " is not understood, and a wrong count is worse than none; " + understood);
}

void check_damaged(const std::string& from, const std::string& to, const std::string& fault) {
  CHECK(after(from, to) == fault + "; fetch the file again, or " + understood);
}

}  // namespace

TEST_CASE("tokenizer.json: the small one loads") {
  CHECK(refusal(good) == "");
  CHECK(refusal(" \n" + good + "\n") == "");
}

TEST_CASE("tokenizer.json: other forms of the known parts load") {
  CHECK(after(R"("normalizer":null)", R"("normalizer":{"type":"Sequence","normalizers":[]})") == "");
  CHECK(after(R"("normalizer":null)", R"("normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"}]})") ==
        "");
  CHECK(after(R"("Isolated","invert":false)", R"("Removed","invert":true)") == "");
  CHECK(after(R"("unk_token":null,)", "") == "");
  CHECK(after(R"("end_of_word_suffix":null)", R"("end_of_word_suffix":"")") == "");
  CHECK(after(R"("post_processor":null)",
              R"("post_processor":{"type":"Sequence","processors":[{"type":"ByteLevel"}]})") == "");
}

TEST_CASE("tokenizer.json: what is not understood is named") {
  check_unknown(R"("version")", R"("chat":1,"version")", "'chat' in the file");
  check_unknown(R"("truncation":null)", R"("truncation":{"max_length":5})", "'truncation' of the file");
  check_unknown(R"("padding":null)", R"("padding":{})", "'padding' of the file");
  check_unknown(R"("normalizer":null)", R"("normalizer":{"type":"NFKC"})", "the normalizer 'NFKC'");
  check_unknown(R"("type":"BPE")", R"("type":"Unigram")", "the model 'Unigram'");
  check_unknown(R"("dropout":null)", R"("dropout":0.1)", "'dropout' of the model");
  check_unknown(R"("unk_token":null)", R"("unk_token":"<unk>")", "'unk_token' of the model");
  check_unknown(R"("byte_fallback":false)", R"("byte_fallback":true)", "'byte_fallback' of the model");
  check_unknown(R"("continuing_subword_prefix":null)", R"("continuing_subword_prefix":"##")",
                "'continuing_subword_prefix' of the model");
  check_unknown(R"("ignore_merges")", R"("cache":1,"ignore_merges")", "'cache' in the model");
  check_unknown(R"("lstrip":false)", R"("lstrip":true)", "'lstrip' of the added token '<|x|>'");
  check_unknown(R"("rstrip":false)", R"("rstrip":true)", "'rstrip' of the added token '<|x|>'");
  check_unknown(R"("single_word":false)", R"("single_word":true)",
                "'single_word' of the added token '<|x|>'");
  check_unknown(
      R"({1,3})", R"({1,4})",
      R"(the pre-tokenizer's pattern '(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{...')");
  check_unknown(R"("Isolated")", R"("MergedWithNext")",
                "the behavior 'MergedWithNext' of a split of the pre-tokenizer");
  check_unknown(R"("invert":false)", R"("invert":true)", "'invert' of a split of the pre-tokenizer");
  check_unknown(R"("use_regex":false)", R"("use_regex":true)",
                "'use_regex' of ByteLevel of the pre-tokenizer");
  check_unknown(R"("add_prefix_space":false)", R"("add_prefix_space":true)",
                "'add_prefix_space' of ByteLevel of the pre-tokenizer");
  check_unknown(R"({"type":"Split")", R"({"type":"Digits"},{"type":"Split")",
                "the step 'Digits' of the pre-tokenizer");
  check_unknown(R"("post_processor":null)", R"("post_processor":{"type":"Other"})",
                "the post-processor 'Other'");
}

TEST_CASE("tokenizer.json: DeepSeek's pattern leaves gaps, so dropping them is not understood") {
  Spec spec = small();
  spec.splits = {patterns::deepseek_digits, patterns::deepseek_cjk, patterns::deepseek_words};
  std::string text = synthetic::tokenizer_json(spec);
  CHECK(refusal(text) == "");
  for (int i = 0; i < 3; ++i) {
    text = replaced(text, R"("Isolated","invert":false)", R"("Removed","invert":true)");
    CHECK(refusal(text).starts_with("the behavior 'Removed' of a split with gaps is not understood"));
  }
}

TEST_CASE("tokenizer.json: what is damaged is named") {
  check_damaged(R"("model":)", R"("version":)", "'version' comes twice in the file");
  check_damaged(R"("added_tokens":[)", R"("added_tokens":[7,)", "an added token is not an object");
  check_damaged(R"("content":"<|x|>")", R"("content":"")", "an added token is empty");
  check_damaged(R"("content":"<|x|>")", R"("content":5)", "the content of an added token is not a string");
  check_damaged(R"("id":5000)", R"("id":-1)",
                "the added token '<|x|>' has no id between 0 and 2,147,483,647");
  check_damaged(R"("a":97)", R"("a":"97")", "the token 'a' has no id between 0 and 2,147,483,647");
  check_damaged(R"("a":97)", R"("a":-97)", "the token 'a' has no id between 0 and 2,147,483,647");
  CHECK(after(R"("a":97)", R"("a":99999999999999999999)").starts_with("it is not valid JSON ("));
  check_damaged(R"("a":97)", R"("a":18446744073709551615)",
                "the token 'a' has no id between 0 and 2,147,483,647");
  check_damaged(R"("a":97)", R"("a":98)", "two tokens have the id 98");
  check_damaged(R"("a":97)", R"("b":97)", "the token 'b' appears twice");
  check_damaged(R"("a":97)", R"("中":97)", "the token '中' is not written in the byte alphabet");
  check_damaged(R"("a":97)", R"("":97)", "a token is empty");
  check_damaged(R"("a":97,)", "", "the vocabulary has no token for the single byte 97");
  check_damaged(R"("merges":["a b")", R"("merges":["a z")",
                "merge 0, of 'a' and 'z', names a token that is not in the vocabulary");
  check_damaged(R"("merges":["a b")", R"("merges":["a b c")",
                "merge 0, of 'a' and 'b c', names a token that is not in the vocabulary");
  check_damaged(R"("merges":["a b")", R"("merges":["ab")", "merge 0 is no pair of tokens");
  check_damaged(R"("merges":["a b")", R"("merges":[["a","b","c"])", "merge 0 is no pair of tokens");
  check_damaged(R"("merges":["a b")", R"("merges":[7)", "merge 0 is no pair of tokens");
  check_damaged(R"("merges":["a b")", R"("merges":["a b","a b")", "merge 1, of 'a' and 'b', appears twice");
  check_damaged(R"("ignore_merges":false)", R"("ignore_merges":3)",
                "'ignore_merges' of the model is not true or false");
  check_damaged(R"("use_regex":false)", R"("use_regex":null)", "'use_regex' is not true or false");
}

TEST_CASE("tokenizer.json: wrong types and missing parts") {
  for (const char* value : {"null", "7", "\"x\"", "[]", "{}", "true"}) {
    CAPTURE(value);
    for (const char* part : {"vocab", "merges", "pre_tokenizer", "model", "added_tokens", "type"}) {
      std::string from = "\"" + std::string(part) + "\":";
      CHECK((after(from, from + value + std::string(",\"x\":")) != ""));
    }
  }
  CHECK(refusal("{}").starts_with("the file has no 'added_tokens'"));
  CHECK(refusal("{").starts_with("it is not valid JSON"));
  CHECK(refusal("{\"model\":").starts_with("it is not valid JSON"));
}

TEST_CASE("tokenizer.json: deep nesting is refused") {
  std::string deep(200'000, '[');
  CHECK(refusal("{\"version\":" + deep).starts_with("it is not valid JSON"));
  std::string normalizer = "null";
  for (int i = 0; i < 600; ++i) normalizer = R"({"type":"Sequence","normalizers":[)" + normalizer + "]}";
  CHECK(after(R"("normalizer":null)", R"("normalizer":)" + normalizer).starts_with("it is not valid JSON"));
}

TEST_CASE("tokenizer.json: cut short anywhere it is refused") {
  for (std::size_t size = 1; size < good.size(); size += 1 + size % 23)
    CHECK(refusal(good.substr(0, size)) != "");
}

TEST_CASE("tokenizer.json: with any byte changed it is refused or counts") {
  std::mt19937 random(6);
  for (int i = 0; i < 400; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] = static_cast<char>(random());
    synthetic::Directory directory;
    try {
      TokenCounter(load_tokenizer(directory.write("t.json", bad))).count("abc <|x|> 中 \xFF");
    } catch (const Failure& failure) {
      CHECK(failure.code() == ExitCode::usage);
    }
  }
}
