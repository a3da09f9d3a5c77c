// The program's answers are read by a thread of their own, so that a program that buffers its output cannot
// lock up with us: we write on, it answers when it likes, at the latest when its input ends. Tests:
// tests/run/text_counting_test.cpp, tests/cli.

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "failure.h"
#include "input/descriptor.h"
#include "run/text_counting.h"

extern char** environ;

namespace ssdetect {

namespace {

constexpr std::size_t kBlock = 65536;
constexpr std::size_t kLongestAnswer = 32;  // bytes; a number and its line end need fewer

std::string json_line(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// Reads to the end, or until there is more than so many answers can be; false then.
bool read_answers(int descriptor, const std::atomic<std::size_t>& asked, std::string& text) {
  char block[kBlock];
  for (;;) {
    const ssize_t count = ::read(descriptor, block, sizeof block);
    if (count > 0) text.append(block, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return true;
    if (text.size() > kBlock + kLongestAnswer * asked) return false;
  }
}

pid_t spawn_shell(const std::string& command, int input, int output) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  sigset_t none;  // this thread may hold back SIGPIPE; the command's own pipes need it
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::string shell = "sh", option = "-c", text = command;
  char* arguments[] = {shell.data(), option.data(), text.data(), nullptr};
  pid_t child = -1;
  const int error = ::posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  errno = error;
  return error == 0 ? child : -1;
}

class Command : public TextCounting {
 public:
  explicit Command(std::string command) : command_(std::move(command)) {}
  ~Command() override { stop(); }

  void add(std::uint64_t number, std::string_view first, std::string_view rest) override {
    if (child_ < 0) start();
    hold_back_sigpipe();
    // When it no longer listens, its exit status and its missing answers say so in finish().
    listening_ = listening_ && write_all(input_.number(), json_line(first)) &&
                 write_all(input_.number(), json_line(rest));
    numbers_.push_back(number);
    asked_ += 2;
  }

  std::vector<TextCount> finish() override {
    if (child_ < 0) return {};
    const int status = stop();
    if (!in_bounds_) {
      parsed();  // garbage has a better sentence
      fail("answers more than it is asked");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(how_it_ended(status));
    return paired(parsed());
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Failure(
        ExitCode::unreadable, {fmt::format("--token-command '{}'", command_), " "},
        fmt::format("{}; it must answer every line (a JSON string) with one whole number on a line.", what));
  }

  void start() {
    auto input = Pipe::make(), output = Pipe::make();
    child_ = input && output ? spawn_shell(command_, input->out.number(), output->in.number()) : -1;
    if (child_ < 0) fail(fmt::format("cannot be started: {}", std::strerror(errno)));
    input_ = std::move(input->in);
    answers_.clear();
    listening_ = true;
    asked_ = 0;
    reader_ = std::thread([this, from = std::move(output->out)] {
      in_bounds_ = read_answers(from.number(), asked_, answers_);
    });
  }

  // Ends its input, waits for its last answer and for itself.
  int stop() {
    if (child_ < 0) return 0;
    input_.close();
    reader_.join();
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return status;
  }

  static std::string how_it_ended(int status) {
    if (WIFSIGNALED(status)) return fmt::format("was killed by signal {}", WTERMSIG(status));
    return fmt::format("failed with exit status {}", WEXITSTATUS(status));
  }

  std::vector<Tokens> parsed() const {
    std::vector<Tokens> counts;
    std::string_view left = answers_;
    while (!left.empty()) {
      const auto line = left.substr(0, left.find('\n'));
      left.remove_prefix(std::min(left.size(), line.size() + 1));
      std::uint64_t count = 0;
      const auto trimmed = line.substr(0, line.find_last_not_of(" \r") + 1);
      const auto [end, error] = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), count);
      if (error != std::errc() || end != trimmed.data() + trimmed.size())
        fail(fmt::format("answered '{}' on its line {}", line.substr(0, 40), counts.size() + 1));
      counts.push_back(static_cast<Tokens>(count));
    }
    return counts;
  }

  std::vector<TextCount> paired(const std::vector<Tokens>& counts) {
    if (counts.size() != 2 * numbers_.size())
      fail(fmt::format("answered {} of {} lines", counts.size(), 2 * numbers_.size()));
    std::vector<TextCount> all;
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      all.push_back({numbers_[i], counts[2 * i], counts[2 * i + 1]});
    numbers_.clear();
    return all;
  }

  std::string command_;
  pid_t child_ = -1;
  Descriptor input_;
  std::thread reader_;
  std::string answers_;    // of the reader's until it is joined
  bool in_bounds_ = true;  // the same
  std::atomic<std::size_t> asked_ = 0;
  bool listening_ = false;
  std::vector<std::uint64_t> numbers_;
};

}  // namespace

std::unique_ptr<TextCounting> command_counting(std::string command) {
  return std::make_unique<Command>(std::move(command));
}

}  // namespace ssdetect
