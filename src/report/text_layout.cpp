// Tests: tests/report/text_layout_test.cpp.

#include "report/text_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/printable.h"

namespace ssdetect {

std::string wrapped(std::string_view first, std::string_view of) {
  const std::string shown = printable(of);
  std::string_view text = shown;
  std::string out(first), line;
  const std::size_t room = kTextColumns - first.size();
  bool is_first = true;
  const auto flush = [&] {
    out += (is_first ? "" : std::string(first.size(), ' ')) + line + "\n";
    is_first = false;
    line.clear();
  };
  while (!text.empty()) {
    const auto word = text.substr(0, text.find(' '));
    if (!line.empty() && line.size() + 1 + word.size() > room) flush();
    if (!line.empty()) line += ' ';
    line += word;
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  flush();
  return out;
}

std::string block(std::string_view name, std::string_view text) {
  return wrapped(fmt::format("  {:<{}}", name, kTextIndent - 2), text);
}

}  // namespace ssdetect
