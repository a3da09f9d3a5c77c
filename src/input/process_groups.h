// Which processes have to end when this program does?
//
// A child leads a process group of its own, so that all of a pipeline can be ended. A terminal's signals do
// not reach that group, and neither does what is sent to this program alone; both are handed on.
#pragma once

#include <signal.h>
#include <sys/types.h>

namespace ssdetect {

// While one is being started: no interruption then goes by it.
class Starting {
 public:
  Starting();
  ~Starting();
  Starting(const Starting&) = delete;
  Starting& operator=(const Starting&) = delete;
  void end_with_us(pid_t leader);

 private:
  sigset_t usual_;
};

void no_longer_with_us(pid_t leader);  // before it is reaped

// Ends all there are, for a program that is about to end itself. Safe in a signal handler.
void end_children();

}  // namespace ssdetect
