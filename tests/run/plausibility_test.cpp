// Which numbers are in doubt: each doubt just met and just missed, by runs of a few requests.
#include "run/plausibility.h"

#include <doctest/doctest.h>

#include "run/run.h"
#include "run/tally.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// One request a decode time; each has a latency of 1,000 ms and 11 tokens.
Run with_decodes(const std::vector<Nanos>& decodes_ms) {
  EventFeed feed = tracked();
  for (std::size_t i = 0; i < decodes_ms.size(); ++i) {
    const Nanos issue = static_cast<Nanos>(i) * kSecond;
    feed.issue(i, issue).first(i, issue + (1000 - decodes_ms[i]) * kMs).complete(i, issue + kSecond, 11);
  }
  return feed.finish();
}

Plausibility judged(Run run, const PlausibilityPolicy& policy = {}) {
  doubt(run, policy);
  return run.plausibility;
}

}  // namespace

TEST_CASE("plausibility: more than half without a decode time were not streamed") {
  const Plausibility most = judged(with_decodes({0, 1, 0, 500}));
  CHECK(most.not_streamed);
  CHECK(most.not_streamed->requests == 3);
  CHECK(most.not_streamed->of == 4);
  CHECK_FALSE(most.buffered_stream);
  CHECK_FALSE(most.tpot_implausible);
  CHECK_FALSE(judged(with_decodes({0, 0, 500, 500})).not_streamed);
  CHECK_FALSE(judged(with_decodes({0}), {.enabled = false}).not_streamed);
}

TEST_CASE(
    "plausibility: more than half that decode in less than 5 % of the latency and below 1 ms a token were "
    "buffered") {
  CHECK(judged(with_decodes({9, 9, 10})).buffered_stream);
  CHECK_FALSE(judged(with_decodes({9, 10, 10})).buffered_stream);
}

TEST_CASE("plausibility: a TPOT below 0.1 ms in more than half, however long the latency is") {
  const auto with_tpot = [](Nanos tpot_ns) {
    EventFeed feed = tracked();
    feed.issue(1, 0).first(1, 10).complete(1, 10 + 10 * tpot_ns, 11);
    return feed.finish();
  };
  CHECK(judged(with_tpot(99'999)).tpot_implausible);
  CHECK_FALSE(judged(with_tpot(100'000)).tpot_implausible);
}

TEST_CASE("plausibility: what is withheld has no value, and no TPOT is timed") {
  Run run = with_decodes({0, 0, 0});
  doubt(run, {});
  const Request& request = run.requests[0];
  CHECK_FALSE(run.tpot_ns(request));
  CHECK(run.ttft_ns(request) == 1000.0 * kMs);
  CHECK_FALSE(run.has(Quantity::tpot));
  const auto passes = super_passes(run, 3);
  CHECK(passes[0].timed == 0);
  CHECK(passes[0].counted == 3);
}

TEST_CASE("plausibility: more than 1 % of first tokens before their issue are of another clock") {
  const auto with_early = [](std::uint64_t early) {
    EventFeed feed = tracked();
    for (std::uint64_t i = 0; i < 200; ++i) {
      const Nanos issue = static_cast<Nanos>(i + 1) * kSecond;
      feed.issue(i, issue).first(i, i < early ? issue - 1 : issue).complete(i, issue + kSecond, 11);
    }
    return judged(feed.finish());
  };
  CHECK(with_early(3).clocks_mixed);
  CHECK(with_early(3).withholds(Quantity::ttft));
  CHECK_FALSE(with_early(3).withholds(Quantity::tpot));
  CHECK_FALSE(with_early(2).clocks_mixed);
}

TEST_CASE("plausibility: the first gap is late beyond five median gaps, and beyond TTFT") {
  using Times = std::vector<Nanos>;
  CHECK(is_first_gap_late(0, Times{10, 61, 71, 81}) == true);
  CHECK(is_first_gap_late(0, Times{10, 60, 70, 80}) == false);
  CHECK(is_first_gap_late(0, Times{51, 102, 112, 122}) == false);  // TTFT is as long
  CHECK_FALSE(is_first_gap_late(0, Times{10, 61, 71}));            // too few gaps
  CHECK(is_first_gap_late(0, Times{10, 61, 61, 61}) == false);     // no usual gap
}

TEST_CASE("plausibility: a first chunk that is no token leaves TTFT unknown and TPOT to the gaps after it") {
  EventFeed feed = tracked();
  Event end = completion_of(1, 1000 * kMs, 4);
  const std::vector<Nanos> times{3 * kMs, 900 * kMs, 950 * kMs, 1000 * kMs};
  end.token_times = times;
  feed.issue(1, 0).first(1, 3 * kMs).put(end);
  Run run = feed.finish();
  doubt(run, {});
  CHECK(run.plausibility.ttft_not_first_token);
  CHECK_FALSE(run.ttft_ns(run.requests[0]));
  CHECK(*run.tpot_ns(run.requests[0]) == doctest::Approx(100.0 * kMs / 3));
}
