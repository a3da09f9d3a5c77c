// The member is spliced into the text at the place that the token index gives; nothing is parsed into
// numbers. Tests: tests/report/run_report_test.cpp, tests/cli.

#include "report/run_report.h"

#include <fmt/format.h>

#include "failure.h"
#include "json/text.h"
#include "report/json.h"

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

}  // namespace

std::string add_to_run_report(const std::string& text, const std::string& file, const Report& report) {
  JsonText json;
  if (!json.parse(text) || json.was_repaired() || !json.root().is_object())
    throw Failure(ExitCode::unreadable, {file},
                  "this run report is no JSON object; give the benchmark's result_summary.json.");
  const std::string member = member_text(text, report);
  bool has_members = false;
  JsonValue old;
  json.root().each_field([&](std::string_view key, JsonValue value) {
    has_members = true;
    if (key == kMember) old = value;
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

}  // namespace ssdetect
