// Who helps with this work?
//
// Threads beside the calling one, for work that can be cut into tasks. They are started when tasks pile up,
// never more than asked for, and as many as the system has to give: none will do, since whoever waits for a
// task works on what is waiting in the meantime. One thread owns the pool and calls everything below.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ssdetect {

// A piece of work that waits for nothing. It must be `finish`ed or `drop`ped before it is destroyed, and may
// then be submitted again.
class Task {
 public:
  virtual ~Task() = default;

 protected:
  // `thread` is below TaskPool::threads(), and no two run at the same time with the same one.
  virtual void run(unsigned thread) = 0;

 private:
  friend class TaskPool;
  enum class State : std::uint8_t { idle, waiting, running, done };
  State state_ = State::idle;
  std::exception_ptr error_;
};

class TaskPool {
 public:
  // `threads` in all, the calling one included.
  explicit TaskPool(unsigned threads) : threads_(threads > 1 ? threads : 1) {}
  ~TaskPool();
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;

  unsigned threads() const { return threads_; }
  // How many there are by now.
  std::size_t started() const { return helpers_.size() + 1; }
  void submit(Task& task);
  // Comes back when the task has run, having helped meanwhile; throws what the task threw.
  void finish(Task& task);
  // The same for a task whose outcome nobody needs: it is not begun if it can be helped.
  void drop(Task& task) noexcept;

 private:
  void start_helper();
  void work(unsigned thread);
  void run_next(std::unique_lock<std::mutex>& lock, unsigned thread);

  unsigned threads_;
  std::vector<std::thread> helpers_;
  bool none_left_ = false;  // the system has no more threads to give
  std::mutex mutex_;        // guards what follows, and the states of tasks
  std::condition_variable work_is_there_, task_is_done_;
  std::deque<Task*> waiting_;
  std::size_t idle_ = 0;  // helpers
  bool closed_ = false;
};

}  // namespace ssdetect
