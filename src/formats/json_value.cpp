// Numbers go through from_chars on exactly the bytes of their token.
#include "formats/json_value.h"

#include <charconv>
#include <cmath>

#include "formats/json_string.h"

namespace ssdetect {

std::string_view JsonValue::raw() const {
  if (!exists()) return {};
  if (!is_object() && !is_array()) return token_text();
  const std::uint32_t last = *(after().at_ - 1);
  return {text_ + *at_, last + 1 - *at_};
}

std::optional<double> JsonValue::number() const {
  if (!exists()) return std::nullopt;
  const auto text = token_text();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> JsonValue::integer() const {
  if (!exists()) return std::nullopt;
  const auto text = token_text();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::uint64_t JsonValue::size() const {
  std::uint64_t count = 0;
  each_element([&](JsonValue) { ++count; });
  return count;
}

JsonValue JsonValue::member(std::string_view name) const {
  JsonValue found;
  each_field([&](std::string_view key, JsonValue value) {
    if (key_is(key, name)) found = value;
  });
  return found;
}

JsonValue JsonValue::element(std::uint64_t index) const {
  JsonValue found;
  each_element([&](JsonValue value) {
    if (index-- == 0) found = value;
  });
  return found;
}

bool key_is(std::string_view quoted_key, std::string_view name) {
  if (!has_escapes(quoted_key)) return quoted_key == name;
  std::string text;
  append_decoded(quoted_key, text);
  return text == name;
}

}  // namespace ssdetect
