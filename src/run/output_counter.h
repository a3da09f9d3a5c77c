// Where do the token counts of a run come from, when the log does not record them?
//
// SPEC 4: the count recorded in the event wins; then a tokenizer or the user's own counter; then an estimate,
// on request only. Counting may go on beside the reading; `settle` waits for it and enters the counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/reader.h"
#include "input/event.h"
#include "input/task_pool.h"
#include "run/request_table.h"
#include "run/text_counting.h"
#include "run/token_sample.h"

namespace ssdetect {

struct CountingOptions {
  TokenSource estimate = TokenSource::none;    // chunks, words or bytes
  std::shared_ptr<const Tokenizer> tokenizer;  // at most one of tokenizer and command
  std::string command;
  std::chrono::milliseconds command_timeout = kCommandTimeout;
  std::optional<std::size_t> sample;  // outputs counted per super-pass; nullopt: all
  unsigned threads = 1;               // of the pool, for whoever makes it
};

class OutputCounter {
 public:
  // `superpass_size`: where it is known before the log is read; a sample is then drawn from these blocks. The
  // pool, whose threads count, must outlive this object.
  OutputCounter(const CountingOptions& options, std::optional<std::uint64_t> superpass_size, TaskPool& pool);

  // What the reader has to deliver for this source.
  void ask_for(WantedPayload& wanted) const;

  // `request` was opened or completed by this event.
  void on_event(const Event& event, std::size_t request, RequestTable& table);
  // Sets the counts of all texts so far.
  void settle(RequestTable& table);
  // Requests from here on are numbered anew.
  void start_run();

 private:
  struct KnownPrompt {
    std::size_t request;  // the first one with it
    Tokens tokens = Request::kUnknown;
  };

  void count_output(const Event& event, std::size_t request, RequestTable& table);
  void add(std::uint64_t number, std::string_view first, std::string_view rest);
  void count_prompt(const Event& event, std::size_t request, RequestTable& table);

  CountingOptions options_;
  std::unique_ptr<TextCounting> counting_;  // tokenizer or command; null without
  TokenSource source_ = TokenSource::none;  // of counting_
  std::optional<std::size_t> block_;        // of the draw; nullopt: no sample is drawn
  std::optional<SampleDraw> draw_;
  std::size_t unsettled_ = 0;                               // texts that were added since
  std::unordered_map<std::uint64_t, KnownPrompt> prompts_;  // by hash
  std::vector<std::pair<std::size_t, std::uint64_t>>
      waiting_prompts_;  // request, hash of a prompt being counted
};

}  // namespace ssdetect
