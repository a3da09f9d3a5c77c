// A system that has no thread to give, for root as well: every new one asks for a stack larger than any
// address space.
#pragma once

#include <doctest/doctest.h>
#include <pthread.h>

#include <system_error>
#include <thread>

namespace ssdetect::testing {

class NoThreads {
 public:
  NoThreads() {
    REQUIRE(::pthread_getattr_default_np(&usual_) == 0);
    pthread_attr_t greedy = usual_;
    REQUIRE(::pthread_attr_setstacksize(&greedy, std::size_t{1} << 62) == 0);
    REQUIRE(::pthread_setattr_default_np(&greedy) == 0);
    CHECK_THROWS_AS(std::thread([] {}), std::system_error);
  }
  ~NoThreads() {
    ::pthread_setattr_default_np(&usual_);
    ::pthread_attr_destroy(&usual_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t usual_;
};

}  // namespace ssdetect::testing
