// Where does the first piece of a text end, the piece that byte-pair merging may not cross?
//
// One hand-written scanner a pattern, equal to the regular expression in the models' tokenizer files (quoted
// in pretokenizer.cpp). Positions point into the caller's text, which must be valid UTF-8. Cannot fail.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tokens/unicode_classes.h"

namespace ssdetect {

enum class Pattern {
  cl100k,    // GPT-4 and Llama 3
  o200k,     // GPT-4o and gpt-oss
  kimi,      // Kimi K2: o200k with Han words apart
  qwen,      // cl100k with single digits
  deepseek,  // DeepSeek V3 and R1: three splits, one inside the other
};

// Of a model whose file splits by these regular expressions, in the order of the file, one inside the pieces
// of the one before; nullopt for those of no known model. Compared byte by byte: a pattern that merely looks
// alike may split differently.
std::optional<Pattern> pattern_of_splits(const std::vector<std::string_view>& regexes);

class Pretokenizer {
 public:
  explicit Pretokenizer(Pattern pattern);

  // `at` < `end`, both at a character's start. Looks at nothing outside [at, end): the end of the text counts
  // as one for a look-ahead. The whole text is split by starting again where the last piece ended.
  const char* piece_end(const char* at, const char* end) const { return scan_(table_, at, end); }

 private:
  using Scan = const char* (*)(const unicode::Classes* table, const char* at, const char* end);
  const unicode::Classes* table_;
  Scan scan_;
};

}  // namespace ssdetect
