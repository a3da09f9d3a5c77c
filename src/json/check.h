// Do these tokens make a JSON value?
//
// Everything is checked, also what nobody needs: the order of tokens, words, numbers, escapes. Objects and
// arrays deeper than kDeepest are refused (simdjson's own limit), so no input can exhaust the stack. The
// caller of `object` or `array` is shown where each value stands, has it checked (`value`, or one of those
// two again), and says whether it is fine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/index.h"
#include "json/value.h"

namespace ssdetect {

// Python's json module writes NaN, Infinity and -Infinity, which are no JSON.
enum class BareNumbers : std::uint8_t { refused, accepted };

class JsonCheck {
 public:
  static constexpr int kDeepest = 1024;

  explicit JsonCheck(const JsonTokens& tokens, BareNumbers bare = BareNumbers::refused)
      : text_(tokens.text),
        at_(tokens.at),
        origin_(tokens.origin),
        limit_(tokens.limit),
        escapes_are_valid_(tokens.escapes_are_valid),
        bare_(bare) {}

  bool value();
  template <class OnField>  // bool(std::string_view key as quoted, JsonValue)
  bool object(OnField&& on_field);
  template <class OnElement>  // bool(JsonValue)
  bool array(OnElement&& on_element);
  // How many elements the last array had whose elements nobody was shown, and how many of them strings.
  std::uint64_t elements() const { return elements_; }
  std::uint64_t strings() const { return strings_; }
  bool at_end() const { return *at_ >= limit_; }  // no token is left
  bool only();                                    // the same, and if not so, that is a fault

  const std::uint32_t* at() const { return at_; }
  std::string fault() const;  // in words, with the byte; after a false

 private:
  char peek() const { return at_end() ? '\0' : text_[*at_]; }
  bool array();
  bool string();
  std::uint64_t pass_strings();
  bool word();
  bool next_or(char close, const char* missing);
  bool enter();
  bool fail(const char* what);

  const char* text_;
  const std::uint32_t* at_;
  std::uint32_t origin_;
  std::uint32_t limit_;
  bool escapes_are_valid_;
  BareNumbers bare_;
  bool closed_ = false;  // set by next_or
  int depth_ = 0;
  std::uint64_t elements_ = 0;
  std::uint64_t strings_ = 0;
  const char* fault_ = "";
};

inline bool JsonCheck::value() {
  switch (peek()) {
    case '{':
      return object([this](std::string_view, JsonValue) { return value(); });
    case '[':
      return array();
    case '"':
      return string();
    default:
      return word();
  }
}

// After a member: the comma before the next one, or the end.
inline bool JsonCheck::next_or(char close, const char* missing) {
  const char c = peek();
  closed_ = c == close;
  if (c != ',' && !closed_) return fail(missing);
  ++at_;
  return true;
}

template <class OnField>
bool JsonCheck::object(OnField&& on_field) {
  if (!enter()) return false;
  closed_ = peek() == '}';
  if (closed_) ++at_;
  while (!closed_) {
    if (peek() != '"') return fail("a key in quotes is missing");
    const auto key = JsonValue(text_, at_).quoted();
    if (!string()) return false;
    if (peek() != ':') return fail("a colon is missing");
    const JsonValue field(text_, ++at_);
    if (!on_field(key, field)) return false;
    if (!next_or('}', "a comma or } is missing")) return false;
  }
  --depth_;
  return true;
}

template <class OnElement>
bool JsonCheck::array(OnElement&& on_element) {
  if (!enter()) return false;
  closed_ = peek() == ']';
  if (closed_) ++at_;
  while (!closed_) {
    if (!on_element(JsonValue(text_, at_))) return false;
    if (!next_or(']', "a comma or ] is missing")) return false;
  }
  --depth_;
  return true;
}

}  // namespace ssdetect
