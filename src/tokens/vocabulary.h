// What does the tokenizer file say?
//
// Understands the files of gpt-oss, Llama 3.x, Qwen 3, DeepSeek V3/R1 (tokenizer.json) and of Kimi K2, cl100k
// and o200k (tiktoken rank files). Whatever it does not recognise exactly it refuses, for a wrong count is
// worse than none: every failure is a Failure(usage) with the file, the fault and the remedy.
#pragma once

#include <optional>
#include <string>
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
  std::string
      name;  // "gpt-oss", "llama-3", "qwen-3", "deepseek-v3", "deepseek-r1", "kimi-k2", "cl100k", "o200k"
  Pattern pattern = Pattern::cl100k;
  bool nfc = false;       // text is normalised to NFC first
  bool cut_runs = false;  // text is cut first, as Kimi's own tokenizer does
  BpeModel model;
  std::vector<AddedToken> added;
};

// `path` names a tokenizer.json, a rank file, or a directory that holds one. `pattern` is for rank files,
// which do not tell theirs; without it the size of the vocabulary does.
Vocabulary read_vocabulary(const std::string& path, std::optional<Pattern> pattern);

}  // namespace ssdetect
