// The place of a time is how many requests were issued before it; those of one time share theirs. One wrong
// clock reading moves its own request far, and all others by one. A compacted cell has a first and a last
// issue: both are far from the cell's place where logs were joined (to one side) or shuffled (to both), while
// one wrong reading moves but one of them. Cost: two searches a request, and none in a log that never runs
// backwards. Tests: tests/run/issue_order_test.cpp.

#include "run/issue_order.h"

#include <algorithm>
#include <limits>

#include "run/in_flight.h"
#include "run/run.h"

namespace ssdetect {

namespace {

bool never_runs_backwards(const Run& run) {
  const auto is_earlier = [](const Request& a, const Request& b) { return a.issued < b.issued; };
  return !run.compacted.any() && std::is_sorted(run.requests.begin(), run.requests.end(), is_earlier);
}

class Places {
 public:
  explicit Places(const Run& run)
      : counts_(InFlight::of_all(run)), blur_(run.compacted.any() ? run.compacted.times.width() : 0) {}

  bool are_far_from(std::size_t number, Nanos issued, std::size_t most) const {
    const Nanos before = later(issued, -blur_);
    const std::size_t first =
        before == std::numeric_limits<Nanos>::min() ? 0 : counts_.started_by(before - 1);
    return number + most < first || number >= counts_.started_by(later(issued, blur_)) + most;
  }

 private:
  InFlight counts_;
  Nanos blur_;  // times that are kept in bins may have been this much earlier or later
};

}  // namespace

std::size_t out_of_place(const Run& run, std::size_t most) {
  if (never_runs_backwards(run)) return 0;
  const Places places(run);
  std::size_t found = 0;
  run.requests.for_each({0, run.requests.size()}, [&](std::size_t number, const Request& request) {
    found += places.are_far_from(number, request.issued, most);
  });
  const std::size_t size = run.compacted.cell_size;
  for (std::size_t i = 0; i < run.compacted.cells.size(); ++i) {
    const Tally& sum = run.compacted.cells[i].sum;
    if (sum.requests > 0 && places.are_far_from(i * size, sum.first_issue, most + size) &&
        places.are_far_from((i + 1) * size, sum.last_issue, most + size))
      found += sum.requests;
  }
  return found;
}

}  // namespace ssdetect
