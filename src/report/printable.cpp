// Tests: tests/report/printable_test.cpp, tests/cli/cases/output/hostile-names.
#include "report/printable.h"

#include <fmt/format.h>

#include <algorithm>

#include "tokens/utf8.h"

namespace ssdetect {
namespace {

struct Characters {
  char32_t first, last;
};
// Controls (C0, DEL, C1); the marks, embeddings, overrides and isolates of the bidirectional algorithm
// (Unicode UAX 9, section 2); the separators of lines and paragraphs.
constexpr Characters kUnprintable[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C},
                                       {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

bool is_printable(char32_t c) {
  return std::none_of(std::begin(kUnprintable), std::end(kUnprintable),
                      [c](const Characters& range) { return c >= range.first && c <= range.last; });
}

std::string escape(char32_t c) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  const auto number = static_cast<unsigned>(c);
  return c < 0x80 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string scratch, out;
  text = utf8::repaired(text, scratch);
  while (!text.empty()) {
    const auto [c, size] = utf8::decode(text.data());
    out += is_printable(c) ? std::string(text.substr(0, size)) : escape(c);
    text.remove_prefix(size);
  }
  return out;
}

std::string printable_lines(std::string_view message) {
  constexpr std::string_view kNextLine = "\n  ";
  std::string lines;
  for (auto end = message.find(kNextLine); end != message.npos; end = message.find(kNextLine)) {
    lines.append(printable(message.substr(0, end))).append(kNextLine);
    message.remove_prefix(end + kNextLine.size());
  }
  return lines + printable(message);
}

}  // namespace ssdetect
