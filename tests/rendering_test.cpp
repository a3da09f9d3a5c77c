#include "rendering.h"

#include <doctest/doctest.h>

#include "failure.h"
#include "pipeline.h"
#include "report/json.h"
#include "report/run_report.h"
#include "report/text.h"
#include "report/tsv.h"
#include "tests/input/temporary_directory.h"
#include "tests/oracles/generator.h"

using namespace ssdetect;
using ssdetect::testing::TemporaryDirectory;

namespace {

Report small_report() {
  oracle::Plan plan = *oracle::scenario("steady");
  plan.n_requests = 60;
  const std::string log = oracle::events_text(oracle::simulate(plan));
  auto runs = read_runs({memory_source(log), "log", ""}, {}, {});
  return report_on(runs.at(0), {});
}

Options with_output(OutputKind output) {
  Options options;
  options.output = output;
  return options;
}

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("rendering: each output has its own head, rows and errors, and none has a foot") {
  const Report report = small_report();
  struct Expected {
    OutputKind output;
    std::string head, row, error;
  };
  const Expected all[] = {
      {OutputKind::text, "", render_text(report, {.colour = true}), ""},
      {OutputKind::json, "", render_json(report, JsonLayout::indented),
       render_json_error("x", "x: gone", JsonLayout::indented)},
      {OutputKind::jsonl, "", render_json(report, JsonLayout::one_line),
       render_json_error("x", "x: gone", JsonLayout::one_line)},
      {OutputKind::tsv, tsv_header(), render_tsv(report), render_tsv_error("x", "x: gone")}};
  for (const Expected& expected : all) {
    const auto renderer = make_renderer(with_output(expected.output), true);
    CHECK(renderer->head() == expected.head);
    CHECK(renderer->row(report) == expected.row);
    CHECK(renderer->error("x", "x: gone") == expected.error);
    CHECK(renderer->foot().empty());
  }
}

TEST_CASE("rendering: with a run report, rows are that report, and errors those of the output") {
  const TemporaryDirectory folder;
  const Report report = small_report();
  Options options = with_output(OutputKind::tsv);
  options.report_file = folder.file("summary.json", "{\"a\": 1}\n");
  const std::string spliced = add_to_run_report("{\"a\": 1}\n", options.report_file, report);
  const auto renderer = make_renderer(options, false);
  CHECK(renderer->head().empty());
  CHECK(renderer->row(report) == spliced);
  CHECK(content(options.report_file) == "{\"a\": 1}\n");
  CHECK(renderer->error("x", "x: gone") == render_tsv_error("x", "x: gone"));
  options.in_place = true;
  CHECK(make_renderer(options, false)->row(report).empty());
  CHECK(content(options.report_file) == spliced);
  options.report_file += ".missing";
  CHECK_THROWS_AS(make_renderer(options, false)->row(report), Failure);
}
