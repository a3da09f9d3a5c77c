// How many tokens is this text, for this model?
//
// Equal to the model's own tokenizer with add_special_tokens = false: a text that spells an added token
// (<|endoftext|>) counts as that one token. Invalid UTF-8 is counted as what a lossy decoder makes of it: one
// U+FFFD for every maximal broken part. A `Tokenizer` is immutable and may be shared between threads; a
// `TokenCounter` belongs to one thread, with its scratch memory and bounded caches (5 MB). Only loading
// fails.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tokens/bpe.h"
#include "tokens/early_cuts.h"
#include "tokens/pretokenizer.h"
#include "tokens/quick_pieces.h"
#include "tokens/vocabulary.h"
#include "tokens/word_cache.h"

namespace ssdetect {

class Tokenizer {
 public:
  explicit Tokenizer(Vocabulary vocabulary);

  // "gpt-oss", "llama-3", "qwen-3", "qwen", "deepseek-v3", "deepseek-r1", "kimi-k2", "cl100k" or "o200k".
  const std::string& name() const { return vocabulary_.name; }

 private:
  friend class TokenCounter;
  Vocabulary vocabulary_;
  Pretokenizer pretokenizer_;
  QuickPieces quick_pieces_;
  AddedTokens raw_added_;         // looked for in the text as it came
  AddedTokens normalized_added_;  // looked for after normalisation
};

// `path`: a tokenizer.json, a tiktoken rank file, or a directory that holds one. `pattern` is for rank files,
// which do not tell theirs (without it, the vocabulary's size does); a tokenizer.json ignores it. Throws
// Failure(usage): the file, the fault, the remedy.
std::shared_ptr<const Tokenizer> load_tokenizer(const std::string& path, std::optional<Pattern> pattern = {});

class TokenCounter {
 public:
  explicit TokenCounter(std::shared_ptr<const Tokenizer> tokenizer);
  std::size_t count(std::string_view text);

 private:
  std::size_t count_raw(std::string_view text);         // valid UTF-8, as it came
  std::size_t count_normalized(std::string_view text);  // the same, between added tokens; normalises
  std::size_t count_pieces(std::string_view text);      // without added tokens
  template <bool cased>
  std::size_t count_pieces(std::string_view text);
  std::size_t count_piece(std::string_view piece, const char* end_of_text);
  template <class Cache>
  std::size_t count_cached(Cache& cache, const typename Cache::Key& key, std::string_view piece);
  template <class Cache>
  [[gnu::noinline]] std::size_t count_new(Cache& cache, typename Cache::Key key, std::string_view piece);

  std::shared_ptr<const Tokenizer> tokenizer_;
  BpeCounter bpe_;
  ShortWordCache short_words_;
  LongWordCache long_words_;
  std::string repaired_, normalized_;
};

}  // namespace ssdetect
