// The member is spliced into the text at the place that the token index gives; nothing is parsed into
// numbers. What begins like JSON, or is called so, is JSON. Tests: tests/report/run_report_test.cpp,
// tests/cli.

#include "report/run_report.h"

#include <fmt/format.h>

#include "failure.h"
#include "json/text.h"
#include "report/json.h"
#include "report/text.h"
#include "tokens/utf8.h"

namespace ssdetect {

namespace {

constexpr std::string_view kMember = "steady_state";

bool is_indented(const std::string& text) {
  return text.find("\n ") != std::string::npos || text.find("\n\t") != std::string::npos;
}

// As a member of the outermost object of an indented file.
std::string shifted(const std::string& block) {
  std::string text;
  for (char c : block) {
    text += c;
    if (c == '\n') text += "  ";
  }
  return text;
}

std::string member_text(const std::string& text, const Report& report) {
  const bool indented = is_indented(text);
  std::string block = render_steady_block(report, indented ? JsonLayout::indented : JsonLayout::one_line);
  block.pop_back();  // its newline
  return indented ? shifted(block) : block;
}

bool is_json(std::string_view text, std::string_view file) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || text[first] == '{' || text[first] == '[' ||
         file.ends_with(".json");
}

std::string add_to_json(const std::string& text, const std::string& file, const Report& report) {
  JsonText json;
  if (!json.parse(text) || json.was_repaired() || !json.root().is_object())
    throw Failure(ExitCode::unreadable, {file},
                  "this run report is no JSON object; give the benchmark's result_summary.json.");
  const std::string member = member_text(text, report);
  bool has_members = false;
  JsonValue old;
  json.root().each_field([&](std::string_view key, JsonValue value) {
    has_members = true;
    if (key_is(key, kMember)) old = value;
  });
  if (old.exists())
    return text.substr(0, old.offset()) + member + text.substr(old.offset() + old.raw().size());
  const std::size_t close = text.find_last_of('}');
  const std::size_t end = text.find_last_not_of(" \t\r\n", close - 1) + 1;  // of the last member
  const std::string_view comma = has_members ? "," : "";
  const std::string_view gap = is_indented(text) ? "\n  " : "";
  return fmt::format("{}{}{}\"{}\": {}{}", text.substr(0, end), comma, gap, kMember, member,
                     text.substr(end));
}

// Lines like those that divide the benchmark's own report.
constexpr std::string_view kBegin = "----------------- Steady State (ssdetect) -----------------\n";
constexpr std::string_view kEnd = "----------------- End of Steady State -----------------\n";

std::string add_to_text(const std::string& text, const std::string& file, const Report& report,
                        bool verbose) {
  if (text.find('\0') != std::string::npos)
    throw Failure(ExitCode::unreadable, {file},
                  "this is no run report; give the benchmark's result_summary.json or report.txt.");
  const std::string block =
      fmt::format("{}{}{}", kBegin, render_text(report, {.colour = false, .verbose = verbose}), kEnd);
  const std::size_t begin = text.find(kBegin);
  const std::size_t end = begin == std::string::npos ? begin : text.find(kEnd, begin);
  if (end != std::string::npos) return text.substr(0, begin) + block + text.substr(end + kEnd.size());
  return fmt::format("{}{}\n{}", text, text.ends_with('\n') ? "" : "\n", block);
}

}  // namespace

std::string add_to_run_report(const std::string& text, const std::string& file, const Report& report,
                              bool verbose) {
  const std::size_t mark = text.size() - utf8::without_byte_order_mark(text).size();
  const std::string body = text.substr(mark);
  if (!is_json(body, file)) return add_to_text(text, file, report, verbose);
  return text.substr(0, mark) + add_to_json(body, file, report);
}

}  // namespace ssdetect
