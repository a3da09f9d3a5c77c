// By hand, at a pace of 5 requests a second.
#include "steady/missing.h"

#include <doctest/doctest.h>

using namespace ssdetect;

TEST_CASE("what lacks is turned into requests and seconds, and the larger need decides") {
  CHECK_FALSE(missing({500, 100, 0, 0}));
  CHECK_FALSE(missing({500, 100, -20, -3}));
  const auto time = missing({500, 100, 0, 60});
  CHECK(time->seconds == 60);
  CHECK(time->requests == 300);
  const auto requests = missing({500, 100, 50, 0});
  CHECK(requests->seconds == 10);
  CHECK(requests->requests == 50);
  CHECK(missing({500, 100, 50, 60})->requests == 300);
  CHECK(missing({500, 100, 500, 60})->requests == 500);
  CHECK(missing({500, 100, 500, 60})->seconds == 100);
}

TEST_CASE("without a pace, what lacks is said as it is") {
  CHECK(missing({500, 0, 50, 0})->requests == 50);
  CHECK_FALSE(missing({500, 0, 50, 0})->seconds);
  CHECK(missing({0, 0, 0, 60})->seconds == 60);
  CHECK_FALSE(missing({0, 0, 0, 60})->requests);
}
