// Numbers go through from_chars on exactly the bytes of their token. A pointer is split at slashes, then ~1
// is / and ~0 is ~; a segment is a key, or in an array an index. Tests: tests/json/value_test.cpp.
#include "json/value.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "failure.h"
#include "json/string.h"

namespace ssdetect {
namespace {

[[noreturn]] void refuse(std::string_view pointer) {
  throw Failure(ExitCode::usage, {"--token-field"},
                fmt::format("'{}' is no JSON Pointer; it looks like /usage/completion_tokens.", pointer));
}

std::string unescaped(std::string_view segment, std::string_view pointer) {
  std::string text;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] != '~') {
      text += segment[i];
      continue;
    }
    ++i;
    if (i == segment.size() || (segment[i] != '0' && segment[i] != '1')) refuse(pointer);
    text += segment[i] == '0' ? '~' : '/';
  }
  return text;
}

JsonValue element_named(JsonValue array, std::string_view segment) {
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(segment.data(), segment.data() + segment.size(), index);
  if (error != std::errc() || end != segment.data() + segment.size()) return {};
  return array.element(index);
}

}  // namespace

std::string_view JsonValue::raw() const {
  if (!exists()) return {};
  if (!is_object() && !is_array()) return token_text();
  const std::uint32_t last = *(after().at_ - 1);
  return {text_ + *at_, last + 1 - *at_};
}

std::string JsonValue::text() const {
  std::string text;
  append_decoded(quoted(), text);
  return text;
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

std::optional<std::int64_t> JsonValue::whole() const {
  if (const auto written = integer()) return written;
  const auto value = number();
  return value ? as_whole(*value) : std::nullopt;
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

std::optional<std::int64_t> as_whole(double number) {
  constexpr double kMost = 9007199254740992;  // 2^53
  if (!(std::abs(number) <= kMost) || number != std::floor(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

bool key_is(std::string_view quoted_key, std::string_view name) {
  if (!has_escapes(quoted_key)) return quoted_key == name;
  std::string text;
  append_decoded(quoted_key, text);
  return text == name;
}

JsonPointer::JsonPointer(std::string_view pointer) {
  if (pointer.empty()) return;
  if (pointer.front() != '/') refuse(pointer);
  std::string_view rest = pointer;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t size = std::min(rest.size(), rest.find('/'));
    segments_.push_back(unescaped(rest.substr(0, size), pointer));
    rest.remove_prefix(size);
  }
}

JsonValue JsonPointer::find(JsonValue root) const {
  if (segments_.empty()) return {};
  JsonValue at = root;
  for (const std::string& segment : segments_) {
    at = at.is_array() ? element_named(at, segment) : at.member(segment);
    if (!at.exists()) break;
  }
  return at;
}

}  // namespace ssdetect
