// Reads as the data flow: bytes, lines, events, requests, super-passes, stages, numbers.

#include "pipeline.h"

#include <fmt/format.h>

#include <utility>

#include "failure.h"
#include "formats/reader.h"
#include "input/operand.h"
#include "input/sidecars.h"
#include "run/in_flight.h"
#include "steady/analysis.h"
#include "tokens/estimate.h"

namespace ssdetect {

namespace {

OutputTokens estimate(TokenSource source, const OutputText& output) {
  if (source == TokenSource::chunks) return tokens_by_chunks(output);
  if (source == TokenSource::words) return tokens_by_words(output);
  return tokens_by_bytes(output);
}

// Turns the events of one input into its runs.
class RunCollector : public EventSink {
 public:
  explicit RunCollector(const Options& options) : options_(options), table_(new_table()) {}

  void on_event(const Event& event) override {
    const auto completed = table_.on_event(event);
    if (!completed || event.output_tokens || !event.output || options_.estimate == TokenSource::none) return;
    const OutputTokens tokens = estimate(options_.estimate, *event.output);
    table_.set_tokens(*completed, tokens.total, tokens.after_first, options_.estimate);
  }

  void on_run(std::string_view label) override {
    if (started_) finish();
    started_ = true;
    label_ = label;
  }

  struct Labelled {
    std::string label;
    Run run;
  };
  std::vector<Labelled> take() {
    finish();
    return std::move(runs_);
  }

 private:
  RequestTable new_table() const { return {options_.policy.request, options_.all_samples}; }

  void finish() {
    runs_.push_back({label_, table_.finish()});
    table_ = new_table();
  }

  const Options& options_;
  RequestTable table_;
  std::string label_;
  bool started_ = false;
  std::vector<Labelled> runs_;
};

WantedPayload wanted_by(const Options& options, const Sidecars& sidecars) {
  WantedPayload wanted;
  wanted.output_text = options.estimate == TokenSource::words || options.estimate == TokenSource::bytes;
  wanted.chunk_count = options.estimate == TokenSource::chunks;
  wanted.prompt_hash = !options.sizes.dataset_size && !sidecars.dataset_size;
  wanted.token_field = options.token_field;
  return wanted;
}

// What may be why nothing was found; empty when every line could be used.
std::string unused_lines(const Diagnostics& input) {
  if (input.malformed_lines == 0) return "";
  const LinePlace& first = input.first_malformed.front();
  return fmt::format(" {} of its {} lines could not be used, the first of them line {}: {}.",
                     input.malformed_lines, input.lines, first.line, first.reason);
}

[[noreturn]] void refuse_untracked(const RunOrigin& origin, const Run& run) {
  const std::string& name = origin.name;
  if (run.untracked == 0)
    throw Failure(ExitCode::unreadable, fmt::format("{}: no request was issued in this log.{}", name,
                                                    unused_lines(origin.diagnostics)));
  throw Failure(
      ExitCode::unreadable,
      fmt::format("{}: none of the {} requests was issued while performance tracking was on; --all-samples "
                  "counts them regardless.",
                  name, run.untracked));
}

}  // namespace

std::vector<ReadRun> read_runs(const std::string& operand, const Options& options) {
  return read_runs(open_operand(operand), options);
}

std::vector<ReadRun> read_runs(const OpenedOperand& opened, const Options& options) {
  const Format& format = choose_format(options.input_format, *opened.source, opened.name);
  const Sidecars sidecars = read_sidecars(opened.directory);
  Diagnostics diagnostics;
  RunCollector collector(options);
  format.make_reader(wanted_by(options, sidecars))->read(*opened.source, collector, diagnostics);
  std::vector<ReadRun> runs;
  for (auto& [label, run] : collector.take()) {
    const std::string name = label.empty() ? opened.name : fmt::format("{}#{}", opened.name, label);
    runs.push_back({std::move(run), {name, std::string(format.name), diagnostics, sidecars}});
  }
  return runs;
}

Report report_on(const ReadRun& read, const Options& options) {
  const Run& run = read.run;
  if (run.requests.empty()) refuse_untracked(read.origin, run);
  const Sizing sizing =
      choose_sizing(options.sizes, read.origin.sidecars, run.prompt_hashes, run.requests.size());
  const ModeChoice mode = choose_mode(options.mode, read.origin.sidecars, run, InFlight::of_all(run));
  Analysis analysis = analyse(run, mode, sizing, read.origin.diagnostics.partial(), options.policy);
  return build_report(run, std::move(analysis), read.origin, options.policy);
}

}  // namespace ssdetect
