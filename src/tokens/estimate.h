// How many tokens is an output, roughly, where nobody counted? (SPEC 4, on request only)
//
// Scale-free verdicts hold on these; absolute TPOT and TPS are estimates and are marked as such.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "units.h"

namespace ssdetect {

// What a completion says, as far as its tokens are concerned. The texts are views into a reader's buffers,
// and empty when nobody asked for them.
struct OutputText {
  std::string_view first_chunk;
  std::string_view rest;     // all later chunks joined, reasoning before output
  std::uint64_t chunks = 0;  // of reasoning, then of output; a plain string counts as one
  bool streamed = false;     // false: no array at all, so there is no "after the first"
};

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
