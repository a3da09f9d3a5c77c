// What was sent with a request, and what came back?
//
// `data` is ["PromptData", text, token_ids, messages, ...] or ["TextModelOutput", output, reasoning,
// tool_calls], with nulls at the end left off. Where its elements stand is noted while it is checked, so
// nothing is walked twice. Texts are views of the line where it has them as they are; what has to be decoded
// or joined is written to memory of the caller's.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/reader.h"
#include "input/event.h"
#include "json/check.h"
#include "json/value.h"

namespace ssdetect {

class Payload {
 public:
  // False: it is no JSON; see the check.
  bool read(JsonValue value, JsonCheck& check);

  JsonValue whole() const { return whole_; }
  bool holds_objects() const { return holds_objects_; }  // as elements of an array

  struct Element {
    JsonValue value;
    std::uint64_t elements = 0, strings = 0;  // of an array
  };
  // The tag and three more; all absent if the array does not begin with this tag.
  using Elements = std::array<Element, 4>;
  Elements tagged(std::string_view tag) const;

 private:
  JsonValue whole_;
  Elements elements_;
  bool holds_objects_ = false;
};

struct Prompt {
  std::optional<std::uint64_t> hash;
  std::optional<Tokens> input_tokens;
  std::string_view text;
};

class PayloadReader {
 public:
  using Memory = std::pmr::memory_resource;

  static Prompt prompt(const Payload& data, const WantedPayload& wanted, Memory& memory);

  // Chunks are those of the reasoning, then those of the output. In an array each string is a chunk, an empty
  // one, too (the client received it); nulls and other values are none. A string that is no array is one
  // chunk if it is not empty. Without any array the answer was not streamed: all of it is one chunk, even
  // when empty. Neither strings nor arrays: nullopt. Texts are decoded only if `decode`.
  std::optional<OutputText> output(const Payload& data, bool decode, Memory& memory);

  static bool has_tool_calls(const Payload& data);

 private:
  void collect(JsonValue value);
  void decode_chunks(OutputText& output, Memory& memory) const;
  std::string_view joined(std::size_t from, std::size_t to, Memory& memory) const;

  std::vector<std::string_view> chunks_;  // as quoted
};

}  // namespace ssdetect
