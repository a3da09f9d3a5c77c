// Who closes this descriptor?
//
// `Descriptor` does, when it goes; moving hands it on. Plain system calls otherwise; nothing here throws.
#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace ssdetect {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  int number() const { return number_; }
  void close();

 private:
  int number_;
};

struct Pipe {
  Descriptor out;                     // read here
  Descriptor in;                      // write here
  static std::optional<Pipe> make();  // closed on exec; nullopt: errno says why
};

// Without waiting; the end counts.
bool can_be_read(int descriptor);

// read(2) that waits, also where the descriptor was opened not to (O_NONBLOCK belongs to the open file, so
// whoever else has it may set it at any time), and goes on when a signal interrupts it. -1: errno says why.
ssize_t read_patiently(int descriptor, std::span<char> out);

// Lets a pipe hold more, so that its two ends have to wait for each other less often; where the system allows
// it.
void widen_pipe(int descriptor);

// Waits as `read_patiently` does. False when it cannot be written, as when nobody listens any more; errno
// says why.
bool write_all(int descriptor, std::string_view bytes);

// write(2), with EPIPE where nobody listens any more, and no SIGPIPE.
ssize_t write_quietly(int descriptor, std::string_view bytes);

}  // namespace ssdetect
