// Tests: tests/formats/documents_test.cpp.
#include "formats/documents.h"

#include <fmt/format.h>

#include <algorithm>

#include "failure.h"
#include "tokens/utf8.h"

namespace ssdetect {
namespace {

// Takes the first line off, without its newline.
std::string_view take_line(std::string_view& text) {
  const std::size_t size = std::min(text.size(), text.find('\n'));
  const auto line = text.substr(0, size);
  text.remove_prefix(std::min(text.size(), size + 1));
  return line;
}

bool opens_document(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != std::string_view::npos && (text[at] == '{' || text[at] == '[');
}

// The size of the first document: up to the bracket that closes it; 0 when it does not end.
std::size_t document_size(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      while (++at < text.size() && text[at] != '"') at += text[at] == '\\';
    } else if (text[at] == '{' || text[at] == '[') {
      ++depth;
    } else if ((text[at] == '}' || text[at] == ']') && --depth <= 0) {
      return at + 1;
    }
  }
  return 0;
}

}  // namespace

Documents::Documents(const Reading& reading, std::string_view kind)
    : bytes_(read_to_end(reading.source)),
      text_(utf8::without_byte_order_mark(bytes_)),
      diagnostics_(reading.diagnostics),
      kind_(kind) {
  diagnostics_.bytes = bytes_.size();
  diagnostics_.lines = static_cast<std::uint64_t>(std::count(bytes_.begin(), bytes_.end(), '\n'));
  if (!bytes_.empty() && bytes_.back() != '\n') ++diagnostics_.lines;
}

void Documents::each(const Use& use) {
  if (lines_are_documents())
    each_line(use);
  else
    one(use);
}

bool Documents::lines_are_documents() {
  std::string_view rest = text_;
  std::string_view line;
  while (is_blank(line) && !rest.empty()) line = take_line(rest);
  return !is_blank(rest) && json_.parse(line) && (json_.root().is_object() || json_.root().is_array());
}

void Documents::each_line(const Use& use) {
  std::string_view rest = text_;
  for (std::uint64_t number = 1; !rest.empty(); ++number) {
    const auto line = take_line(rest);
    if (is_blank(line)) continue;
    if (json_.parse(line)) {
      if (json_.was_repaired()) ++diagnostics_.repaired_utf8;
      use({json_, number});
      continue;
    }
    const bool torn = rest.empty() && bytes_.back() != '\n';
    diagnostics_.torn_last_line = torn;
    diagnostics_.malformed(
        number, fmt::format("{}: {}", torn ? "the file is truncated here" : "not valid JSON", json_.fault()));
  }
}

bool Documents::each_of_several(const Use& use) {
  const std::size_t size = document_size(text_);
  if (size == 0 || !opens_document(text_.substr(size)) || !json_.parse(text_.substr(0, size))) return false;
  std::string_view rest = text_;
  for (std::uint64_t line = 1; !is_blank(rest);) {
    const auto text = rest.substr(0, document_size(rest));
    one_of_several(text, line, use);
    if (text.empty()) break;
    line += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    rest.remove_prefix(text.size());
  }
  return true;
}

// Its text is empty when it is cut off.
void Documents::one_of_several(std::string_view text, std::uint64_t line, const Use& use) {
  if (text.empty()) {
    diagnostics_.torn_last_line = true;
    return diagnostics_.malformed(line, "the file is truncated here");
  }
  if (!json_.parse(text)) return diagnostics_.malformed(line, "not valid JSON: " + json_.fault());
  if (json_.was_repaired()) ++diagnostics_.repaired_utf8;
  use({json_, line});
}

void Documents::one(const Use& use) {
  if (!json_.parse(text_)) {
    const std::string fault = json_.fault();
    if (each_of_several(use)) return;
    throw Failure(
        ExitCode::unreadable,
        fmt::format("this {} file is not valid JSON ({}); if it was cut off, write it again", kind_, fault));
  }
  if (json_.was_repaired()) ++diagnostics_.repaired_utf8;
  use({json_, 1});
}

}  // namespace ssdetect
