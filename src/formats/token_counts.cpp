// One collection of the interesting fields an object, then the places in order.
#include "formats/token_counts.h"

#include <cmath>
#include <string>
#include <vector>

#include "json/string.h"

namespace ssdetect {
namespace {

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

std::optional<Tokens> as_token_count(JsonValue value) {
  const auto number = value.number();
  const bool fine = number && *number >= 0 && *number <= kMostTokens && *number == std::floor(*number);
  return fine ? number : std::nullopt;
}

}  // namespace ssdetect
