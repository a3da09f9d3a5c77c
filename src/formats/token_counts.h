// How many output tokens did the completion record, and what did the server say about its speed?
//
// Looked for at the top level of the line, then in `data` (an object, or the objects in its array), then in a
// `usage` object of either; in each place by name in the order of kCountNames. The first that is a count
// wins. Nulls are absent; anything else that is no count (negative, fractional, past 2^24, no number) is
// skipped and counted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/payload.h"
#include "json/value.h"
#include "units.h"

namespace ssdetect {

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

// A number of tokens: integral, 0 to 2^24.
std::optional<Tokens> as_token_count(JsonValue value);

}  // namespace ssdetect
