#include "tokens/estimate.h"

namespace ssdetect {

namespace {

constexpr double kBytesPerToken = 4;  // SPEC 4

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

template <class Count>
OutputTokens count_both(const OutputText& output, Count count) {
  const Tokens rest = count(output.rest);
  const Tokens total = rest + count(output.first_chunk);
  return {total, output.streamed ? std::optional(rest) : std::nullopt};
}

}  // namespace

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool inside = false;
  for (char c : text) {
    const bool space = is_space(c);
    words += !space && !inside;
    inside = !space;
  }
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
