// NATL by hand: tokens over summed latency of each conversation, blocks of 32 in completion order.
#include <doctest/doctest.h>

#include <cmath>

#include "steady/rate.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

struct Turn {
  std::uint64_t conversation;
  Nanos issued_s, completed_s;
  Tokens tokens;
};

Run conversations_of(const std::vector<Turn>& turns) {
  EventFeed feed = tracked();
  std::uint64_t id = 0;
  for (const Turn& turn : turns) {
    Event issued = event_of(EventKind::issued, ++id, turn.issued_s * kSecond);
    issued.conversation = turn.conversation;
    feed.put(issued).first(id, turn.issued_s * kSecond).complete(id, turn.completed_s * kSecond, turn.tokens);
  }
  return feed.finish();
}

std::optional<Natl> natl_of(const Run& run) { return natl(conversations(run), 32); }

}  // namespace

TEST_CASE("natl: tokens out over summed latency, the time between turns left out") {
  // 7: (30 + 50) tokens in (2 + 8) s; 9: 12 tokens in 3 s, and ends first.
  const auto found = natl_of(conversations_of({{7, 0, 2, 30}, {9, 1, 4, 12}, {7, 100, 108, 50}}));
  REQUIRE(found);
  CHECK(found->tokens_per_s == std::vector<double>{4, 8});
  CHECK(found->block_medians.empty());
  CHECK_FALSE(found->cov_of_medians);
}

TEST_CASE("natl: requests without a conversation, a count or a success are not in it") {
  CHECK_FALSE(natl_of(conversations_of({{0, 0, 2, 30}})));
  CHECK_FALSE(natl_of(run_of({{0, 1, 2, 3}})));
  EventFeed feed = tracked();
  for (std::uint64_t id = 1; id <= 3; ++id) {
    Event issued = event_of(EventKind::issued, id, 0);
    issued.conversation = 5;
    feed.put(issued);
  }
  feed.error(1, kSecond).complete(1, kSecond, 1000).complete(2, kSecond).complete(3, 4 * kSecond, 20);
  CHECK(natl_of(feed.finish())->tokens_per_s == std::vector<double>{5});
}

TEST_CASE("natl: blocks of 32 in the order of completion, the rest in none") {
  // Conversation k has the rate k tok/s and ends at 1000 - k: the last of them are the first to end.
  std::vector<Turn> turns;
  for (std::uint64_t k = 1; k <= 70; ++k)
    turns.push_back(
        {k, 990 - static_cast<Nanos>(k), 1000 - static_cast<Nanos>(k), 10 * static_cast<Tokens>(k)});
  const auto found = natl_of(conversations_of(turns));
  CHECK(found->tokens_per_s.front() == 70);
  // 70 .. 39 and 38 .. 7; the median of 32 is between the two in the middle.
  CHECK(found->block_medians == std::vector<double>{54.5, 22.5});
  CHECK(*found->cov_of_medians == doctest::Approx(16.0 / 38.5));  // |54.5 - 22.5| / 2 over their mean
}
