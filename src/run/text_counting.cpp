// By a tokenizer: texts are gathered into batches, so that handing over costs nothing beside counting. Only
// so many are under way; a reader that is faster than the counters then counts, too. Each thread keeps its
// own counter (scratch memory and cache), each batch its own results.
//
// By a command: its answers are collected while it is given its texts, so that one that answers at once and
// one that waits for the end of its input are the same to us. Tests: tests/run/text_counting_test.cpp,
// tests/cli/cases/tokens.

#include "run/text_counting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "failure.h"
#include "input/child_process.h"

namespace ssdetect {

namespace {

constexpr std::size_t kBatchBytes = 256 * 1024;
constexpr std::size_t kBatchesPerThread = 4;  // under way; bounds the memory to a few megabytes a thread

TextCount count_both(TokenCounter& counter, std::uint64_t number, std::string_view first,
                     std::string_view rest) {
  return {number, static_cast<Tokens>(counter.count(first)), static_cast<Tokens>(counter.count(rest))};
}

class InPlace : public TextCounting {
 public:
  explicit InPlace(std::shared_ptr<const Tokenizer> tokenizer) : counter_(std::move(tokenizer)) {}
  void add(std::uint64_t number, std::string_view first, std::string_view rest) override {
    counts_.push_back(count_both(counter_, number, first, rest));
  }
  std::vector<TextCount> finish() override { return std::exchange(counts_, {}); }

 private:
  TokenCounter counter_;
  std::vector<TextCount> counts_;
};

// Each is made when its thread counts for the first time.
using Counters = std::vector<std::unique_ptr<TokenCounter>>;

class Batch final : public Task {
 public:
  Batch(const std::shared_ptr<const Tokenizer>& tokenizer, Counters& counters)
      : tokenizer_(tokenizer), counters_(counters) {}

  void add(std::uint64_t number, std::string_view first, std::string_view rest) {
    bytes_.append(first).append(rest);
    texts_.push_back({number, first.size(), rest.size()});
  }
  bool is_full() const { return bytes_.size() >= kBatchBytes; }
  bool is_empty() const { return texts_.empty(); }

  // Appends what was counted and forgets it.
  void take(std::vector<TextCount>& counts) {
    counts.insert(counts.end(), counts_.begin(), counts_.end());
    counts_.clear();
    texts_.clear();
    bytes_.clear();
  }

 private:
  struct Text {
    std::uint64_t number;
    std::size_t first, rest;  // bytes
  };

  void run(unsigned thread) override {
    auto& counter = counters_[thread];
    if (!counter) counter = std::make_unique<TokenCounter>(tokenizer_);
    std::string_view left = bytes_;
    for (const Text& text : texts_) {
      const auto first = left.substr(0, text.first), rest = left.substr(text.first, text.rest);
      counts_.push_back(count_both(*counter, text.number, first, rest));
      left.remove_prefix(text.first + text.rest);
    }
  }

  const std::shared_ptr<const Tokenizer>& tokenizer_;
  Counters& counters_;
  std::string bytes_;
  std::vector<Text> texts_;
  std::vector<TextCount> counts_;
};

class Shared : public TextCounting {
 public:
  Shared(std::shared_ptr<const Tokenizer> tokenizer, TaskPool& pool)
      : tokenizer_(std::move(tokenizer)), pool_(pool), counters_(pool.threads()), batch_(new_batch()) {}
  ~Shared() override {
    for (const auto& batch : under_way_) pool_.drop(*batch);
  }

  void add(std::uint64_t number, std::string_view first, std::string_view rest) override {
    batch_->add(number, first, rest);
    if (batch_->is_full()) hand_over();
  }

  std::vector<TextCount> finish() override {
    if (!batch_->is_empty()) hand_over();
    while (!under_way_.empty()) spare_ = take_oldest();
    return std::exchange(counts_, {});
  }

 private:
  std::unique_ptr<Batch> new_batch() { return std::make_unique<Batch>(tokenizer_, counters_); }

  void hand_over() {
    under_way_.push_back(std::move(batch_));
    pool_.submit(*under_way_.back());
    const bool many = under_way_.size() >= kBatchesPerThread * pool_.threads();
    batch_ = many ? take_oldest() : spare_ ? std::move(spare_) : new_batch();
  }

  std::unique_ptr<Batch> take_oldest() {
    pool_.finish(*under_way_.front());
    auto batch = std::move(under_way_.front());
    under_way_.pop_front();
    batch->take(counts_);
    return batch;
  }

