// What does this part of a JSON text hold?
//
// A view into an indexed text that JsonCheck has found to be in order, so nothing here fails: what is asked
// of a value of another kind is absent. Valid as long as the text and its index. Finding the end of a
// container takes one step a token; nothing is copied. Of a key that comes twice the last one counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ssdetect {

class JsonValue {
 public:
  JsonValue() = default;  // absent
  JsonValue(const char* text, const std::uint32_t* at) : text_(text), at_(at) {}

  bool exists() const { return at_ != nullptr; }
  bool is_null() const { return starts_with('n'); }
  bool is_string() const { return starts_with('"'); }
  bool is_array() const { return starts_with('['); }
  bool is_object() const { return starts_with('{'); }
  bool is_true() const { return starts_with('t'); }
  bool is_something() const { return exists() && !is_null(); }

  // A string without its quotes, escapes as they are (see json/string); empty for anything else.
  std::string_view quoted() const;
  std::string text() const;              // what a string says; empty for anything else
  std::string_view raw() const;          // the bytes of the value
  std::optional<double> number() const;  // finite ones only
  // The integer, if it is written as one and fits.
  std::optional<std::int64_t> integer() const;
  // The same, also where it is written as a float (1.0, 2e3) that holds it exactly.
  std::optional<std::int64_t> whole() const;
  std::size_t offset() const { return *at_; }

  // Calls `on_field(key as quoted, value)`, in order, for an object; does nothing for anything else.
  template <class OnField>
  void each_field(OnField&& on_field) const;
  // The same with `on_element(value)` for an array.
  template <class OnElement>
  void each_element(OnElement&& on_element) const;
  JsonValue member(std::string_view name) const;
  JsonValue element(std::uint64_t index) const;

 private:
  bool starts_with(char c) const { return at_ != nullptr && text_[*at_] == c; }
  char token() const { return text_[*at_]; }
  std::string_view token_text() const;
  JsonValue next_token() const { return {text_, at_ + 1}; }
  JsonValue after() const;  // the token behind this value

  const char* text_ = nullptr;
  const std::uint32_t* at_ = nullptr;
};

// A number that is an integer, and small enough (2^53) that a float holds it and its neighbours exactly.
std::optional<std::int64_t> as_whole(double number);

bool key_is(std::string_view quoted_key, std::string_view name);

// The way to a value (RFC 6901).
class JsonPointer {
 public:
  JsonPointer() = default;  // points to nothing
  // "" points to nothing, too. Throws Failure(usage) when it is none.
  explicit JsonPointer(std::string_view pointer);
  bool empty() const { return segments_.empty(); }
  JsonValue find(JsonValue root) const;  // absent if there is nothing
  std::string_view first() const { return segments_.empty() ? std::string_view() : segments_.front(); }

 private:
  std::vector<std::string> segments_;
};

inline bool is_json_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
inline bool is_blank(std::string_view text) { return std::all_of(text.begin(), text.end(), is_json_space); }

// Everything between the first character of a token and the next token, without the white space at the end.
inline std::string_view json_token_text(const char* text, const std::uint32_t* at) {
  std::uint32_t end = at[1];
  while (end > *at && is_json_space(text[end - 1])) --end;
  return {text + *at, end - *at};
}

inline std::string_view JsonValue::token_text() const { return json_token_text(text_, at_); }

inline std::string_view JsonValue::quoted() const {
  if (!is_string()) return {};
  const auto whole = token_text();
  return whole.substr(1, whole.size() - 2);
}

inline JsonValue JsonValue::after() const {
  const std::uint32_t* at = at_;
  int depth = 0;
  do {
    const char c = text_[*at++];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
  } while (depth > 0);
  return {text_, at};
}

template <class OnField>
void JsonValue::each_field(OnField&& on_field) const {
  if (!is_object()) return;
  JsonValue key = next_token();
  while (key.is_string()) {
    const JsonValue value{text_, key.at_ + 2};
    on_field(key.quoted(), value);
    key = value.after();
    if (key.token() == ',') key = key.next_token();
  }
}

template <class OnElement>
void JsonValue::each_element(OnElement&& on_element) const {
  if (!is_array()) return;
  JsonValue value = next_token();
  while (value.token() != ']') {
    on_element(value);
    value = value.after();
    if (value.token() == ',') value = value.next_token();
  }
}

}  // namespace ssdetect
