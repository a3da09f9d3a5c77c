// What was sent with a request, and what came back?
//
// `data` is ["PromptData", text, token_ids, messages, ...] or ["TextModelOutput", output, reasoning,
// tool_calls], with nulls at the end left off. What is returned points into the line or into this reader's
// buffers, valid until the next call of the same function.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json_value.h"
#include "formats/reader.h"
#include "input/event.h"

namespace ssdetect {

struct Prompt {
  std::optional<std::uint64_t> hash;
  std::optional<Tokens> input_tokens;
  std::string_view text;
};

class PayloadReader {
 public:
  Prompt prompt(JsonValue data, const WantedPayload& wanted);

  // Chunks are those of the reasoning, then those of the output. In an array each string is a chunk, an empty
  // one, too (the client received it); nulls and other values are none. A string that is no array is one
  // chunk if it is not empty. Without any array the answer was not streamed: all of it is one chunk, even
  // when empty. Neither strings nor arrays: nullopt. Texts are decoded only if `decode`.
  std::optional<OutputText> output(JsonValue data, bool decode);

  static bool has_tool_calls(JsonValue data);

 private:
  void collect(JsonValue value);
  void decode_chunks(OutputText& output);
  void join(std::size_t from, std::string& text) const;

  std::vector<std::string_view> chunks_;  // as quoted
  std::string first_;
  std::string rest_;
  std::string prompt_;
};

}  // namespace ssdetect
