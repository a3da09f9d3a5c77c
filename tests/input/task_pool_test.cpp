#include "input/task_pool.h"

#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>

#include "tests/no_threads.h"

using namespace ssdetect;

namespace {

class Counted final : public Task {
 public:
  explicit Counted(unsigned threads) : ran_on_(threads) {}
  int runs = 0;
  bool fails = false;

 private:
  void run(unsigned thread) override {
    CHECK(thread < ran_on_);
    ++runs;
    if (fails) throw std::runtime_error("this task is ill");
  }
  unsigned ran_on_;
};

}  // namespace

TEST_CASE("task pool: every task runs once for each time it is submitted, whoever does it") {
  for (const unsigned threads : {0u, 1u, 2u, 7u}) {
    CAPTURE(threads);
    TaskPool pool(threads);
    std::vector<std::unique_ptr<Counted>> tasks;
    for (int i = 0; i < 100; ++i) tasks.push_back(std::make_unique<Counted>(pool.threads()));
    for (int round = 1; round <= 50; ++round) {
      for (const auto& task : tasks) pool.submit(*task);
      for (const auto& task : tasks) pool.finish(*task);
      for (const auto& task : tasks) CHECK(task->runs == round);
    }
  }
}

TEST_CASE("task pool: tasks may be finished in any order") {
  TaskPool pool(3);
  std::vector<std::unique_ptr<Counted>> tasks;
  for (int i = 0; i < 100; ++i) pool.submit(*tasks.emplace_back(std::make_unique<Counted>(3)));
  for (auto task = tasks.rbegin(); task != tasks.rend(); ++task) {
    pool.finish(**task);
    CHECK((*task)->runs == 1);
  }
}

TEST_CASE("task pool: what a task throws reaches the one who waits for it, once") {
  for (const unsigned threads : {1u, 3u}) {
    TaskPool pool(threads);
    Counted ill(pool.threads()), well(pool.threads());
    ill.fails = true;
    pool.submit(ill);
    pool.submit(well);
    pool.finish(well);
    CHECK_THROWS_WITH(pool.finish(ill), "this task is ill");
    ill.fails = false;
    pool.submit(ill);
    pool.finish(ill);
    CHECK(ill.runs == 2);
  }
}

TEST_CASE("task pool: dropped tasks are over, and nothing is done for them that was not begun") {
  for (const unsigned threads : {1u, 3u}) {
    TaskPool pool(threads);
    std::vector<std::unique_ptr<Counted>> tasks;
    for (int i = 0; i < 100; ++i) pool.submit(*tasks.emplace_back(std::make_unique<Counted>(threads)));
    for (const auto& task : tasks) pool.drop(*task);
    for (const auto& task : tasks) CHECK(task->runs <= (threads == 1 ? 0 : 1));
    tasks.clear();
  }
}

TEST_CASE("task pool: without a thread to be had, whoever waits does the work") {
  const testing::NoThreads none;
  TaskPool pool(7);
  std::vector<std::unique_ptr<Counted>> tasks;
  for (int i = 0; i < 100; ++i) pool.submit(*tasks.emplace_back(std::make_unique<Counted>(1)));
  for (const auto& task : tasks) pool.finish(*task);
  for (const auto& task : tasks) CHECK(task->runs == 1);
  CHECK(pool.started() == 1);
}

TEST_CASE("task pool: a pool that nobody uses is no trouble") { TaskPool pool(7); }
