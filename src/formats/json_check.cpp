// A recursive descent over the tokens of the index; the recursion is bounded by kDeepest. The text of a token
// ends where the next one begins, white space taken off, so the end of a string costs nothing to find, and
// rubbish stuck to a number or a word is part of it and makes it wrong. Test:
// tests/formats/json_check_test.cpp.
#include "formats/json_check.h"

#include <fmt/format.h>

#include "formats/json_string.h"

namespace ssdetect {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes digits off the front; false if there is none.
bool take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count > 0;
}

bool take(std::string_view& text, char c) {
  const bool there = text.starts_with(c);
  if (there) text.remove_prefix(1);
  return there;
}

bool is_number(std::string_view text) {
  take(text, '-');
  if (!take(text, '0') && !take_digits(text)) return false;
  if (take(text, '.') && !take_digits(text)) return false;
  if (take(text, 'e') || take(text, 'E')) {
    if (!take(text, '-')) take(text, '+');
    if (!take_digits(text)) return false;
  }
  return text.empty();
}

bool is_bare_number(std::string_view text) {
  return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

bool is_word(std::string_view text, BareNumbers bare) {
  switch (text.front()) {
    case 'n':
      return text == "null";
    case 't':
      return text == "true";
    case 'f':
      return text == "false";
    default:
      return is_number(text) || (bare == BareNumbers::accepted && is_bare_number(text));
  }
}

}  // namespace

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

// True, and the fault is noted, if it is one.
bool JsonCheck::bad_string(std::string_view whole) {
  if (whole.size() < 2 || whole.back() != '"') return !fail("a string is not closed");
  return !escapes_are_valid(whole.substr(1, whole.size() - 2)) && !fail("a string has an unknown escape");
}

bool JsonCheck::word() {
  if (at_end()) return fail("");
  if (!is_word(json_token_text(text_, at_), bare_)) return fail("this is no value");
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
