// Children of every temper, each fed and read by one thread.
#include "input/child_process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>

#include "input/whole_file.h"
#include "tests/input/temporary_directory.h"
#include "tests/no_threads.h"

using namespace ssdetect;
using ssdetect::testing::NoThreads;
using ssdetect::testing::TemporaryDirectory;

namespace {

std::unique_ptr<ChildProcess> fed(const std::string& command, Descriptor rest = Descriptor()) {
  auto child = ChildProcess::fed(Program::shell(command), std::move(rest));
  REQUIRE(child);
  return child;
}

std::string rest_of_output(ChildProcess& child) {
  std::string all, block(1000, '\0');
  while (const auto count = child.exchange(block)) all.append(block, 0, *count);
  return all;
}

std::string many_lines() {
  std::string lines;
  for (std::int64_t i = 0; i < 300'000; ++i) lines += std::to_string(i * 7919) + "\n";
  return lines;
}

// A dead one that nobody has reaped yet is not.
bool is_alive(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  return std::getline(status, text) && text[text.rfind(')') + 2] != 'Z';
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

}  // namespace

TEST_CASE("child process: reads a descriptor by itself") {
  TemporaryDirectory folder;
  const std::string lines = many_lines();
  const Descriptor file(::open(folder.file("a", lines).c_str(), O_RDONLY));
  const auto child = ChildProcess::reading({"cat", {"cat"}}, file);
  REQUIRE(child);
  CHECK((rest_of_output(*child) == lines));
  CHECK(child->wait().status == 0);
  CHECK_FALSE(has_children());
}

TEST_CASE("child process: megabytes through one that answers at once, or only at the end") {
  const std::string lines = many_lines();
  for (const std::string command : {"cat", "tac | tac"}) {
    CAPTURE(command);
    const auto child = fed(command);
    child->give(lines);
    std::string all, block(1000, '\0');
    while (child->behind() > 0)
      if (const auto count = child->exchange(block)) all.append(block, 0, *count);
    child->end_input();
    CHECK((all + rest_of_output(*child) == lines));
    CHECK(child->wait().status == 0);
  }
}

TEST_CASE("child process: what was taken from a pipe, then the rest of the pipe") {
  auto pipe = Pipe::make();
  REQUIRE(pipe);
  REQUIRE(write_all(pipe->in.number(), "bcdef"));
  const auto child = fed("cat", std::move(pipe->out));
  child->give("a");
  std::string first, block(10, '\0');
  while (first.size() < 6) first.append(block, 0, child->exchange(block).value());
  CHECK(first == "abcdef");
  CHECK_FALSE(child->ready());
  REQUIRE(write_all(pipe->in.number(), "gh"));
  pipe->in.close();
  CHECK(rest_of_output(*child) == "gh");
}

TEST_CASE("child process: it is ready when it has answered, and is fed by asking") {
  const auto child = fed("cat");
  CHECK_FALSE(child->ready());
  child->give("x");
  const auto start = std::chrono::steady_clock::now();
  while (!child->ready()) REQUIRE(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
  CHECK(child->behind() == 0);
  std::string block(10, '\0');
  CHECK(child->exchange(block) == 1);
}

TEST_CASE("child process: one that reads no more is given no more") {
  const auto child = fed("head -c 3; exit 5");
  child->give(many_lines());
  std::string all, block(1000, '\0');
  while (child->behind() > 0)
    if (const auto count = child->exchange(block)) all.append(block, 0, *count);
  child->give("nothing");  // and this process is not killed by SIGPIPE
  CHECK(child->behind() == 0);
  CHECK(all + rest_of_output(*child) == "0\n7");
  CHECK(child->wait().status == 5);
  CHECK(child->wait().status == 5);
}

TEST_CASE("child process: the signal that killed it is told") {
  const auto child = fed("kill -9 $$");
  CHECK(rest_of_output(*child).empty());
  CHECK(child->wait().signal == SIGKILL);
  CHECK(child->wait().status == 0);
}

TEST_CASE("child process: it ends with its object, whatever it is at") {
  for (const std::string command : {"exec sleep 1000", "exec yes", "exec cat"}) {
    CAPTURE(command);
    fed(command);
    CHECK_FALSE(has_children());
  }
}

TEST_CASE("child process: its end takes all that it started along, and one that will not end") {
  TemporaryDirectory folder;
  const std::string path = folder.file("pid", "");
  for (const std::string& command :
       {"sleep 1000 & echo $! > '" + path + "'; echo; wait",
        "trap '' TERM; echo $$ > '" + path + "'; echo; while :; do sleep 1; done"}) {
    CAPTURE(command);
    auto child = fed(command);
    std::string block(10, '\0');
    CHECK(child->exchange(block) == 1);
    const pid_t pid = std::stoi(read_whole_file(path));
    CHECK(::kill(pid, 0) == 0);
    child.reset();
    CHECK_FALSE(has_children());
    for (int i = 0; is_alive(pid) && i < 1000; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK_FALSE(is_alive(pid));
  }
}

TEST_CASE("child process: with patience, it is waited for so long and no longer") {
  using std::chrono::milliseconds;
  std::string block(10, '\0');
  const auto silent = fed("exec sleep 1000");
  silent->set_patience(milliseconds(50));
  CHECK(silent->exchange(block) == std::nullopt);
  CHECK(silent->wait().too_slow);
  CHECK_FALSE(has_children());

  const auto lingering = fed("exec >&-; exec sleep 1000");
  lingering->set_patience(milliseconds(50));
  CHECK(lingering->exchange(block) == std::nullopt);
  CHECK(lingering->wait().too_slow);
  CHECK_FALSE(has_children());

  const auto quick = fed("echo; exit 3");
  quick->set_patience(milliseconds(20'000));
  CHECK(rest_of_output(*quick) == "\n");
  CHECK(quick->wait().status == 3);
  CHECK_FALSE(quick->ending().too_slow);
}

TEST_CASE("child process: one whose output nobody wants ends by that") {
  const auto child = fed("exec yes");
  child->end_output();
  CHECK(child->wait().signal == SIGPIPE);
}

TEST_CASE("child process: a program that is not there") {
  CHECK(ChildProcess::fed({"no-such-program", {"no-such-program"}}) == nullptr);
  CHECK(errno == ENOENT);
  CHECK_FALSE(has_children());
}

TEST_CASE("child process: it needs no thread") {
  const NoThreads none;
  const auto child = fed("tr a-c A-C");
  child->give("abc");
  child->end_input();
  CHECK(rest_of_output(*child).empty());
  const auto other = fed("tr a-c A-C");
  other->give("abc");
  std::string block(10, '\0');
  while (other->behind() > 0) CHECK(other->exchange(block) == 0);
  other->end_input();
  CHECK(rest_of_output(*other) == "ABC");
}
