// Do these tokens make a JSON value?
//
// Everything is checked, also what nobody needs: the order of tokens, words, numbers, escapes. Objects and
// arrays deeper than kDeepest are refused (simdjson's own limit), so no input can exhaust the stack. The
// caller of `object` is shown the fields of that object as they are found in order, each after its value was
// checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/json_index.h"
#include "formats/json_value.h"

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
        escapes_(tokens.may_have_escapes),
        bare_(bare) {}

  bool value();
  template <class OnField>
  bool object(OnField&& on_field);
  bool at_end() const { return *at_ >= limit_; }  // no token is left
  bool only();                                    // the same, and if not so, that is a fault

  const std::uint32_t* at() const { return at_; }
  std::string fault() const;  // in words, with the byte; after a false

 private:
  static void ignore(std::string_view, JsonValue) {}
  char peek() const { return at_end() ? '\0' : text_[*at_]; }
  bool array();
  bool string();
  bool bad_string(std::string_view whole);
  bool word();
  bool next_or(char close, const char* missing);
  bool enter();
  bool fail(const char* what);

  const char* text_;
  const std::uint32_t* at_;
  std::uint32_t origin_;
  std::uint32_t limit_;
  bool escapes_;
  BareNumbers bare_;
  bool closed_ = false;  // set by next_or
  int depth_ = 0;
  std::string_view string_;  // the last one, as quoted
  const char* fault_ = "";
};

inline bool JsonCheck::string() {
  const auto whole = json_token_text(text_, at_);
  if (escapes_ || whole.size() < 2 || whole.back() != '"') {
    if (bad_string(whole)) return false;
  }
  string_ = {whole.data() + 1, whole.size() - 2};
  ++at_;
  return true;
}

inline bool JsonCheck::value() {
  switch (peek()) {
    case '{':
      return object(ignore);
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
    if (!string()) return false;
    const auto key = string_;
    if (peek() != ':') return fail("a colon is missing");
    const JsonValue field(text_, ++at_);
    if (!value()) return false;
    on_field(key, field);
    if (!next_or('}', "a comma or } is missing")) return false;
  }
  --depth_;
  return true;
}

}  // namespace ssdetect
