// posix_spawnp between pipes. Our end of the child's input does not block, so `poll` on both ends tells what
// can be done next. A child knows nothing of how this program treats SIGPIPE: pipes inside of it end as in a
// shell. It leads a process group of its own, so that all of a pipeline can be ended; as a terminal's signals
// do not reach that group, they are handed on. A group is killed before its leader is reaped, for until then
// nobody else can have its number. Tests: tests/input/child_process_test.cpp, tests/cli/token_command.py.
#include "input/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "input/process_groups.h"

extern char** environ;

namespace ssdetect {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kBlock = 65536;
constexpr milliseconds kGrace(500);      // between SIGTERM and SIGKILL
constexpr milliseconds kLongestNap(20);  // between two looks whether it has ended

int poll_timeout(std::optional<milliseconds> left) {
  if (!left) return -1;
  return static_cast<int>(std::clamp<milliseconds::rep>(left->count(), 0, 1'000'000'000));
}

// The actions and attributes of a spawn; they have to be destroyed.
class SpawnPlan {
 public:
  SpawnPlan(int input, int output) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    sigset_t defaults, none;
    ::sigemptyset(&none);
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGPIPE);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnPlan() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  // 0: it could not be started, and errno says why.
  pid_t run(const Program& program) const {
    std::vector<std::string> texts = program.arguments;
    std::vector<char*> arguments;
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int error =
        ::posix_spawnp(&child, program.path.c_str(), &actions_, &attributes_, arguments.data(), environ);
    errno = error;
    return error == 0 ? child : 0;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

std::unique_ptr<ChildProcess> ChildProcess::reading(const Program& program, const Descriptor& input) {
  std::unique_ptr<ChildProcess> child(new ChildProcess);
  return child->start(program, input) ? std::move(child) : nullptr;
}

std::unique_ptr<ChildProcess> ChildProcess::fed(const Program& program, Descriptor rest) {
  auto pipe = Pipe::make();
  if (!pipe) return nullptr;
  ::fcntl(pipe->in.number(), F_SETFL, O_NONBLOCK);
  widen_pipe(pipe->in.number());
  std::unique_ptr<ChildProcess> child = reading(program, pipe->out);
  if (!child) return nullptr;
  child->input_ = std::move(pipe->in);
  child->rest_ = std::move(rest);
  return child;
}

ChildProcess::~ChildProcess() {
  if (child_ == 0) return;
  end_input();
  end_output();
  kill_all(SIGTERM);
  ends_within(kGrace);
  kill_all(SIGKILL);
  reap();
}

bool ChildProcess::start(const Program& program, const Descriptor& input) {
  auto pipe = Pipe::make();
  if (!pipe) return false;
  Starting starting;
  child_ = SpawnPlan(input.number(), pipe->in.number()).run(program);
  if (child_ == 0) return false;
  starting.end_with_us(child_);
  output_ = std::move(pipe->out);
  widen_pipe(output_.number());
  return true;
}

void ChildProcess::give(std::string_view bytes) {
  if (input_.number() < 0) return;
  if (behind() == 0) ahead_.clear(), given_ = 0;
  ahead_ += bytes;
}

void ChildProcess::end_input() {
  input_.close();
  rest_.close();
  ahead_.clear();
  given_ = 0;
}

void ChildProcess::end_output() { output_.close(); }

std::optional<std::size_t> ChildProcess::exchange(std::span<char> out) {
  if (output_.number() < 0 && !is_fed()) return std::nullopt;
  const Ready ready = wait_for_either(patience_);
  if (!ready.to_feed && !ready.to_read) return give_up(), std::nullopt;
  if (ready.to_feed) feed();
  if (!ready.to_read) return 0;
  const ssize_t count = ::read(output_.number(), out.data(), out.size());
  if (count > 0) return static_cast<std::size_t>(count);
  if (count < 0 && errno == EINTR) return 0;
  end_output();
  return std::nullopt;
}

bool ChildProcess::ready() {
  for (;;) {
    const Ready ready = wait_for_either(milliseconds(0));
    if (ready.to_read) return true;
    if (!ready.to_feed) return false;
    feed();
  }
}

// A closed descriptor is never ready.
ChildProcess::Ready ChildProcess::wait_for_either(std::optional<milliseconds> most) const {
  const auto start = Clock::now();
  const pollfd output{output_.number(), POLLIN, 0};
  const pollfd feeding =
      behind() > 0 ? pollfd{input_.number(), POLLOUT, 0} : pollfd{rest_.number(), POLLIN, 0};
  std::array<pollfd, 2> both = {output, feeding};
  auto left = most;
  while (::poll(both.data(), both.size(), poll_timeout(left)) < 0 && errno == EINTR)
    if (most) left = *most - std::chrono::duration_cast<milliseconds>(Clock::now() - start);
  return {both[0].revents != 0, both[1].revents != 0};
}

// What of its input it takes without waiting; when there is nothing left, more is fetched first.
void ChildProcess::feed() {
  if (behind() == 0) return take_more();
  const ssize_t count = write_quietly(input_.number(), std::string_view(ahead_).substr(given_));
  if (count > 0) given_ += static_cast<std::size_t>(count);
  if (count < 0 && errno != EINTR && errno != EAGAIN) end_input();
}

void ChildProcess::take_more() {
  ahead_.resize(kBlock);
  const ssize_t count = ::read(rest_.number(), ahead_.data(), ahead_.size());
  given_ = 0;
  ahead_.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) end_input();
}

ChildProcess::Ending ChildProcess::wait() {
  if (child_ == 0) return ending_;
  if (patience_ && !ends_within(*patience_))
    give_up();
  else
    reap();
  return ending_;
}

// Whether it does; it can still be reaped.
bool ChildProcess::ends_within(milliseconds most) const {
  const auto end = Clock::now() + most;
  for (milliseconds nap(1);; nap = std::min(2 * nap, kLongestNap)) {
    siginfo_t ended{};
    if (::waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0) return true;
    if (ended.si_pid != 0) return true;
    if (Clock::now() >= end) return false;
    const timespec time{0, std::chrono::nanoseconds(nap).count()};
    ::nanosleep(&time, nullptr);
  }
}

void ChildProcess::kill_all(int signal) const { ::kill(-child_, signal); }

void ChildProcess::give_up() {
  end_input();
  end_output();
  kill_all(SIGKILL);
  reap();
  ending_.too_slow = true;
}

void ChildProcess::reap() {
  no_longer_with_us(child_);
  int found = 0;
  while (::waitpid(child_, &found, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
  ending_ = WIFSIGNALED(found) ? Ending{0, WTERMSIG(found)} : Ending{WEXITSTATUS(found), 0};
}

}  // namespace ssdetect
