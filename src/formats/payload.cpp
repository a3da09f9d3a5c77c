// The elements are picked out of the array in one walk; a chunk stays a view of the line until its text is
// asked for, and is copied only if it has escapes or several are joined.
#include "formats/payload.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>

#include "formats/json_string.h"

namespace ssdetect {
namespace {

using Elements = std::array<JsonValue, 4>;  // the tag and three more

// All absent if the array does not begin with this tag.
Elements tagged(JsonValue data, std::string_view tag) {
  Elements elements;
  std::size_t count = 0;
  data.each_element([&](JsonValue element) {
    if (count < elements.size()) elements[count++] = element;
  });
  return key_is(elements[0].quoted(), tag) ? elements : Elements{};
}

// Trailing nulls may be left off, so an absent element is the same as a null.
std::optional<std::uint64_t> hash_of(const Elements& elements) {
  std::uint64_t hash = 0;
  bool any = false;
  for (std::size_t i = 1; i < elements.size(); ++i) {
    const auto raw = elements[i].is_something() ? elements[i].raw() : std::string_view();
    hash = XXH3_64bits_withSeed(raw.data(), raw.size(), hash);
    any = any || elements[i].is_something();
  }
  return any ? std::optional(hash) : std::nullopt;
}

}  // namespace

Prompt PayloadReader::prompt(JsonValue data, const WantedPayload& wanted) {
  Prompt prompt;
  if (!data.is_array()) return prompt;
  const Elements elements = tagged(data, "PromptData");
  if (wanted.prompt_hash) prompt.hash = hash_of(elements);
  if (elements[2].is_array())
    prompt.input_tokens = static_cast<Tokens>(elements[2].size());
  else if (wanted.prompt_text)
    prompt.text = decoded(elements[1].quoted(), prompt_);
  return prompt;
}

std::optional<OutputText> PayloadReader::output(JsonValue data, bool decode) {
  const Elements elements = tagged(data, "TextModelOutput");
  const JsonValue answer = elements[1];
  const JsonValue reasoning = elements[2];
  OutputText output;
  output.streamed = answer.is_array() || reasoning.is_array();
  if (!output.streamed && !answer.is_string() && !reasoning.is_string()) return std::nullopt;
  chunks_.clear();
  collect(reasoning);
  collect(answer);
  output.chunks = output.streamed ? chunks_.size() : 1;
  if (decode) decode_chunks(output);
  return output;
}

bool PayloadReader::has_tool_calls(JsonValue data) {
  const JsonValue calls = tagged(data, "TextModelOutput")[3];
  return calls.is_something() && !(calls.is_array() && calls.size() == 0);
}

void PayloadReader::collect(JsonValue value) {
  if (value.is_string() && !value.quoted().empty()) chunks_.push_back(value.quoted());
  value.each_element([&](JsonValue element) {
    if (element.is_string()) chunks_.push_back(element.quoted());
  });
}

void PayloadReader::decode_chunks(OutputText& output) {
  if (chunks_.empty()) return;
  if (!output.streamed && chunks_.size() > 1) {
    join(0, first_);
    output.first_chunk = first_;
    return;
  }
  output.first_chunk = decoded(chunks_[0], first_);
  if (chunks_.size() == 2) output.rest = decoded(chunks_[1], rest_);
  if (chunks_.size() <= 2) return;
  join(1, rest_);
  output.rest = rest_;
}

void PayloadReader::join(std::size_t from, std::string& text) const {
  text.clear();
  for (std::size_t i = from; i < chunks_.size(); ++i) append_decoded(chunks_[i], text);
}

}  // namespace ssdetect
