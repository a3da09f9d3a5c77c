// A queue under one lock: tasks are large (a quarter of a megabyte of log), so it is taken a few thousand
// times a second at most. The calling thread is number 0. Test: tests/input/task_pool_test.cpp.
#include "input/task_pool.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace ssdetect {

TaskPool::~TaskPool() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    work_is_there_.notify_all();
  }
  for (std::thread& helper : helpers_) helper.join();
}

void TaskPool::submit(Task& task) {
  bool piles_up = false;
  {
    const std::lock_guard lock(mutex_);
    task.state_ = Task::State::waiting;
    task.error_ = nullptr;
    waiting_.push_back(&task);
    piles_up = waiting_.size() > idle_ + 1;
    work_is_there_.notify_one();
  }
  if (piles_up) start_helper();
}

void TaskPool::start_helper() {
  const auto number = static_cast<unsigned>(helpers_.size() + 1);
  if (none_left_ || number >= threads_) return;
  try {
    helpers_.emplace_back([this, number] { work(number); });
  } catch (const std::system_error&) {
    none_left_ = true;
  } catch (const std::bad_alloc&) {
    none_left_ = true;
  }
}

void TaskPool::work(unsigned thread) {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    work_is_there_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    --idle_;
    if (closed_) return;
    run_next(lock, thread);
  }
}

void TaskPool::run_next(std::unique_lock<std::mutex>& lock, unsigned thread) {
  Task& task = *waiting_.front();
  waiting_.pop_front();
  task.state_ = Task::State::running;
  lock.unlock();
  std::exception_ptr error;
  try {
    task.run(thread);
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  task.error_ = std::move(error);
  task.state_ = Task::State::done;
  task_is_done_.notify_one();
}

void TaskPool::finish(Task& task) {
  std::unique_lock lock(mutex_);
  while (task.state_ != Task::State::done) {
    if (!waiting_.empty())
      run_next(lock, 0);
    else
      task_is_done_.wait(lock);
  }
  task.state_ = Task::State::idle;
  if (task.error_) std::rethrow_exception(std::exchange(task.error_, nullptr));
}

void TaskPool::drop(Task& task) noexcept {
  std::unique_lock lock(mutex_);
  if (task.state_ == Task::State::waiting) std::erase(waiting_, &task);
  task_is_done_.wait(lock, [&] { return task.state_ != Task::State::running; });
  task.state_ = Task::State::idle;
}

}  // namespace ssdetect
