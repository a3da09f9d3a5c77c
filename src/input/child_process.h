// What does another program write, given these bytes?
//
// A child reads a descriptor of ours by itself, or is given its input by us; what it writes is read here. One
// thread serves both ends: whoever waits for the one does what the other asks for, so that a child that
// buffers, or one that answers at length, cannot lock up with us, and no thread has to be had. A child, with
// all that it started, is ended and reaped when its object goes or this program is interrupted, whatever
// happens. Nothing here throws but for want of memory.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "input/descriptor.h"

namespace ssdetect {

// A program, looked for in PATH unless it has a slash, and its arguments from the zeroth on.
struct Program {
  std::string path;
  std::vector<std::string> arguments;

  static Program shell(const std::string& command) { return {"/bin/sh", {"sh", "-c", command}}; }
};

class ChildProcess {
 public:
  // Reads `input` by itself. Null: it cannot be started, and errno says why.
  static std::unique_ptr<ChildProcess> reading(const Program& program, const Descriptor& input);
  // Is given its input: what `give` has had, then the rest of a descriptor, if there is one.
  static std::unique_ptr<ChildProcess> fed(const Program& program, Descriptor rest = Descriptor());

  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // It takes this when it is waited for. When it reads no more, nothing is kept.
  void give(std::string_view bytes);
  std::size_t behind() const { return ahead_.size() - given_; }  // bytes that it was given and has not taken
  void end_input();

  // From here on it is killed when it is waited for so long and neither takes nor gives a byte, nor ends.
  // Without this it is waited for as long as it takes.
  void set_patience(std::chrono::milliseconds most) { patience_ = most; }

  // Waits until there is some of its output, or it takes some of its input, and gets on with both. How much
  // was put to `out`, maybe nothing yet; nullopt: its output has ended.
  std::optional<std::size_t> exchange(std::span<char> out);
  // Whether there is output, or its end, without waiting.
  bool ready();
  void end_output();

  struct Ending {
    int status = 0;         // 0: all went well, as far as it says
    int signal = 0;         // that killed it; 0: none
    bool too_slow = false;  // patience ended, and it was killed here
  };
  // For it to end.
  Ending wait();
  // How it did, where it was waited for, or given up.
  const Ending& ending() const { return ending_; }

 private:
  struct Ready {
    bool to_read = false, to_feed = false;
  };

  ChildProcess() = default;
  bool start(const Program& program, const Descriptor& input);
  bool is_fed() const { return behind() > 0 || rest_.number() >= 0; }
  // At most so long; nullopt: any time. Nothing is ready when the time is over.
  Ready wait_for_either(std::optional<std::chrono::milliseconds> most) const;
  void feed();
  void take_more();
  bool ends_within(std::chrono::milliseconds most) const;
  void kill_all(int signal) const;
  void give_up();
  void reap();

  pid_t child_ = 0;  // 0: none, or reaped
  std::optional<std::chrono::milliseconds> patience_;
  Ending ending_;
  Descriptor input_, output_;  // our ends of its standard input and output
  std::string ahead_;          // of its input
  std::size_t given_ = 0;      // so much of `ahead_`
  Descriptor rest_;            // of its input, behind `ahead_`
};

}  // namespace ssdetect
