#include "sweep.h"

#include <doctest/doctest.h>

using namespace ssdetect;

TEST_CASE("sweep: the summary counts runs by verdict") {
  CHECK(summary_of({{"steady", 20}, {"not_found", 3}, {"unreadable", 1}}) ==
        "24 runs: 3 not_found, 20 steady, 1 unreadable.");
  CHECK(summary_of({{"steady", 2}}) == "2 runs: 2 steady.");
}
