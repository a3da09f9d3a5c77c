// Texts are gathered into batches, so that handing over costs nothing beside counting. Only so many are under
// way; a reader that is faster than the counters then counts, too. Each thread keeps its own counter (scratch
// memory and cache), each batch its own results. Tests: tests/run/text_counting_test.cpp.

#include <deque>
#include <utility>

#include "run/text_counting.h"

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

}  // namespace

std::unique_ptr<TextCounting> tokenizer_counting(std::shared_ptr<const Tokenizer> tokenizer, TaskPool& pool) {
  if (pool.threads() == 1) return std::make_unique<InPlace>(std::move(tokenizer));
  return std::make_unique<Shared>(std::move(tokenizer), pool);
}

}  // namespace ssdetect
