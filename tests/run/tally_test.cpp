// Sums and moments by hand; a tally of parts is the tally of the whole.
#include "run/tally.h"

#include <doctest/doctest.h>

#include "run/run.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Tally tally_of(const Run& run, RequestRange numbers) {
  Tally sum;
  run.requests.for_each(numbers, [&](std::size_t, const Request& request) { sum.add(run, request); });
  return sum;
}

}  // namespace

TEST_CASE("a tally by hand: completed, failed, in flight, and a first token after the end") {
  EventFeed feed = tracked();
  feed.issue(1, 10).first(1, 20).complete(1, 60, 5);
  feed.issue(2, 5).first(2, 30).error(2, 70).complete(2, 65);
  feed.issue(3, 40).first(3, 90);
  feed.issue(4, 50).first(4, 80).complete(4, 55, 1);
  const Run run = feed.finish();
  const Tally sum = tally_of(run, {0, 4});
  CHECK(sum.requests == 4);
  CHECK(sum.completed == 2);
  CHECK(sum.failed == 1);
  CHECK(sum.in_flight == 1);
  CHECK(sum.samples == 4);
  CHECK(sum.ended == 3);
  CHECK(sum.with_first_token == 2);
  CHECK(sum.counted == 2);
  CHECK(sum.streamed == 1);
  CHECK(sum.timed == 1);
  CHECK(sum.tokens_out == 6);
  CHECK(sum.tokens_after_first == 4);
  CHECK(sum.invalid_durations == 0);
  CHECK(sum.first_issue == 5);
  CHECK(sum.last_issue == 50);
  CHECK(sum.last_completion == 65);
  CHECK(sum.last_event == 90);
}

TEST_CASE("merging tallies is the tally of all, whichever is empty") {
  oracle::Plan plan;
  plan.n_requests = 300;
  plan.failed_share = 0.1;
  plan.retried_share = 0.1;
  const Run run = run_of(oracle::simulate(plan));
  const Tally whole = tally_of(run, {0, 300});
  Tally parts = tally_of(run, {0, 0});
  for (std::size_t i = 0; i < 300; i += 60) parts.merge(tally_of(run, {i, i + 60}));
  parts.merge(Tally{});
  CHECK(parts.requests == whole.requests);
  CHECK(parts.completed == whole.completed);
  CHECK(parts.failed == whole.failed);
  CHECK(parts.counted == whole.counted);
  CHECK(parts.timed == whole.timed);
  CHECK(parts.tokens_out == whole.tokens_out);
  CHECK(parts.tokens_after_first == whole.tokens_after_first);
  CHECK(parts.first_issue == whole.first_issue);
  CHECK(parts.last_issue == whole.last_issue);
  CHECK(parts.last_completion == whole.last_completion);
  CHECK(parts.last_event == whole.last_event);
}
