// Which tokenizer file is being read, and how is it refused?
//
// Shared by the readers of the two kinds of file. Every failure is a Failure(usage) that names the path.
#pragma once

#include <simdjson.h>

#include <optional>
#include <string>

#include "tokens/vocabulary.h"

namespace ssdetect {

struct TokenizerFile {
  std::string path;
  simdjson::padded_string bytes;

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
