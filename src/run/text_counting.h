// How many tokens are in these texts, counted while the log is still being read?
//
// Texts are handed over under a number and their counts collected at the end of a run; the order of counting
// never shows. One object serves one input at a time, from one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input/task_pool.h"
#include "tokens/tokenizer.h"
#include "units.h"

namespace ssdetect {

struct TextCount {
  std::uint64_t number;
  Tokens first;
  Tokens rest;
};

// A command that takes and answers nothing for so long is given up.
inline constexpr std::chrono::milliseconds kCommandTimeout = std::chrono::minutes(1);

class TextCounting {
 public:
  virtual ~TextCounting() = default;
  // Both texts are copied where they are counted later. When the counters are behind, `add` helps or waits.
  virtual void add(std::uint64_t number, std::string_view first, std::string_view rest) = 0;
  // The counts of all that was added since the last call, in any order.
  virtual std::vector<TextCount> finish() = 0;
};

// By all threads of the pool, which must outlive it; those that read and those that count are the same. With
// one, at once.
std::unique_ptr<TextCounting> tokenizer_counting(std::shared_ptr<const Tokenizer> tokenizer, TaskPool& pool);

// By the user's program: a text is one JSON string a line on its standard input, its answer one whole number
// a line. It is started with the first text, by `sh -c`, and sees the end of its input when the run is read.
// Throws Failure(unreadable), from either call: it cannot be started, ends early or unsuccessfully, takes
// nothing and answers nothing for `timeout`, or answers something else: no number, or one of more tokens than
// the line it was given has bytes (and a few, for tokens that a model puts around a text).
std::unique_ptr<TextCounting> command_counting(std::string command,
                                               std::chrono::milliseconds timeout = kCommandTimeout);

}  // namespace ssdetect
