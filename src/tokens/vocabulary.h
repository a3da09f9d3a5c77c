// What does the tokenizer file say?
//
// Understands the files of gpt-oss, Llama 3.x, Qwen 3, DeepSeek V3/R1 (tokenizer.json) and of Kimi K2, cl100k
// and o200k (tiktoken rank files). Whatever it does not recognise exactly it refuses, for a wrong count is
// worse than none: every failure is a Failure(usage) with the file, the fault and the remedy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/bpe.h"
#include "tokens/pretokenizer.h"

namespace ssdetect {

// A text that is one token wherever it stands, such as <|endoftext|>.
struct AddedToken {
  std::string text;
  bool normalized;  // looked for in the normalised text, instead of the text as it came
};

struct Vocabulary {
  // "gpt-oss", "llama-3", "qwen-3", "qwen", "deepseek-v3", "deepseek-r1", "kimi-k2", "cl100k" or "o200k".
  std::string name;
  Pattern pattern = Pattern::cl100k;
  bool nfc = false;       // text is normalised to NFC first
  bool cut_runs = false;  // text is cut first, as Kimi's own tokenizer does
  BpeModel model;
  std::vector<AddedToken> added;
};

// `path` names a tokenizer.json, a rank file, or a directory that holds one. `pattern` is for rank files,
// which do not tell theirs; without it the size of the vocabulary does.
Vocabulary read_vocabulary(const std::string& path, std::optional<Pattern> pattern);

// --- For the readers of the two kinds of file ---

struct TokenizerFile {
  std::string path;
  std::string bytes;  // with room for what simdjson reads behind them

  [[noreturn]] void refuse(const std::string& fault, const std::string& remedy) const;
  // The file does not hold what it should: "Fetch the file again".
  [[noreturn]] void refuse_damaged(const std::string& fault) const;
  // The file asks for something ssdetect does not do: names the part, and the tokenizers that are understood.
  [[noreturn]] void refuse_unknown(const std::string& part) const;
};

// A token or a text of the file, fit to stand in a sentence: quoted, shortened, control characters masked.
std::string in_quotes(std::string_view text);

// Longer tokens than any model has; a bound on the work a hostile file can ask for.
inline constexpr std::size_t longest_token_bytes = 1024;

Vocabulary read_tokenizer_json(TokenizerFile file);
Vocabulary read_rank_file(const TokenizerFile& file, std::optional<Pattern> pattern);

// Looks up the 256 tokens of one byte, without which a text could not be counted.
void find_byte_tokens(const TokenizerFile& file, BpeModel& model);

}  // namespace ssdetect
