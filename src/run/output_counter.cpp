// Prompts repeat with every pass over the dataset, so each distinct one is counted once. Tests:
// tests/run/output_counter_test.cpp, tests/cli.

#include "run/output_counter.h"

#include <xxhash.h>

#include "policy.h"
#include "tokens/estimate.h"

namespace ssdetect {

namespace {

// Counts that wait to be set take 24 bytes; setting them makes the counters wait for a moment. A command is
// not asked: it would have to be started again.
constexpr std::size_t kUnsettled = std::size_t{1} << 18;
constexpr std::size_t kRememberedPrompts = 200000;  // distinct ones; beyond, prompts are counted each time

// A completion may have recorded it meanwhile.
void set_unrecorded_input(std::size_t request, Tokens tokens, RequestTable& table) {
  if (table.input_tokens(request) < 0) table.set_input_tokens(request, tokens);
}

std::uint64_t output_number(std::size_t request) { return 2 * request; }
std::uint64_t prompt_number(std::size_t request) { return 2 * request + 1; }

OutputTokens estimated(TokenSource source, const OutputText& output) {
  if (source == TokenSource::chunks) return tokens_by_chunks(output);
  if (source == TokenSource::words) return tokens_by_words(output);
  return tokens_by_bytes(output);
}

}  // namespace

OutputCounter::OutputCounter(const CountingOptions& options, std::optional<std::uint64_t> superpass_size,
                             TaskPool& pool)
    : options_(options) {
  if (options.tokenizer) counting_ = tokenizer_counting(options.tokenizer, pool);
  if (!options.command.empty()) counting_ = command_counting(options.command, options.command_timeout);
  source_ = options.tokenizer ? TokenSource::tokenizer : TokenSource::command;
  if (counting_ && options.sample) block_ = superpass_size.value_or(SizingPolicy{}.least);
  start_run();
}

void OutputCounter::start_run() {
  if (block_) draw_.emplace(*options_.sample, *block_);
  prompts_.clear();
}

void OutputCounter::ask_for(WantedPayload& wanted) const {
  wanted.output_text =
      counting_ || options_.estimate == TokenSource::words || options_.estimate == TokenSource::bytes;
  wanted.chunk_count = options_.estimate == TokenSource::chunks;
  wanted.prompt_text = counting_ != nullptr;
}

void OutputCounter::on_event(const Event& event, std::size_t request, RequestTable& table) {
  if (unsettled_ >= kUnsettled && options_.tokenizer) settle(table);
  if (event.kind == EventKind::issued) {
    if (counting_) count_prompt(event, request, table);
  } else if (!event.output_tokens && event.output) {
    count_output(event, request, table);
  }
}

void OutputCounter::count_output(const Event& event, std::size_t request, RequestTable& table) {
  const OutputText& output = *event.output;
  if (!counting_) {
    if (options_.estimate == TokenSource::none) return;
    const OutputTokens tokens = estimated(options_.estimate, output);
    table.set_tokens(request, tokens.total, tokens.after_first, options_.estimate);
    return;
  }
  const bool takes = !draw_ || draw_->takes(request, event.request.low);
  if (draw_) table.note_output({request, event.request.low, output.first_chunk.size() + output.rest.size()});
  table.note_streamed(request, output.streamed);
  if (takes) add(output_number(request), output.first_chunk, output.rest);
}

void OutputCounter::count_prompt(const Event& event, std::size_t request, RequestTable& table) {
  if (event.input_tokens || event.prompt_text.empty()) return;
  const std::uint64_t hash = XXH3_64bits(event.prompt_text.data(), event.prompt_text.size());
  if (const auto known = prompts_.find(hash); known != prompts_.end()) {
    if (known->second.tokens >= 0)
      table.set_input_tokens(request, known->second.tokens);
    else
      waiting_prompts_.emplace_back(request, hash);
    return;
  }
  if (prompts_.size() < kRememberedPrompts) prompts_.emplace(hash, KnownPrompt{request});
  add(prompt_number(request), event.prompt_text, {});
}

void OutputCounter::add(std::uint64_t number, std::string_view first, std::string_view rest) {
  counting_->add(number, first, rest);
  ++unsettled_;
}

void OutputCounter::settle(RequestTable& table) {
  if (!counting_) return;
  unsettled_ = 0;
  for (const TextCount& count : counting_->finish()) {
    const std::size_t request = count.number / 2;
    if (count.number == output_number(request)) {
      const bool streamed = table.was_streamed(request);
      table.set_tokens(request, count.first + count.rest, streamed ? std::optional(count.rest) : std::nullopt,
                       source_);
    } else {
      set_unrecorded_input(request, count.first, table);
    }
  }
  for (auto& [hash, prompt] : prompts_)
    if (prompt.tokens < 0) prompt.tokens = table.input_tokens(prompt.request);
  for (const auto& [request, hash] : waiting_prompts_)
    set_unrecorded_input(request, prompts_.at(hash).tokens, table);
  waiting_prompts_.clear();
}

}  // namespace ssdetect
