// Split at slashes, then ~1 is / and ~0 is ~; a segment is a key, or in an array an index.
#include "formats/json_pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "failure.h"

namespace ssdetect {
namespace {

[[noreturn]] void refuse(std::string_view pointer) {
  throw Failure(
      ExitCode::usage,
      fmt::format("--token-field: '{}' is no JSON Pointer; it looks like /usage/completion_tokens", pointer));
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
