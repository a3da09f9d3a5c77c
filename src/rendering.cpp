// Each is a thin shell around a renderer of report/. Tests: tests/rendering_test.cpp; tests/cli/cases
// (output, several, report).

#include "rendering.h"

#include <utility>

#include "input/whole_file.h"
#include "report/json.h"
#include "report/run_report.h"
#include "report/text.h"
#include "report/tsv.h"

namespace ssdetect {

namespace {

class Text final : public Renderer {
 public:
  explicit Text(const TextStyle& style) : style_(style) {}
  std::string row(const Report& report) override { return render_text(report, style_); }
  // Standard error has told it.
  std::string error(const std::string&, const std::string&) override { return ""; }

 private:
  TextStyle style_;
};

class JsonObjects final : public Renderer {
 public:
  explicit JsonObjects(JsonLayout layout) : layout_(layout) {}
  std::string row(const Report& report) override { return render_json(report, layout_); }
  std::string error(const std::string& name, const std::string& sentence) override {
    return render_json_error(name, sentence, layout_);
  }

 private:
  JsonLayout layout_;
};

class Tsv final : public Renderer {
 public:
  std::string head() override { return tsv_header(); }
  std::string row(const Report& report) override { return render_tsv(report); }
  std::string error(const std::string& name, const std::string& sentence) override {
    return render_tsv_error(name, sentence);
  }
};

// The benchmark's own run report with the steady state in it; nothing to print when it was written back.
class RunReport final : public Renderer {
 public:
  RunReport(const Options& options, std::unique_ptr<Renderer> errors)
      : file_(options.report_file),
        in_place_(options.in_place),
        verbose_(options.verbose),
        errors_(std::move(errors)) {}

  std::string row(const Report& report) override {
    const std::string text = add_to_run_report(read_whole_file(file_), file_, report, verbose_);
    if (!in_place_) return text;
    replace_file(file_, text);
    return "";
  }
  std::string error(const std::string& name, const std::string& sentence) override {
    return errors_->error(name, sentence);
  }

 private:
  std::string file_;
  bool in_place_;
  bool verbose_;
  std::unique_ptr<Renderer> errors_;
};

std::unique_ptr<Renderer> for_output(const Options& options, bool colour) {
  switch (options.output) {
    case OutputKind::json:
      return std::make_unique<JsonObjects>(JsonLayout::indented);
    case OutputKind::jsonl:
      return std::make_unique<JsonObjects>(JsonLayout::one_line);
    case OutputKind::tsv:
      return std::make_unique<Tsv>();
    case OutputKind::text:
      break;
  }
  return std::make_unique<Text>(TextStyle{colour, options.verbose, options.quiet});
}

}  // namespace

std::unique_ptr<Renderer> make_renderer(const Options& options, bool colour) {
  std::unique_ptr<Renderer> output = for_output(options, colour);
  if (options.report_file.empty()) return output;
  return std::make_unique<RunReport>(options, std::move(output));
}

}  // namespace ssdetect
