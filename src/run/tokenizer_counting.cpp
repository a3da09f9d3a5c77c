// Texts are gathered into batches, so that the lock is taken once a quarter megabyte and not once a text. The
// queue is bounded: a reader that is faster than the counters waits. Each worker keeps its own counter
// (scratch memory and cache) and its own results. Tests: tests/run/text_counting_test.cpp.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "run/text_counting.h"

namespace ssdetect {

namespace {

constexpr std::size_t kBatchBytes = 256 * 1024;
constexpr std::size_t kBatchesPerThread = 4;  // waiting ones; bounds the memory to a few megabytes a thread

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

struct Batch {
  struct Text {
    std::uint64_t number;
    std::size_t first, rest;  // bytes
  };
  std::string bytes;
  std::vector<Text> texts;
};

void count_batch(TokenCounter& counter, const Batch& batch, std::vector<TextCount>& counts) {
  std::string_view left = batch.bytes;
  for (const Batch::Text& text : batch.texts) {
    counts.push_back(
        count_both(counter, text.number, left.substr(0, text.first), left.substr(text.first, text.rest)));
    left.remove_prefix(text.first + text.rest);
  }
}

class BatchQueue {
 public:
  explicit BatchQueue(std::size_t most) : most_(most) {}

  void push(Batch batch) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] { return waiting_.size() < most_; });
    waiting_.push_back(std::move(batch));
    has_work_.notify_one();
  }

  bool pop(Batch& batch) {
    std::unique_lock lock(mutex_);
    has_work_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return false;
    batch = std::move(waiting_.front());
    waiting_.pop_front();
    has_room_.notify_one();
    return true;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    has_work_.notify_all();
  }

 private:
  std::size_t most_;
  bool closed_ = false;
  std::deque<Batch> waiting_;
  std::mutex mutex_;
  std::condition_variable has_room_, has_work_;
};

class Pool : public TextCounting {
 public:
  Pool(std::shared_ptr<const Tokenizer> tokenizer, unsigned threads)
      : tokenizer_(std::move(tokenizer)), threads_(threads) {}
  ~Pool() override { join(); }

  void add(std::uint64_t number, std::string_view first, std::string_view rest) override {
    if (workers_.empty()) start();
    batch_.bytes.append(first).append(rest);
    batch_.texts.push_back({number, first.size(), rest.size()});
    if (batch_.bytes.size() >= kBatchBytes) queue_->push(std::exchange(batch_, {}));
  }

  std::vector<TextCount> finish() override {
    if (queue_ && !batch_.texts.empty()) queue_->push(std::exchange(batch_, {}));
    join();
    std::vector<TextCount> all;
    for (auto& counts : std::exchange(counts_, {})) all.insert(all.end(), counts.begin(), counts.end());
    return all;
  }

 private:
  void start() {
    queue_ = std::make_unique<BatchQueue>(kBatchesPerThread * threads_);
    counts_.resize(threads_);
    for (unsigned i = 0; i < threads_; ++i) {
      try {
        workers_.emplace_back([this, i] { work(counts_[i]); });
      } catch (const std::system_error&) {  // fewer threads than asked for will do
        if (workers_.empty()) throw;
        break;
      }
    }
  }

  void work(std::vector<TextCount>& counts) {
    TokenCounter counter(tokenizer_);
    for (Batch batch; queue_->pop(batch);) count_batch(counter, batch, counts);
  }

  void join() {
    if (queue_) queue_->close();
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
  }

  std::shared_ptr<const Tokenizer> tokenizer_;
  unsigned threads_;
  Batch batch_;
  std::unique_ptr<BatchQueue> queue_;
  std::vector<std::thread> workers_;
  std::vector<std::vector<TextCount>> counts_;  // by worker
};

}  // namespace

std::unique_ptr<TextCounting> tokenizer_counting(std::shared_ptr<const Tokenizer> tokenizer,
                                                 unsigned threads) {
  if (threads <= 1) return std::make_unique<InPlace>(std::move(tokenizer));
  return std::make_unique<Pool>(std::move(tokenizer), threads);
}

}  // namespace ssdetect
