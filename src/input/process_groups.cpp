// The numbers stand in an array that a signal handler can read. A signal that this program ignores, as under
// nohup, stays ignored. Tests: tests/cli/cases/tokens/command-interrupted.
#include "input/process_groups.h"

#include <signal.h>
#include <time.h>

#include <array>
#include <atomic>

namespace ssdetect {
namespace {

// One that finds no room is not ended when this program is interrupted.
std::array<std::atomic<pid_t>, 256> groups;

constexpr int kInterruptions[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
std::atomic<int> starting = 0;

void replace(pid_t old, pid_t by) {
  for (auto& group : groups) {
    pid_t expected = old;
    if (group.compare_exchange_strong(expected, by)) return;
  }
}

void end_all_and_self(int signal) {
  const timespec nap{0, 1'000'000};
  while (starting.load() > 0) ::nanosleep(&nap, nullptr);
  end_children();
  ::signal(signal, SIG_DFL);
  ::raise(signal);  // delivered when this handler returns
}

void hand_on(int signal) {
  struct sigaction usual {};
  if (::sigaction(signal, nullptr, &usual) != 0 || usual.sa_handler != SIG_DFL) return;
  struct sigaction handed_on {};
  handed_on.sa_handler = end_all_and_self;
  ::sigaction(signal, &handed_on, nullptr);
}

void hand_on_interruptions() {
  [[maybe_unused]] static const bool once = [] {
    for (const int signal : kInterruptions) hand_on(signal);
    return true;
  }();
}

}  // namespace

// The handler waits for those that are starting, so it must not run in their threads.
Starting::Starting() {
  hand_on_interruptions();
  sigset_t held;
  ::sigemptyset(&held);
  for (const int signal : kInterruptions) ::sigaddset(&held, signal);
  ::pthread_sigmask(SIG_BLOCK, &held, &usual_);
  ++starting;
}

Starting::~Starting() {
  --starting;
  ::pthread_sigmask(SIG_SETMASK, &usual_, nullptr);
}

void Starting::end_with_us(pid_t leader) { replace(0, leader); }

void no_longer_with_us(pid_t leader) { replace(leader, 0); }

void end_children() {
  for (const auto& group : groups)
    if (const pid_t leader = group.load(); leader != 0) ::kill(-leader, SIGTERM);
}

}  // namespace ssdetect
