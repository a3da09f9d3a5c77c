#include "input/descriptor.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace ssdetect {
namespace {

[[maybe_unused]] constexpr int kWidePipe = 1 << 20;  // what Linux gives to anybody

// Whether a call that failed can be made again: at once, or when the descriptor has become ready.
bool may_go_on(int descriptor, short wanted) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd waiting{descriptor, wanted, 0};
  return ::poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

std::optional<Pipe> Pipe::make() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

bool can_be_read(int descriptor) {
  pollfd waiting{descriptor, POLLIN, 0};
  return ::poll(&waiting, 1, 0) > 0;
}

void widen_pipe([[maybe_unused]] int descriptor) {
#ifdef F_SETPIPE_SZ
  ::fcntl(descriptor, F_SETPIPE_SZ, kWidePipe);
#endif
}

ssize_t read_patiently(int descriptor, std::span<char> out) {
  for (;;) {
    const ssize_t count = ::read(descriptor, out.data(), out.size());
    if (count >= 0 || !may_go_on(descriptor, POLLIN)) return count;
  }
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && !may_go_on(descriptor, POLLOUT)) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

ssize_t write_quietly(int descriptor, std::string_view bytes) {
  sigset_t sigpipe, usual, pending;
  ::sigemptyset(&sigpipe);
  ::sigaddset(&sigpipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &sigpipe, &usual);
  ::sigpending(&pending);
  const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
  const int error = errno;
  const timespec at_once{};
  if (count < 0 && error == EPIPE && !::sigismember(&pending, SIGPIPE))
    ::sigtimedwait(&sigpipe, nullptr, &at_once);
  ::pthread_sigmask(SIG_SETMASK, &usual, nullptr);
  errno = error;
  return count;
}

}  // namespace ssdetect
