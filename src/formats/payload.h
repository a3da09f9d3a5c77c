// What was sent with a request, what came back, and how many tokens of it did somebody record?
//
// `data` is ["PromptData", text, token_ids, messages, ...] or ["TextModelOutput", output, reasoning,
// tool_calls], with nulls at the end left off. Where its elements stand is noted while it is checked, so
// nothing is walked twice. Texts are views of the line where it has them as they are; what has to be decoded
// or joined is written to memory of the caller's.
//
// A recorded count is looked for at the top level of the line, then in `data` (an object, or the objects in
// its array), then in a `usage` object of either; in each place by name in the order of kCountNames. The
// first that is a count wins. Nulls are absent; anything else that is no count (negative, fractional, past
// 2^24, no number) is skipped and counted.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/reader.h"
#include "input/event.h"
#include "json/check.h"
#include "json/value.h"
#include "units.h"

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

inline constexpr std::array<std::string_view, 5> kCountNames = {"output_tokens", "completion_tokens", "osl",
                                                                "num_output_tokens", "n_output_tokens"};

struct CountFields {
  std::array<JsonValue, kCountNames.size()> counts;
  JsonValue usage;
  JsonValue tpot;
  JsonValue decode;

  // Keeps the value if the key (decoded) is one of those; the last one of a name stays.
  bool take(std::string_view key, JsonValue value);
};

struct RecordedCounts {
  std::optional<Tokens> output_tokens;
  std::optional<double> tpot_ns;
  std::optional<double> decode_ns;
  std::uint64_t invalid = 0;
};

// `pointed` is what --token-field points to, absent if nothing; it goes before all names.
RecordedCounts find_counts(const CountFields& top, const Payload& data, JsonValue pointed);

// The first member of that name that is there and not null.
JsonValue first_of(JsonValue object, std::initializer_list<std::string_view> names);

// A number of tokens: integral, 0 to 2^24.
std::optional<Tokens> as_token_count(JsonValue value);
std::optional<Tokens> token_count_of(double number);

// Whether what a record has under a name for its error is one. Clients, and tools that rewrite their files,
// write "none" in many ways: absent, null, false, 0, a blank text, and the words for these.
bool tells_failure(JsonValue error);
bool tells_failure(std::string_view error);

}  // namespace ssdetect
