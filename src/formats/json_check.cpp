// A recursive descent over the tokens of the index; the recursion is bounded by kDeepest. The text of a token ends where
// the next one begins, white space taken off, so the end of a string costs nothing to find, and rubbish stuck to a
// number or a word is part of it and makes it wrong. Test: tests/formats/json_check_test.cpp.
#include "formats/json_check.h"

#include <fmt/format.h>

#include "formats/json_string.h"

namespace ssdetect {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes digits off the front; false if there is none.
bool take_digits(std::string_view& text) {
  const std::size_t before = text.size();
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  return text.size() < before;
}

bool take_any(std::string_view& text, std::string_view of) {
  if (text.empty() || of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

bool is_number(std::string_view text) {
  take_any(text, "-");
  if (!take_any(text, "0") && !take_digits(text)) return false;
  if (take_any(text, ".") && !take_digits(text)) return false;
  if (take_any(text, "eE")) {
    take_any(text, "+-");
    if (!take_digits(text)) return false;
  }
  return text.empty();
}

bool is_bare_number(std::string_view text) { return text == "NaN" || text == "Infinity" || text == "-Infinity"; }

}  // namespace

bool JsonCheck::value() {
  switch (peek()) {
    case '{': return object(ignore);
    case '[': return array();
    case '"': return string();
    default: return word();
  }
}

bool JsonCheck::array() {
  if (!enter()) return false;
  closed_ = peek() == ']';
  if (closed_) ++at_;
  while (!closed_) {
    if (!value()) return false;
    if (!next_or(']', "a comma or ] is missing")) return false;
  }
  --depth_;
  return true;
}

bool JsonCheck::string() {
  const auto whole = json_token_text(text_, at_);
  if (whole.size() < 2 || whole.back() != '"') return fail("a string is not closed");
  if (escapes_ && !escapes_are_valid(whole.substr(1, whole.size() - 2))) return fail("a string has an unknown escape");
  ++at_;
  return true;
}

bool JsonCheck::word() {
  if (at_end()) return fail("");
  const auto text = json_token_text(text_, at_);
  const bool fine = text == "null" || text == "true" || text == "false" || is_number(text) ||
                    (bare_ == BareNumbers::accepted && is_bare_number(text));
  if (!fine) return fail("this is no value");
  ++at_;
  return true;
}

// After a member: the comma before the next one, or the end.
bool JsonCheck::next_or(char close, const char* missing) {
  const char c = peek();
  closed_ = c == close;
  if (c != ',' && !closed_) return fail(missing);
  ++at_;
  return true;
}

bool JsonCheck::enter() {
  if (++depth_ > kDeepest) return fail("nested too deeply");
  ++at_;
  return true;
}

bool JsonCheck::only() { return at_end() || fail("something follows the end of the value"); }

bool JsonCheck::fail(const char* what) {
  fault_ = at_end() ? "it ends too early" : what;
  return false;
}

std::string JsonCheck::fault() const {
  if (at_end()) return fault_;
  return fmt::format("{} at byte {}", fault_, *at_ - origin_ + 1);
}

}  // namespace ssdetect
