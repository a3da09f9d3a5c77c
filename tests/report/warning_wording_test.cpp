// What each warning says, word for word; one and several read as they should.
#include <doctest/doctest.h>

#include <set>

#include "report/wording.h"

using namespace ssdetect;

namespace {

constexpr MetricId kTtftP50{Measure::ttft, Level::p50};
constexpr MetricId kTpotP99{Measure::tpot, Level::p99};

struct Said {
  Warning warning;
  std::string_view sentence;
};

const Said kSaid[] = {
    {warning::PartialLog{1, true},
     "The log is incomplete (its last line is cut off); 1 request still in flight where it stops."},
    {warning::PartialLog{0, false},
     "The log is incomplete (it has no session.ended); 0 requests still in flight where it stops."},
    {warning::NeverFinished{3}, "3 requests never finished although the log is complete."},
    {warning::CutOffTokens{1, 9},
     "1 request was cut off by the client; the 9 tokens that came by then are in the produced rate, and in "
     "no "
     "latency, TPOT or issue-based rate."},
    {warning::CutOffTokens{32, 11710},
     "32 requests were cut off by the client; the 11,710 tokens that came by then are in the produced rate, "
     "and "
     "in no latency, TPOT or issue-based rate."},
    {warning::MalformedLines{1}, "1 line could not be used and was skipped."},
    {warning::MalformedLines{1000000}, "1,000,000 lines could not be used and were skipped."},
    {warning::MalformedRecords{1}, "1 record could not be used and was skipped."},
    {warning::MalformedRecords{2}, "2 records could not be used and were skipped."},
    {warning::OrphanEvents{1}, "1 event of requests that were not in flight was ignored."},
    {warning::OrphanEvents{2}, "2 events of requests that were not in flight were ignored."},
    {warning::InvalidCounts{1},
     "1 recorded token count is negative, fractional, above 16,777,216 or no number and was ignored."},
    {warning::InvalidCounts{2},
     "2 recorded token counts are negative, fractional, above 16,777,216 or no number and were ignored."},
    {warning::MissingCounts{1},
     "--token-field points to nothing in 1 completion; where there is a count under a usual name, that was "
     "taken."},
    {warning::CountsDisagree{1020, 1000},
     "The client counted 1,020 output tokens where the server reports 1,000; the server's count is used, "
     "unless "
     "--token-field names another."},
    {warning::InvalidDurations{1},
     "1 duration would be negative (a clock or ordering fault in the log) and is left out."},
    {warning::InvalidDurations{2},
     "2 durations would be negative (a clock or ordering fault in the log) and are left out."},
    {warning::SeveralTrackingStretches{2},
     "Performance tracking was on 2 times; the requests of all stretches are counted together."},
    {warning::LateFailures{1},
     "1 request failed when it had been compacted for want of memory: it counts as failed, but its times and "
     "tokens stay in the numbers; a larger --max-memory takes them out."},
    {warning::LateFailures{2},
     "2 requests failed when they had been compacted for want of memory: they count as failed, but their "
     "times "
     "and tokens stay in the numbers; a larger --max-memory takes them out."},
    {warning::SidecarProblem{"config.yaml: it is not a regular file"},
     "Beside the log, and not used: config.yaml: it is not a regular file."},
    {warning::SidecarProblem{"config.yaml: bad file."},
     "Beside the log, and not used: config.yaml: bad file."},
    {warning::SuperPassPassesUnused{},
     "--superpass-passes had no effect, because the size of the dataset is not known; --dataset-size N gives "
     "it."},
    {warning::Compacted{123456, 654321, 0.25, false, std::nullopt},
     "Of 123,456 of 654,321 requests only sketches fit into --max-memory: percentiles are within 0.1000 %, "
     "what depends on every request's times is right to 0.2500 s."},
    {warning::Compacted{512, 654321, 0.25, false, std::nullopt},
     "Of 512 of 654,321 requests only sketches fit into --max-memory: percentiles are within 0.1000 %, what "
     "depends on every request's times is right to 0.2500 s."},
    {warning::Compacted{123456, 654321, 0.25, true, 4096},
     "Of 123,456 of 654,321 requests only sketches fit into --max-memory: percentiles are within 0.1000 %, "
     "what depends on every request's times is right to 0.2500 s. No prompt had come twice by then, so the "
     "dataset size was not looked for. Super-passes were rounded up to 4,096 requests."},
    {warning::MemoryExceeded{},
     "The run took more than --max-memory: what is in flight, ended after the last issue, or belongs to very "
     "many or very small super-passes, to a sample of outputs or to several turns stays."},
    {warning::StartTimesReconstructed{{16, 0.0028, 0.0006, false, false}},
     "The input has no start times; start times: reconstructed (closed loop, C = 16, last end 0.3 % before "
     "the file's duration)."},
    {warning::StartTimesReconstructed{{std::nullopt, 0.0075, 0, true, false}},
     "The input has no start times; start times: reconstructed (all issued at once, last end 0.8 % before "
     "the file's duration). That is more than usual (0.5 %): take what depends on them with care."},
    {warning::StartTimesReconstructed{{4, -0.0009, 0, false, false}},
     "The input has no start times; start times: reconstructed (closed loop, C = 4, last end 0.1 % after "
     "the file's duration)."},
    {warning::DurationDisagrees{50, 40},
     "By its requests the run lasts 50.00 s, by the client's own account 40.00 s: one of its clocks or units "
     "is wrong, and no stretch of it counts as steady."},
    {warning::DuplicateRequests{{1, 600}},
     "1 of 600 requests has the id of one that had completed: a log was given twice, or several were joined. "
     "Rates are not reported and no stretch counts as steady; give one log."},
    {warning::DuplicateRequests{{300, 600}},
     "300 of 600 requests have the id of one that had completed: a log was given twice, or several were "
     "joined. "
     "Rates are not reported and no stretch counts as steady; give one log."},
    {warning::OrderSuspect{{300, 600}, 50},
     "300 of 600 requests stand more than a super-pass of 50 from the place of their issue time: several "
     "logs "
     "were joined, or one was shuffled. Requests count in the order of their lines, so no stretch counts as "
     "steady; give one log, in the order in which it was written."},
    {warning::OrderSuspect{{0, 600}, 50},
     "Performance tracking was switched on a second time before the time at which the first ended: several "
     "logs "
     "were joined, or one was shuffled. Requests count in the order of their lines, so no stretch counts as "
     "steady; give one log, in the order in which it was written."},
    {warning::ClocksMixed{{600, 600}, true},
     "All responses come later after all issues than the run lasts: the two were stamped by different "
     "clocks, so "
     "TTFT is not reported and no stretch counts as steady."},
    {warning::ServerTpotDisagrees{{{400, 600}, 5e6, 50e6}},
     "In 400 of 600 requests the server's own TPOT is more than 20 % off that of the time stamps (5.000 ms "
     "against 50.00 ms on average): the server's is used, and one of the two is wrong."},
    {warning::SurvivorsOnly{{1, 240, 600}},
     "Of 600 completed requests 1 has no first token and 240 have an empty output: TTFT and TPOT are of the "
     "others, and may be of the lucky ones."},
    {warning::NotWholePasses{1050, 100},
     "1,050 requests were issued, which is no whole number of passes over the dataset of 100: some of it "
     "counts "
     "more than the rest."},
    {warning::GapInWindow{100, 1200, 1},
     "Nothing was issued for 1,200 s from 100.0 s on, inside the window: its rates are over that time, too."},
    {warning::GapInWindow{100, 1200, 2},
     "Nothing was issued for 1,200 s from 100.0 s on, inside the window (the longest of 2 such pauses): its "
     "rates are over that time, too."},
    {warning::ClocksMixed{{12, 600}},
     "The first tokens of 12 of 600 requests come before their issue: the two were stamped by different "
     "clocks, "
     "so TTFT is not reported and no stretch counts as steady."},
    {warning::TtftNotFirstToken{{400, 401}},
     "In 400 of 401 requests the second chunk comes more than five usual gaps after the first, which then "
     "was "
     "no token: TTFT is not reported, and TPOT leaves that gap out or is not reported either."},
    {warning::BufferedStream{{3, 4}},
     "In 3 of 4 requests all tokens come in the last 5 % of the latency: the stream was buffered on its way, "
     "so "
     "TPOT is not reported."},
    {warning::NotStreamed{{1, 1}},
     "In 1 of 1 request all tokens come in one chunk: the output was not streamed, so TPOT is not reported."},
    {warning::TpotImplausible{{3, 4}},
     "TPOT is below 0.1 ms in 3 of 4 requests, which no model reaches: a unit or a token count is wrong, so "
     "it is "
     "not reported."},
    {warning::EstimatedTokens{TokenSource::words},
     "Token counts are estimated from words: trends and the verdict hold, absolute TPOT and TPS do not."},
    {warning::MixedTokenSources{{TokenSource::recorded, TokenSource::bytes}},
     "Token counts come from several sources (recorded, bytes); compare absolute TPOT and TPS with care."},
    {warning::UncountedOutputs{1},
     "1 completed request has no token count; throughput leaves their tokens out."},
    {warning::UncountedOutputs{2},
     "2 completed requests have no token count; throughput leaves their tokens out."},
    {warning::UncountedToolCalls{2},
     "2 outputs with tool calls: their tokens are counted only where the log records a count."},
    {warning::LoadStaged{{1, 3, false, {4, {}, 60, 240}}},
     "The load was staged: this is stage 1 of 0 to 2, 4 requests/s by the client's settings. Each is a run "
     "of "
     "its own: another load is no change of the server."},
    {warning::LoadStaged{{0, 2, true, {{}, 16, {}, {}}}},
     "The load was staged: this is stage 0 of 0 to 1, 16 in flight by the issue times. Each is a run of its "
     "own: "
     "another load is no change of the server."},
    {warning::LoadStagesUnknown{{{2, {}, {}, {}}, {4.5, {}, {}, {}}}},
     "The load was staged (2 requests/s, 4.5 requests/s), and where a stage ends cannot be told: no stretch "
     "of "
     "it counts as steady."},
    {warning::LoadRamped{{1, 8, {}}, false},
     "The load was ramped from 1 to 8 requests/s over the whole run: no stretch of it counts as steady."},
    {warning::LoadRamped{{{}, 64, 30}, true},
     "The load was ramped up to 64 in flight over its first 30.00 s: these are warmup."},
    {warning::LoadRamped{{}, false},
     "The load was ramped up and down over the whole run: no stretch of it counts as steady."},
    {warning::Saturated{120, 400},
     "The server fell behind the offered load: of 400 requests issued in the second half, 120 more were in "
     "flight at the end of it."},
    {warning::LoadNotServed{10, 6.7, std::nullopt, std::nullopt, std::nullopt},
     "The offered load was not served: 10.00 requests/s offered, 6.700 achieved."},
    {warning::LoadNotServed{10, 6.7, 8, 14.5, 31},
     "The offered load was not served: 10.00 requests/s offered, 6.700 achieved under a cap of 8.000 in "
     "flight; requests waited in the client for 14.50 s on average, 31.00 s at most, which TTFT leaves out."},
    {warning::TargetNotReached{64, 48},
     "The target of 64.00 in flight was not reached: 48.00 were, 75 % of it."},
    {warning::TtftNotMeaningful{},
     "TTFT and latency mean nothing here: everything was issued at once, so they measure the queue."},
    {warning::WarmupCapped{1},
     "The warmup crop stopped at its cap of 1 super-pass: the run may never have left its ramp."},
    {warning::WarmupCapped{12},
     "The warmup crop stopped at its cap of 12 super-passes: the run may never have left its ramp."},
    {warning::WarmupGuarded{2},
     "The warmup crop was cut back to 2, because it would have swallowed a flat level that ends in a step."},
    {warning::TailKept{1, 0.5, 0.12345},
     "The drain tail (1 sample) stays in the TPOT pools: TPOT varies too much between requests to leave it "
     "out (CoV 0.500, skew 0.123)."},
    {warning::DrainedSuperPasses{2}, "The drain at the end, 2 super-passes, was not examined."},
    {warning::UnfinishedSuperPasses{1},
     "The end, 1 super-pass, was not examined: the interrupted log left too many of its requests "
     "unfinished."},
    {warning::WindowTooShort{97.3, 600, DurationTerm::floor},
     "Window too short: 97.30 s where 600.0 s are required (by the floor term)."},
    {warning::SkippedShortPlateaus{1}, "1 plateau earlier, too short to certify, was skipped."},
    {warning::SkippedShortPlateaus{2}, "2 plateaus earlier, too short to certify, were skipped."},
    {warning::MetricDriftsInWindow{{Measure::latency, Level::p90}, -0.0725},
     "latency p90 drifts inside the window by -7.2 %; it has no steady value."},
    {warning::LevelShift{20, 0.2}, "TPOT moved to another level at super-pass 20, by +20.0 %."},
    {warning::Excursion{14, 17}, "Super-passes 14 to 17, after the window, are off its TPOT level."},
    {warning::TtftDrifts{kTtftP50, 0.049, true},
     "TTFT p50 creeps up over the examined super-passes, by a negligible +4.9 %."},
    {warning::TtftDrifts{kTtftP50, -0.02, true},
     "TTFT p50 creeps down over the examined super-passes, by a negligible -2.0 %."},
    {warning::TtftDrifts{kTtftP50, 0.05, false},
     "TTFT p50 drifts up over the examined super-passes, by +5.0 %: the queue in front of the server is "
     "moving."},
    {warning::TtftDrifts{kTtftP50, -0.5, false},
     "TTFT p50 drifts down over the examined super-passes, by -50.0 %: the queue in front of the server is "
     "moving."},
    {warning::P99NotConverged{kTpotP99, 0.123},
     "TPOT p99 does not converge over the examined super-passes (+12.3 %)."},
    {warning::ThroughputUncertain{0.114},
     "System throughput is uncertain by 11 %: the load or the pace changed inside the window, or a clock "
     "reading is wrong."},
    {warning::ThroughputInconsistent{3000, 2500},
     "Issue-based throughput (3,000 tok/s) and tokens produced over the same span (2,500 tok/s) differ by "
     "+20.0 %; the latter is the headline."},
    {warning::ThroughputInconsistent{3000, 0},
     "Issue-based throughput (3,000 tok/s) and tokens produced over the same span (0 tok/s) differ; the "
     "latter is the headline."},
    {warning::RampOrDrainDominates{0.25, -0.6},
     "The whole run's numbers are dominated by ramp or drain: steady differs from total by +25.0 % in system "
     "TPS and by -60.0 % in TTFT p99."},
    {warning::FailuresInWindow{11, 0.011}, "11 requests of the window failed (1.1 %)."},
    {warning::ShortOccupancySpan{5, 100},
     "The occupancy window covers 5.000 s of a run of 100.0 s: its numbers may be a burst."},
};

}  // namespace

TEST_CASE("warnings: what each says, and every kind is here") {
  std::set<std::size_t> kinds;
  for (const Said& said : kSaid) {
    CAPTURE(code_of(said.warning));
    CHECK(sentence(said.warning) == said.sentence);
    kinds.insert(said.warning.index());
  }
  CHECK(kinds.size() == std::variant_size_v<Warning>);
}
