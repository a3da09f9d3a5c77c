// Reads as the data flow: bytes, lines, events, requests, super-passes, stages, numbers.

#include "pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "failure.h"
#include "formats/directory.h"
#include "formats/reader.h"
#include "input/operand.h"
#include "input/sidecars.h"
#include "input/task_pool.h"
#include "progress.h"
#include "report/wording.h"
#include "steady/analysis.h"
#include "tokens/tokenizer.h"

namespace ssdetect {

namespace {

// Where it does not depend on the number of requests.
std::optional<std::uint64_t> known_superpass_size(const Options& options, const Sidecars& sidecars,
                                                  std::optional<std::uint64_t> pass_length) {
  const Sizing sizing = choose_sizing(options.sizes, sidecars, pass_length, 0);
  if (sizing.superpass_size_source == "automatic") return std::nullopt;
  return sizing.superpass_size;
}

// Turns the events of one input into its runs.
class RunCollector : public EventSink {
 public:
  RunCollector(const Options& options, const Sidecars& sidecars, OutputCounter& counter)
      : options_(options), sidecars_(sidecars), counter_(counter), table_(new_table()) {}

  void on_event(const Event& event) override {
    started_ = true;  // the first run need not be announced
    if (const auto request = table_.on_event(event)) counter_.on_event(event, *request, table_);
    if (table_.is_full() && may_compact()) compact();
  }

  void on_run(std::string_view label) override {
    if (started_) finish();
    started_ = true;
    label_ = label;
  }

  void on_settings(const ClientSettings& settings) override { client_ = settings; }

  struct Labelled {
    std::string label;
    Run run;
  };
  std::vector<Labelled> take() {
    finish();
    return std::move(runs_);
  }

 private:
  RequestTable new_table() const {
    return {options_.policy.request, options_.all_samples, options_.max_memory};
  }

  // A sample is scaled, and conversations are added up, when the run is complete.
  bool may_compact() const { return !options_.token_sample && options_.mode != Mode::agentic; }

  void compact() {
    counter_.settle(table_);
    table_.compact(known_superpass_size(options_, sidecars_, table_.pass_length()));
  }

  void finish() {
    counter_.settle(table_);
    counter_.start_run();
    runs_.push_back({label_, table_.finish()});
    runs_.back().run.client = std::exchange(client_, {});
    table_ = new_table();
  }

  const Options& options_;
  const Sidecars& sidecars_;
  OutputCounter& counter_;
  RequestTable table_;
  std::string label_;
  ClientSettings client_;  // of the run at hand
  bool started_ = false;
  std::vector<Labelled> runs_;
};

WantedPayload wanted_by(const Options& options, const Sidecars& sidecars, const OutputCounter& counter) {
  WantedPayload wanted;
  counter.ask_for(wanted);
  wanted.prompt_hash = !options.sizes.dataset_size && !sidecars.dataset_size;
  wanted.token_field = options.token_field;
  return wanted;
}

// What may be why nothing was found; empty when every line could be used.
std::string unused_lines(const Diagnostics& input) {
  if (input.malformed_lines == 0) return "";
  const LinePlace& first = input.first_malformed.front();
  return fmt::format(" {} of its {} could not be used, the first of them line {}: {}.",
                     count_text(input.malformed_lines), plural(input.lines, "line"), first.line,
                     first.reason);
}

[[noreturn]] void refuse_untracked(const RunOrigin& origin, const Run& run) {
  if (run.untracked == 0)
    throw Failure(ExitCode::unreadable, {origin.name},
                  "no request was issued in this log." + unused_lines(origin.diagnostics));
  throw Failure(
      ExitCode::unreadable, {origin.name},
      fmt::format("no request was issued while performance tracking was on, and {} outside; --all-samples "
                  "counts them regardless.",
                  plural(run.untracked, "request")));
}

constexpr std::size_t kMostDefaultThreads = 8;  // beyond, the one that reads and delivers takes the time

// The cores, shared by the runs that are answered at the same time.
unsigned default_threads(const Options& options) {
  const std::size_t runs = std::clamp<std::size_t>(options.operands.size(), 1, options.jobs);
  const std::size_t cores = std::thread::hardware_concurrency();  // 0: not known
  return static_cast<unsigned>(std::clamp<std::size_t>(cores / runs, 1, kMostDefaultThreads));
}

}  // namespace

CountingOptions counting_for(const Options& options) {
  CountingOptions counting;
  counting.estimate = options.estimate;
  counting.command = options.token_command;
  if (const auto timeout_s = options.token_command_timeout_s)
    counting.command_timeout = std::chrono::milliseconds(std::llround(1e3 * *timeout_s));
  counting.sample = options.token_sample;
  counting.threads = options.threads > 0 ? options.threads : default_threads(options);
  if (!options.tokenizer.empty())
    counting.tokenizer = load_tokenizer(options.tokenizer, options.tokenizer_pattern);
  return counting;
}

std::vector<ReadRun> read_runs(const std::string& operand, const Options& options,
                               const CountingOptions& counting) {
  OpenedOperand opened = open_operand(result_in(operand));
  opened.name = operand;
  if (options.progress) opened.source = with_progress(std::move(opened.source), opened.name);
  return read_runs(opened, options, counting);
}

std::vector<ReadRun> read_runs(const OpenedOperand& opened, const Options& options,
                               const CountingOptions& counting) {
  const Format& format = choose_format(options.input_format, *opened.source, opened.name);
  const Sidecars sidecars = read_sidecars(opened.directory);
  Diagnostics diagnostics;
  TaskPool pool(counting.threads);
  OutputCounter counter(counting, known_superpass_size(options, sidecars, std::nullopt), pool);
  RunCollector collector(options, sidecars, counter);
  const auto reader = format.make_reader({*opened.source, collector, diagnostics, &pool, opened.path},
                                         wanted_by(options, sidecars, counter));
  while (reader->read_some()) continue;
  std::vector<ReadRun> runs;
  for (auto& [label, run] : collector.take()) {
    const std::string name = label.empty() ? opened.name : fmt::format("{}#{}", opened.name, label);
    runs.push_back({std::move(run), {name, std::string(format.name), diagnostics, sidecars}});
  }
  return runs;
}

Report report_on(ReadRun& read, const Options& options) {
  Run& run = read.run;
  if (run.requests.empty()) refuse_untracked(read.origin, run);
  const Sizing sizing = choose_sizing(options.sizes, read.origin.sidecars, run.pass_length,
                                      run.requests.size(), run.compacted.cell_size);
  if (options.token_sample) apply_token_sample(run, sizing.superpass_size, *options.token_sample);
  doubt(run, options.policy.plausibility, sizing.superpass_size);
  const Facts facts = facts_of(run, options.mode, read.origin.sidecars, options.policy.load);
  const Partitions blocks = partition(run, facts, sizing, options.policy);
  Analysis analysis = analyse(facts, blocks, sizing, read.origin.diagnostics.partial(), options.policy);
  return build_report(facts, blocks, std::move(analysis), read.origin, options.policy);
}

}  // namespace ssdetect
