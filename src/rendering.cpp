// Tests: tests/cli/cases (operands, output).

#include "rendering.h"

#include "report/json.h"
#include "report/text.h"
#include "report/tsv.h"

namespace ssdetect {

std::string render_head(const Options& options) {
  return options.output == OutputKind::tsv && options.report_file.empty() ? tsv_header() : "";
}

std::string render(const Report& report, const Options& options, bool colour) {
  switch (options.output) {
    case OutputKind::json:
      return render_json(report, JsonLayout::indented);
    case OutputKind::jsonl:
      return render_json(report, JsonLayout::one_line);
    case OutputKind::tsv:
      return render_tsv(report);
    case OutputKind::text:
      break;
  }
  return render_text(report, {colour, options.verbose, options.quiet});
}

std::string render_error(const std::string& name, const std::string& error, const Options& options) {
  switch (options.output) {
    case OutputKind::json:
      return render_json_error(name, error, JsonLayout::indented);
    case OutputKind::jsonl:
      return render_json_error(name, error, JsonLayout::one_line);
    case OutputKind::tsv:
      return render_tsv_error(name, error);
    case OutputKind::text:
      break;
  }
  return "";
}

}  // namespace ssdetect
