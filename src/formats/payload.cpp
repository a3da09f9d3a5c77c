// A chunk stays a view of the line until its text is asked for, and is copied only if it has escapes or
// several are joined. Counts: one collection of the interesting fields an object, then the places in order.
// Tests: tests/formats/endpoints_test.cpp.
#include "formats/payload.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cmath>

#include "json/string.h"

namespace ssdetect {
namespace {

// Trailing nulls may be left off, so an absent element is the same as a null.
std::optional<std::uint64_t> hash_of(const Payload::Elements& elements) {
  std::uint64_t hash = 0;
  bool any = false;
  for (std::size_t i = 1; i < elements.size(); ++i) {
    const JsonValue value = elements[i].value;
    const auto raw = value.is_something() ? value.raw() : std::string_view();
    hash = XXH3_64bits_withSeed(raw.data(), raw.size(), hash);
    any = any || value.is_something();
  }
  return any ? std::optional(hash) : std::nullopt;
}

// Chunks of an element, where texts are not wanted.
std::uint64_t chunks_in(const Payload::Element& element) {
  return element.value.is_array() ? element.strings : !element.value.quoted().empty();
}

constexpr double kMostTokens = 1 << 24;  // exact as a float (run/request); no request has that many

std::optional<double> as_duration(JsonValue value) {
  const auto number = value.number();
  return number && *number >= 0 ? number : std::nullopt;
}

CountFields fields_of(JsonValue object) {
  CountFields fields;
  std::string scratch;
  object.each_field(
      [&](std::string_view key, JsonValue value) { fields.take(decoded(key, scratch), value); });
  return fields;
}

std::vector<CountFields> objects_in(const Payload& data) {
  std::vector<CountFields> found;
  if (data.whole().is_object()) found.push_back(fields_of(data.whole()));
  if (!data.holds_objects()) return found;
  data.whole().each_element([&](JsonValue element) {
    if (element.is_object()) found.push_back(fields_of(element));
  });
  return found;
}

template <class Read>
void fill(std::optional<double>& slot, JsonValue value, std::uint64_t& invalid, Read read) {
  if (slot || !value.is_something()) return;
  slot = read(value);
  if (!slot) ++invalid;
}

void look_at(const CountFields& fields, RecordedCounts& found) {
  for (const JsonValue count : fields.counts) fill(found.output_tokens, count, found.invalid, as_token_count);
  fill(found.tpot_ns, fields.tpot, found.invalid, as_duration);
  fill(found.decode_ns, fields.decode, found.invalid, as_duration);
}

}  // namespace

bool Payload::read(JsonValue value, JsonCheck& check) {
  *this = Payload();
  whole_ = value;
  if (!value.is_array()) return check.value();
  std::size_t count = 0;
  return check.array([&](JsonValue element) {
    holds_objects_ = holds_objects_ || element.is_object();
    const bool fine = check.value();
    if (count < elements_.size())
      elements_[count++] = {element, element.is_array() ? check.elements() : 0,
                            element.is_array() ? check.strings() : 0};
    return fine;
  });
}

Payload::Elements Payload::tagged(std::string_view tag) const {
  return key_is(elements_[0].value.quoted(), tag) ? elements_ : Elements{};
}

Prompt PayloadReader::prompt(const Payload& data, const WantedPayload& wanted, Memory& memory) {
  const auto elements = data.tagged("PromptData");
  Prompt prompt;
  if (wanted.prompt_hash) prompt.hash = hash_of(elements);
  if (elements[2].value.is_array())
    prompt.input_tokens = static_cast<Tokens>(elements[2].elements);
  else if (wanted.prompt_text)
    prompt.text = decoded(elements[1].value.quoted(), memory);
  return prompt;
}

std::optional<OutputText> PayloadReader::output(const Payload& data, bool decode, Memory& memory) {
  const auto elements = data.tagged("TextModelOutput");
  const auto& answer = elements[1];
  const auto& reasoning = elements[2];
  OutputText output;
  output.streamed = answer.value.is_array() || reasoning.value.is_array();
  if (!output.streamed && !answer.value.is_string() && !reasoning.value.is_string()) return std::nullopt;
  output.chunks = output.streamed ? chunks_in(reasoning) + chunks_in(answer) : 1;
  if (!decode) return output;
  chunks_.clear();
  collect(reasoning.value);
  collect(answer.value);
  decode_chunks(output, memory);
  return output;
}

bool PayloadReader::has_tool_calls(const Payload& data) {
  const auto calls = data.tagged("TextModelOutput")[3];
  return calls.value.is_something() && !(calls.value.is_array() && calls.elements == 0);
}

void PayloadReader::collect(JsonValue value) {
  if (value.is_string() && !value.quoted().empty()) chunks_.push_back(value.quoted());
  value.each_element([&](JsonValue element) {
    if (element.is_string()) chunks_.push_back(element.quoted());
  });
}

void PayloadReader::decode_chunks(OutputText& output, Memory& memory) const {
  const std::size_t first = output.streamed ? std::min<std::size_t>(1, chunks_.size()) : chunks_.size();
  output.first_chunk = joined(0, first, memory);
  output.rest = joined(first, chunks_.size(), memory);
}

std::string_view PayloadReader::joined(std::size_t from, std::size_t to, Memory& memory) const {
  if (to - from == 0) return {};
  if (to - from == 1) return decoded(chunks_[from], memory);
  std::size_t most = 0;
  for (std::size_t i = from; i < to; ++i) most += chunks_[i].size();
  auto* const text = static_cast<char*>(memory.allocate(most, 1));
  char* end = text;
  for (std::size_t i = from; i < to; ++i) end = decode_into(chunks_[i], end);
  return {text, static_cast<std::size_t>(end - text)};
}

bool CountFields::take(std::string_view key, JsonValue value) {
  if (key == "usage") return usage = value, true;
  if (key == "tpot_ns") return tpot = value, true;
  if (key == "decode_ns") return decode = value, true;
  for (std::size_t i = 0; i < kCountNames.size(); ++i) {
    if (key == kCountNames[i]) return counts[i] = value, true;
  }
  return false;
}

RecordedCounts find_counts(const CountFields& top, const Payload& data, JsonValue pointed) {
  RecordedCounts found;
  fill(found.output_tokens, pointed, found.invalid, as_token_count);
  look_at(top, found);
  const auto inside = objects_in(data);
  for (const CountFields& fields : inside) look_at(fields, found);
  if (top.usage.is_object()) look_at(fields_of(top.usage), found);
  for (const CountFields& fields : inside) look_at(fields_of(fields.usage), found);
  return found;
}

JsonValue first_of(JsonValue object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const JsonValue value = object.member(name); value.is_something()) return value;
  }
  return {};
}

std::optional<Tokens> as_token_count(JsonValue value) {
  const auto number = value.number();
  return number ? token_count_of(*number) : std::nullopt;
}

std::optional<Tokens> token_count_of(double number) {
  const bool fine = number >= 0 && number <= kMostTokens && number == std::floor(number);
  return fine ? std::optional(number) : std::nullopt;
}

bool tells_failure(JsonValue error) {
  if (!error.is_something()) return false;
  return error.is_string() ? tells_failure(error.text()) : tells_failure(error.raw());
}

bool tells_failure(std::string_view error) {
  constexpr std::array<std::string_view, 6> kNone = {"false", "False", "0", "null", "None", "none"};
  const bool is_empty = error.find_first_not_of(" \t\r\n") == std::string_view::npos;
  return !is_empty && std::find(kNone.begin(), kNone.end(), error) == kNone.end();
}

}  // namespace ssdetect
