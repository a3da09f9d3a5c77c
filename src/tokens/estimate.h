// How many tokens is an output, roughly, where nobody counted? (SPEC 4, on request only)
//
// Scale-free verdicts hold on these; absolute TPOT and TPS are estimates and are marked as such.
#pragma once

#include <optional>
#include <string_view>

#include "tokens/output_text.h"
#include "units.h"

namespace ssdetect {

struct OutputTokens {
  Tokens total = 0;
  std::optional<Tokens> after_first;  // nullopt: not streamed
};

// ASCII white space separates words.
std::size_t count_words(std::string_view text);

OutputTokens tokens_by_chunks(const OutputText& output);
OutputTokens tokens_by_words(const OutputText& output);
OutputTokens tokens_by_bytes(const OutputText& output);  // UTF-8 bytes / 4, fractions kept

}  // namespace ssdetect
