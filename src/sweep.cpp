// Threads take the operands in turn, never more than --jobs ahead of the one that is delivered next, so
// results come in order and few of them wait. Tests: tests/sweep_test.cpp; tests/cli/cases/sweeps, several
// and report.

#include "sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "pipeline.h"
#include "report/wording.h"

namespace ssdetect {

namespace {

using Results = std::vector<Result>;

std::vector<ReadRun> read(const std::string& operand, const Options& options,
                          const CountingOptions& counting) {
  std::vector<ReadRun> runs = read_runs(operand, options, counting);
  if (runs.size() > 1 && !options.report_file.empty())
    throw Failure(ExitCode::usage, {operand},
                  fmt::format("it holds {} runs, and --report takes one.", runs.size()));
  return runs;
}

Results answer(const std::string& operand, const Options& options, const CountingOptions& counting) {
  std::vector<ReadRun> runs;
  if (auto fault = fault_of(operand, [&] { runs = read(operand, options, counting); }))
    return {{operand, *std::move(fault)}};
  Results results;
  for (ReadRun& run : runs) {
    Report report;
    auto fault = fault_of(run.origin.name, [&] { report = report_on(run, options); });
    results.push_back({run.origin.name, {}});
    if (fault)
      results.back().outcome = *std::move(fault);
    else
      results.back().outcome = std::move(report);
  }
  return results;
}

std::vector<std::string> operands_of(const Options& options) {
  return options.operands.empty() ? std::vector<std::string>{"-"} : options.operands;
}

// The operands on their way through the threads. It has all it needs, for threads may be left behind.
class Queue {
 public:
  Queue(const Options& options, const CountingOptions& counting)
      : options_(options), counting_(counting), operands_(operands_of(options)), slots_(options.jobs) {}

  // On each thread: back when no operand is left, or nobody wants one any more.
  void work() {
    while (const auto next = begin_next()) {
      Slot slot = answered(*next);
      const std::lock_guard lock(mutex_);
      slots_[*next % slots_.size()] = std::move(slot);
      changed_.notify_all();
    }
  }

  // The results of this operand, when those of all before it have been delivered.
  Results take(std::size_t operand) {
    std::unique_lock lock(mutex_);
    delivered_ = operand;
    changed_.notify_all();
    Slot& slot = slots_[operand % slots_.size()];
    changed_.wait(lock, [&] { return slot.is_done; });
    Slot done = std::exchange(slot, {});
    if (done.error) std::rethrow_exception(done.error);
    return std::move(done.results);
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

 private:
  struct Slot {
    bool is_done = false;
    Results results;
    std::exception_ptr error;
  };

  std::optional<std::size_t> begin_next() {
    std::unique_lock lock(mutex_);
    const auto is_over = [&] { return stopped_ || begun_ == operands_.size(); };
    changed_.wait(lock, [&] { return is_over() || begun_ < delivered_ + slots_.size(); });
    return is_over() ? std::nullopt : std::optional(begun_++);
  }

  Slot answered(std::size_t operand) const {
    try {
      return {true, answer(operands_[operand], options_, counting_), nullptr};
    } catch (...) {
      return {true, {}, std::current_exception()};
    }
  }

  const Options options_;
  const CountingOptions counting_;
  const std::vector<std::string> operands_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::vector<Slot> slots_;  // of the operands from `delivered_` on, by number modulo their size
  std::size_t begun_ = 0, delivered_ = 0;
  bool stopped_ = false;
};

// The threads of a queue. Those that were not joined are told to stop and left behind.
class Crew {
 public:
  Crew(std::shared_ptr<Queue> queue, std::size_t most) : queue_(std::move(queue)) {
    try {
      threads_.reserve(most);
      while (threads_.size() < most) threads_.emplace_back([queue = queue_] { queue->work(); });
    } catch (const std::system_error&) {  // the system has no more to give
    } catch (const std::bad_alloc&) {
    }
  }
  ~Crew() {
    queue_->stop();
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.detach();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  bool is_empty() const { return threads_.empty(); }
  void join() {
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::shared_ptr<Queue> queue_;
  std::vector<std::thread> threads_;
};

}  // namespace

void sweep(const Options& options, const CountingOptions& counting,
           const std::function<void(const Result&)>& deliver) {
  const auto operands = operands_of(options);
  const std::size_t threads = std::min(options.jobs, operands.size());
  const auto queue = std::make_shared<Queue>(options, counting);
  Crew crew(queue, threads > 1 ? threads : 0);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Results results = crew.is_empty() ? answer(operands[i], options, counting) : queue->take(i);
    std::for_each(results.begin(), results.end(), deliver);
  }
  crew.join();
}

void Delivery::take(const Result& result) {
  if (const auto* failure = std::get_if<Failure>(&result.outcome)) return take_failure(result.name, *failure);
  const Report& report = std::get<Report>(result.outcome);
  worst_ = worse(worst_, exit_code(report, fail_on_));
  std::string text;
  if (const auto fault = fault_of(result.name, [&] { text = renderer_.row(report); }))
    return take_failure(result.name, *fault);
  outlets_.print(text);
  ++verdicts_[std::string(name_of(report.analysis.verdict))];
}

void Delivery::take_failure(const std::string& name, const Failure& failure) {
  outlets_.tell(failure.what());
  worst_ = worse(worst_, failure.code());
  outlets_.print(renderer_.error(name, failure.what()));
  ++verdicts_["unreadable"];
}

// The one place where the fault of a run ends.
std::optional<Failure> fault_of(const std::string& name, const std::function<void()>& work) {
  std::optional<Failure> fault;
  try {
    work();
    return std::nullopt;
  } catch (const Failure& failure) {
    fault = failure;
  } catch (const std::bad_alloc&) {
    fault.emplace(
        ExitCode::unreadable,
        "there is not enough memory for this run; --threads 1 and a smaller --max-memory need less.");
  } catch (const std::system_error& error) {
    fault.emplace(ExitCode::unreadable,
                  fmt::format("the system gives no more of what this run needs: {}.", error.what()));
  }
  fault->supply({name == "-" ? "standard input" : name});
  return fault;
}

std::string summary_of(const std::map<std::string, int>& verdicts) {
  std::size_t runs = 0;
  std::vector<std::string> parts;
  for (const auto& [verdict, count] : verdicts) {
    runs += static_cast<std::size_t>(count);
    parts.push_back(fmt::format("{} {}", count, verdict));
  }
  return fmt::format("{}: {}.", plural(runs, "run"), fmt::join(parts, ", "));
}

}  // namespace ssdetect
