// The keys of a beginning come from a walk over characters that knows strings and depth, nothing else: a
// prefix that is cut, or no JSON at all, gives the keys seen so far. Tests: tests/json/text_test.cpp.
#include "json/text.h"

#include <algorithm>

#include "json/check.h"
#include "json/string.h"
#include "tokens/utf8.h"

namespace ssdetect {
namespace {

std::string_view without_leading_space(std::string_view text) {
  while (!text.empty() && is_json_space(text.front())) text.remove_prefix(1);
  return text;
}

class KeyScanner {
 public:
  explicit KeyScanner(std::string_view text) : text_(text) {}

  // The keys of the object that starts here.
  std::vector<std::string> keys() {
    std::vector<std::string> found;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) break;
      if (c == '"' && !pass_string(depth == 1, found)) break;
    }
    return found;
  }

 private:
  // Moves to the closing quote; false when it is cut off. A string that a colon follows is a key.
  bool pass_string(bool outermost, std::vector<std::string>& found) {
    const std::size_t begin = at_ + 1;
    for (at_ = begin; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ >= text_.size()) return false;
    const auto quoted = text_.substr(begin, at_ - begin);
    if (outermost && without_leading_space(text_.substr(at_ + 1)).starts_with(':')) add(quoted, found);
    return true;
  }

  static void add(std::string_view quoted, std::vector<std::string>& found) {
    std::string key;
    if (escapes_are_valid(quoted)) append_decoded(quoted, key);
    found.push_back(std::move(key));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool JsonText::parse(std::string_view text) {
  IndexFault fault = index_.build(text);
  was_repaired_ = fault == IndexFault::utf8;
  if (was_repaired_) fault = index_.build(utf8::repaired(text, repaired_));
  fault_.clear();
  if (fault != IndexFault::none) {
    fault_ = in_words(fault);
    return false;
  }
  JsonCheck check(index_.tokens(), BareNumbers::accepted);
  if (check.value() && check.only()) return true;
  fault_ = check.fault();
  return false;
}

std::uint64_t JsonText::line_of(JsonValue value) const {
  const char* text = index_.tokens().text;
  return 1 + static_cast<std::uint64_t>(std::count(text, text + value.offset(), '\n'));
}

bool JsonOpening::has(std::string_view key) const {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool some_line_has(std::string_view prefix, std::initializer_list<std::string_view> keys) {
  while (!prefix.empty()) {
    const std::size_t size = std::min(prefix.size(), prefix.find('\n'));
    const JsonOpening opening = scan_opening(prefix.substr(0, size));
    const auto has = [&](std::string_view key) { return opening.has(key); };
    if (opening.first == '{' && std::all_of(keys.begin(), keys.end(), has)) return true;
    prefix.remove_prefix(std::min(prefix.size(), size + 1));
  }
  return false;
}

JsonOpening scan_opening(std::string_view prefix) {
  prefix = without_leading_space(utf8::without_byte_order_mark(prefix));
  JsonOpening opening;
  if (prefix.empty()) return opening;
  opening.first = prefix.front();
  if (opening.first == '[') prefix = without_leading_space(prefix.substr(1));
  if (prefix.starts_with('{')) opening.keys = KeyScanner(prefix).keys();
  return opening;
}

}  // namespace ssdetect
