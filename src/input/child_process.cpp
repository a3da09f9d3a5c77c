// posix_spawnp between pipes. Our end of the child's input does not block, so `poll` on both ends tells what
// can be done next. A child knows nothing of how this program treats SIGPIPE: pipes inside of it end as in a
// shell. Tests: tests/input/child_process_test.cpp.
#include "input/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

extern char** environ;

namespace ssdetect {
namespace {

constexpr std::size_t kBlock = 65536;

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
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
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
  ::kill(child_, SIGTERM);
  wait();
}

bool ChildProcess::start(const Program& program, const Descriptor& input) {
  auto pipe = Pipe::make();
  if (!pipe) return false;
  child_ = SpawnPlan(input.number(), pipe->in.number()).run(program);
  if (child_ == 0) return false;
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
  const Ready ready = wait_for_either(-1);
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
    const Ready ready = wait_for_either(0);
    if (ready.to_read) return true;
    if (!ready.to_feed) return false;
    feed();
  }
}

// A closed descriptor is never ready.
ChildProcess::Ready ChildProcess::wait_for_either(int most_ms) const {
  pollfd output{output_.number(), POLLIN, 0};
  pollfd feeding = behind() > 0 ? pollfd{input_.number(), POLLOUT, 0} : pollfd{rest_.number(), POLLIN, 0};
  pollfd both[] = {output, feeding};
  if (::poll(both, 2, most_ms) <= 0) return {};
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
  int found = 0;
  while (::waitpid(child_, &found, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
  if (WIFSIGNALED(found)) return ending_ = {0, WTERMSIG(found)};
  return ending_ = {WEXITSTATUS(found), 0};
}

}  // namespace ssdetect
