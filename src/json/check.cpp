// A recursive descent over the tokens of the index; the recursion is bounded by kDeepest. The text of a token
// ends where the next one begins, white space taken off, so rubbish stuck to a number or a word is part of it
// and makes it wrong; behind a string it is a token of its own. Cost: a step a token. Tests:
// tests/json/check_test.cpp.
#include "json/check.h"

#include <fmt/format.h>

#include "json/string.h"

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
  std::uint64_t elements = 0, strings = 0;
  const bool fine = array([&](JsonValue) {
    const auto passed = pass_strings();
    strings += passed + (peek() == '"');
    elements += passed + 1;
    return value();
  });
  elements_ = elements;
  strings_ = strings;
  return fine;
}

// Over strings that have a comma behind them, as many as there are: the token-sized chunks of a streamed
// answer are most of what some logs hold.
std::uint64_t JsonCheck::pass_strings() {
  if (!escapes_are_valid_) return 0;
  const auto is = [this](const std::uint32_t* at, char c) { return *at < limit_ && text_[*at] == c; };
  const std::uint32_t* at = at_;
  while (is(at, '"') && is(at + 1, ',')) at += 2;
  const auto passed = static_cast<std::uint64_t>(at - at_) / 2;
  at_ = at;
  return passed;
}

bool JsonCheck::string() {
  if (!escapes_are_valid_ && !ssdetect::escapes_are_valid(JsonValue(text_, at_).quoted()))
    return fail("a string has an unknown escape");
  ++at_;
  return true;
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
