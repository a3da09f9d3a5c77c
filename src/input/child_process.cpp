// posix_spawnp with the child's input on the given descriptor. When bytes were already taken from a pipe,
// they cannot be put back, so a thread feeds the child through a second pipe: first those bytes, then the
// rest. The thread ends when the input does or the child stops listening; SIGPIPE is held back in that thread
// alone. Only compressed standard input takes that way: files are opened again at their beginning.
#include "input/child_process.h"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "failure.h"
#include "input/descriptor.h"

extern char** environ;

namespace ssdetect {
namespace {

constexpr int kGzipWarning = 2;  // all was decompressed, but rubbish follows

[[noreturn]] void fail(const std::string& name, const std::string& what) {
  throw Failure(ExitCode::unreadable, {name}, what);
}

Pipe make_pipe(const std::string& name) {
  auto pipe = Pipe::make();
  if (!pipe) fail(name, fmt::format("no pipe for decompressing: {}", std::strerror(errno)));
  return std::move(*pipe);
}

pid_t spawn(const std::string& program, int input, int output, const std::string& name) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  std::string executable = program, options = "-dcq";
  std::array<char*, 3> arguments = {executable.data(), options.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    fail(name,
         fmt::format(
             "it is {0}-compressed and {0} cannot be run ({1}); install {0}, or decompress the file first",
             program, std::strerror(error)));
  }
  return child;
}

void feed(Descriptor from, Descriptor to, const std::string& ahead) {
  hold_back_sigpipe();
  bool listening = write_all(to.number(), ahead);
  std::array<char, 65536> block;
  while (listening) {
    const ssize_t count = ::read(from.number(), block.data(), block.size());
    if (count == 0 || (count < 0 && errno != EINTR)) return;
    if (count > 0) listening = write_all(to.number(), {block.data(), static_cast<std::size_t>(count)});
  }
}

class ChildSource final : public ByteSource {
 public:
  ChildSource(std::string program, int descriptor, std::string ahead, std::string name)
      : program_(std::move(program)), name_(std::move(name)) {
    Descriptor input(descriptor);
    Pipe output = make_pipe(name_);
    if (ahead.empty()) {
      child_ = spawn(program_, input.number(), output.in.number(), name_);
    } else {
      Pipe feeding = make_pipe(name_);
      child_ = spawn(program_, feeding.out.number(), output.in.number(), name_);
      feeding.out.close();
      std::thread(feed, std::move(input), std::move(feeding.in), std::move(ahead)).detach();
    }
    output_ = std::move(output.out);
  }

  // The feeding thread owns all it uses; it ends at its next write, or with the program.
  ~ChildSource() override {
    if (child_ <= 0) return;
    ::kill(child_, SIGTERM);
    wait();
  }

 protected:
  std::size_t read_some(std::span<char> out) override {
    for (;;) {
      const ssize_t count = ::read(output_.number(), out.data(), out.size());
      if (count > 0) return static_cast<std::size_t>(count);
      if (count == 0) return check_exit(), 0;
      if (errno != EINTR)
        fail(name_, fmt::format("cannot be read from {}: {}", program_, std::strerror(errno)));
    }
  }
  bool is_ready() override { return can_be_read(output_.number()); }

 private:
  int wait() {
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = 0;
    return status;
  }

  void check_exit() {
    if (child_ <= 0) return;
    const int status = wait();
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 0 || (code == kGzipWarning && program_ == "gzip")) return;
    fail(name_,
         fmt::format(
             "{0} says the file is damaged or incomplete; fetch it again, or decompress what can be saved "
             "with `{0} -dc` and give that to this program",
             program_));
  }

  std::string program_;
  std::string name_;
  Descriptor output_;
  pid_t child_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> decompressing_source(const std::string& program, int descriptor,
                                                 std::string ahead, const std::string& name) {
  return std::make_unique<ChildSource>(program, descriptor, std::move(ahead), name);
}

}  // namespace ssdetect
