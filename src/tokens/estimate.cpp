#include "tokens/estimate.h"

#include <cstdint>

namespace ssdetect {

namespace {

constexpr double kBytesPerToken = 4;  // SPEC 4

constexpr bool is_space(char c) { return (c == ' ') | ((c >= '\t') & (c <= '\r')); }

template <class Count>
OutputTokens count_both(const OutputText& output, Count count) {
  const Tokens rest = count(output.rest);
  const Tokens total = rest + count(output.first_chunk);
  return {total, output.streamed ? std::optional(rest) : std::nullopt};
}

}  // namespace

// A word begins where white space, or the start of the text, stands before what is none. The inner loop has a
// fixed length and no branch, so that compilers make vector code of it.
std::size_t count_words(std::string_view text) {
  constexpr std::size_t kStride = 64;
  std::size_t words = !text.empty() && !is_space(text[0]), at = 1;
  for (; at + kStride <= text.size(); at += kStride) {
    const char* const here = text.data() + at;
    std::uint8_t begun = 0;
    for (std::size_t i = 0; i < kStride; ++i)
      begun = static_cast<std::uint8_t>(begun + (int{is_space(here[i - 1])} & int{!is_space(here[i])}));
    words += begun;
  }
  for (; at < text.size(); ++at) words += is_space(text[at - 1]) && !is_space(text[at]);
  return words;
}

OutputTokens tokens_by_chunks(const OutputText& output) {
  const auto chunks = static_cast<Tokens>(output.chunks);
  return {chunks, output.streamed ? std::optional(chunks - 1) : std::nullopt};
}

OutputTokens tokens_by_words(const OutputText& output) {
  return count_both(output, [](std::string_view text) { return static_cast<Tokens>(count_words(text)); });
}

OutputTokens tokens_by_bytes(const OutputText& output) {
  return count_both(output,
                    [](std::string_view text) { return static_cast<Tokens>(text.size()) / kBytesPerToken; });
}

}  // namespace ssdetect