  std::shared_ptr<const Tokenizer> tokenizer_;
  TaskPool& pool_;
  Counters counters_;  // by thread
  std::unique_ptr<Batch> batch_, spare_;
  std::deque<std::unique_ptr<Batch>> under_way_;
  std::vector<TextCount> counts_;
};

// --- The user's program ---

constexpr std::size_t kBlock = 65536;
constexpr std::size_t kLongestAnswer = 32;  // bytes; a number and its line end need fewer
constexpr std::size_t kTokensAround = 16;   // that a count may have beside those of its text

std::string json_line(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

class Command : public TextCounting {
 public:
  Command(std::string command, std::chrono::milliseconds timeout)
      : command_(std::move(command)), timeout_(timeout) {}

  // When it no longer reads, its exit status and its missing answers say so in finish().
  void add(std::uint64_t number, std::string_view first, std::string_view rest) override {
    if (!child_) start();
    asked_.push_back({number, ask(first), ask(rest)});
    if (child_->behind() >= kBlock) hand_over();
  }

  std::vector<TextCount> finish() override {
    if (!child_) return {};
    hand_over();
    child_->end_input();
    while (collect()) {
    }
    const ChildProcess::Ending ending = child_->wait();
    check_pace(ending);
    child_.reset();
    if (!in_bounds_) {
      parsed();  // garbage has a better sentence
      fail("answers more than it is asked");
    }
    if (ending.signal != 0) fail(fmt::format("was killed by signal {}", ending.signal));
    if (ending.status != 0) fail(fmt::format("failed with exit status {}", ending.status));
    return paired(parsed());
  }

 private:
  struct Asked {
    std::uint64_t number;
    std::size_t first, rest;  // bytes of the lines
  };

  [[noreturn]] void fail(const std::string& what, const char* remedy = "") const {
    throw Failure(
        ExitCode::unreadable, {fmt::format("--token-command '{}'", command_), " "},
        fmt::format("{}; it must answer every line (a JSON string) with one whole number on a line.{}", what,
                    remedy));
  }

  void start() {
    child_ = ChildProcess::fed(Program::shell(command_));
    if (!child_) fail(fmt::format("cannot be started: {}", std::strerror(errno)));
    child_->set_patience(timeout_);
    answers_.clear();
    asked_.clear();
    in_bounds_ = true;
  }

  std::size_t ask(std::string_view text) {
    const std::string line = json_line(text);
    child_->give(line);
    return line.size() - 1;
  }

  void hand_over() {
    while (child_->behind() > 0) collect();
  }

  // False when it answers no more, or there is more than so many answers can be.
  bool collect() {
    std::array<char, kBlock> block;
    const auto count = child_->exchange(block);
    if (!count) return check_pace(child_->ending()), false;
    answers_.append(block.data(), *count);
    in_bounds_ = in_bounds_ && answers_.size() <= kBlock + kLongestAnswer * lines();
    if (!in_bounds_) child_->end_output();
    return in_bounds_;
  }

  void check_pace(const ChildProcess::Ending& ending) const {
    if (!ending.too_slow) return;
    fail(fmt::format("has done nothing for {} s, with {} of {} lines answered",
                     std::chrono::duration<double>(timeout_).count(),
                     std::count(answers_.begin(), answers_.end(), '\n'), lines()),
         " --token-command-timeout gives it longer.");
  }

  std::size_t lines() const { return 2 * asked_.size(); }
  std::size_t bytes_of(std::size_t line) const {
    return line % 2 == 0 ? asked_[line / 2].first : asked_[line / 2].rest;
  }

  Tokens answer(std::string_view text, std::size_t line) const {
    std::uint64_t count = 0;
    const auto trimmed = text.substr(0, text.find_last_not_of(" \r") + 1);
    const auto [end, error] = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), count);
    if (error != std::errc() || end != trimmed.data() + trimmed.size())
      fail(fmt::format("answered '{}' on its line {}", text.substr(0, 40), line + 1));
    if (line < lines() && count > bytes_of(line) + kTokensAround)
      fail(
          fmt::format("answered {} on its line {}, for a text of {} bytes", count, line + 1, bytes_of(line)));
    return static_cast<Tokens>(count);
  }

  std::vector<Tokens> parsed() const {
    std::vector<Tokens> counts;
    std::string_view left = answers_;
    while (!left.empty()) {
      const auto line = left.substr(0, left.find('\n'));
      left.remove_prefix(std::min(left.size(), line.size() + 1));
      counts.push_back(answer(line, counts.size()));
    }
    return counts;
  }

  std::vector<TextCount> paired(const std::vector<Tokens>& counts) {
    if (counts.size() != lines()) fail(fmt::format("answered {} of {} lines", counts.size(), lines()));
    std::vector<TextCount> all;
    for (std::size_t i = 0; i < asked_.size(); ++i)
      all.push_back({asked_[i].number, counts[2 * i], counts[2 * i + 1]});
    return all;
  }

  const std::string command_;
  const std::chrono::milliseconds timeout_;
  std::unique_ptr<ChildProcess> child_;
  std::string answers_;
  bool in_bounds_ = true;
  std::vector<Asked> asked_;
};

}  // namespace

std::unique_ptr<TextCounting> tokenizer_counting(std::shared_ptr<const Tokenizer> tokenizer, TaskPool& pool) {
  if (pool.threads() == 1) return std::make_unique<InPlace>(std::move(tokenizer));
  return std::make_unique<Shared>(std::move(tokenizer), pool);
}

std::unique_ptr<TextCounting> command_counting(std::string command, std::chrono::milliseconds timeout) {
  return std::make_unique<Command>(std::move(command), timeout);
}

}  // namespace ssdetect
