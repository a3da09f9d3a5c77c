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
  doubt(run, policy, 50);
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
  doubt(run, {}, 50);
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

TEST_CASE("plausibility: responses later than all issues by more than the run lasts are of another clock") {
  const auto later_by = [](Nanos wait, std::uint64_t requests = 50) {
    EventFeed feed = tracked();
    for (std::uint64_t i = 0; i < requests; ++i) {
      const Nanos issue = static_cast<Nanos>(i) * kSecond;
      feed.issue(i, issue).first(i, issue + wait).complete(i, issue + wait + kSecond, 11);
    }
    return judged(feed.finish());
  };
  CHECK(later_by(650 * kSecond).clocks_apart);
  CHECK(later_by(650 * kSecond).clocks_mixed->requests == 50);
  CHECK_FALSE(later_by(649 * kSecond).clocks_mixed);  // 600 s after the last issue
  CHECK_FALSE(later_by(650 * kSecond, 49).clocks_mixed);
}

TEST_CASE("plausibility: more than 5 % of the completed without first token, or empty, are missing") {
  const auto with = [](std::uint64_t silent, std::uint64_t empty) {
    EventFeed feed = tracked();
    for (std::uint64_t i = 0; i < 100; ++i) {
      const Nanos issue = static_cast<Nanos>(i) * kSecond;
      feed.issue(i, issue);
      if (i >= silent) feed.first(i, issue + kMs);
      feed.complete(i, issue + kSecond, i >= 100 - empty ? 0 : 11);
    }
    return judged(feed.finish()).survivors_only;
  };
  CHECK_FALSE(with(5, 5));
  REQUIRE(with(6, 1));
  CHECK(with(6, 1)->without_first_token == 6);
  CHECK(with(6, 1)->empty == 1);
  CHECK(with(6, 1)->completed == 100);
  CHECK(with(0, 6));
  CHECK_FALSE(with(100, 0));  // nothing was streamed: another matter
}

TEST_CASE("plausibility: a server's TPOT more than 20 % off the stamps, in more than half") {
  const auto with = [](double tpot_ms, std::uint64_t off) {
    EventFeed feed = tracked();
    for (std::uint64_t i = 0; i < 10; ++i) {
      Event end = completion_of(i, 510 * kMs, 11);
      end.server_tpot_ns = (i < off ? tpot_ms : 50) * kMs;
      feed.issue(i, 0).first(i, 10 * kMs).put(end);
    }
    return judged(feed.finish()).server_tpot_disagrees;
  };
  REQUIRE(with(39.9, 6));
  CHECK(with(39.9, 6)->requests == 6);
  CHECK(with(39.9, 6)->of_server_ns == doctest::Approx(43.94 * kMs));
  CHECK(with(39.9, 6)->stamped_ns == doctest::Approx(50.0 * kMs));
  CHECK_FALSE(with(39.9, 5));
  CHECK_FALSE(with(40, 10));
  CHECK(with(60.1, 10));
}

TEST_CASE("plausibility: what came twice has no rates, what is out of order no window") {
  const auto twice = [](std::uint64_t step) {
    EventFeed feed = tracked();
    for (std::uint64_t log = 0; log < 2; ++log)
      for (std::uint64_t i = 0; i < 200; ++i) {
        const Nanos issue = static_cast<Nanos>(i) * kSecond;
        feed.issue(i + log * step, issue)
            .first(i + log * step, issue + kMs)
            .complete(i + log * step, issue + kSecond, 11);
      }
    return feed.finish();
  };
  Run same = twice(0), others = twice(1000);
  doubt(same, {}, 50);
  doubt(others, {}, 50);
  REQUIRE(same.plausibility.duplicate_requests);
  CHECK(same.plausibility.duplicate_requests->requests == 200);
  CHECK(same.plausibility.withholds_rates());
  CHECK_FALSE(others.plausibility.duplicate_requests);
  CHECK(others.plausibility.order_suspect);
  CHECK_FALSE(others.plausibility.withholds_rates());
  const Report report = report_as(Mode::concurrency, same, 50, {});
  CHECK(report.analysis.load.windows == WindowKind::none);
  CHECK(report.analysis.verdict == Verdict::not_found);
  CHECK_FALSE(report.total.tps.system);
  CHECK_FALSE(report.total.tps.headline);
  CHECK_FALSE(report.total.tps.requests_per_s);
  CHECK(report.total.tps.per_user);
  CHECK_FALSE(report.occupancy->output_tps);
  CHECK(report_as(Mode::concurrency, others, 50, {}).analysis.load.windows == WindowKind::none);
  CHECK_FALSE(judged(twice(0), {.enabled = false}).duplicate_requests);
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
  doubt(run, {}, 50);
  CHECK(run.plausibility.ttft_not_first_token);
  CHECK_FALSE(run.ttft_ns(run.requests[0]));
  CHECK(*run.tpot_ns(run.requests[0]) == doctest::Approx(100.0 * kMs / 3));
}
