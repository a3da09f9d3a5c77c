// Tokens are spread evenly from first token to completion, so the rate is smooth without any knowledge of the
// server. The rate is above 0 only while requests decode: latency contains the whole queue, which grows with
// the run, so the relaxation term of the minimum duration uses the time in decode. Tests:
// tests/steady/rate_test.cpp (runs that ramp, hold, sag and drain).

#include "steady/rate.h"

#include <algorithm>
#include <span>

#include "run/token_timeline.h"
#include "stats/moments.h"
#include "stats/sketch.h"
#include "steady/plateau.h"
#include "steady/warmup.h"

namespace ssdetect {

namespace {

std::optional<Seconds> decode_p90_s(const Blocks<RateBin>& bins, BinRange range) {
  const auto p90 = bins.pool(range, Quantity::decode).quantile(0.9);
  return p90 ? std::optional(*p90 / 1e9) : std::nullopt;
}

Segment<RateBin> describe(const Blocks<RateBin>& bins, const RateCourse& course, BinRange range,
                          const Policy& policy) {
  const TimeWindow span = bins.wall_time(range);
  Segment<RateBin> plateau{.range = range, .role = Role::plateau};
  plateau.level = tokens_in(bins.run(), span, TokenTimes::spread) / span.length_s();
  plateau.duration = duration_needed({.window_s = span.length_s(),
                                      .cov = coefficient_of_variation(course.tokens_per_s.in(range)),
                                      .batch_s = course.bin_s,
                                      .latency_p90_s = decode_p90_s(bins, range)},
                                     policy);
  return plateau;
}

std::optional<RateCourse> binned(const Blocks<RateBin>& bins) {
  const TimeWindow stretch = bins.wall_time(bins.all());
  const double count = static_cast<double>(bins.size());
  const auto tokens = token_bins(bins.run(), stretch, stretch.length_ns() / count, TokenTimes::spread);
  if (!tokens || std::all_of(tokens->begin(), tokens->end(), [](Tokens t) { return t == 0; }))
    return std::nullopt;
  RateCourse course;
  course.bin_s = stretch.length_s() / count;
  for (const Tokens each : *tokens) course.tokens_per_s.push_back(each / course.bin_s);
  return course;
}

}  // namespace

std::optional<Blocks<RateBin>> rate_bins(const Run& run, const RunTimes& times, const RatePolicy& policy) {
  const TimeWindow stretch{times.first_issue, times.last_completion};
  if (stretch.end <= stretch.begin) return std::nullopt;
  return wall_time_bins(run, stretch, policy.bins);
}

std::optional<RateCourse> rate_course(const Blocks<RateBin>& bins, const Policy& policy) {
  auto course = binned(bins);
  if (!course) return std::nullopt;
  const std::size_t count = bins.size();
  const BinRange middle_half{count / 4, count - count / 4};
  const Gates<RateBin> gates{{&course->tokens_per_s, 1.0}};
  const std::size_t crop = find_warmup(course->tokens_per_s, middle_half, gates, policy).count;
  const Division division{.warmup = std::min(crop, count), .examined_end = count};
  std::vector<Segment<RateBin>> plateaus;
  for (const BinRange range : find_plateaus<RateBin>(gates, {division.warmup, count}, policy.gate))
    plateaus.push_back(describe(bins, *course, range, policy));
  course->segments = {division, plateaus};
  course->selection = select_held(course->segments, policy);
  return course;
}

// Tests: tests/steady/natl_test.cpp.

namespace {

Seconds summed_latency_s(const Blocks<Conversation>& conversations, std::size_t block) {
  Seconds sum = 0;
  conversations.for_each({block, block + 1}, [&](std::size_t, const Request& request) {
    sum += conversations.run().latency_ns(request).value_or(0) / 1e9;
  });
  return sum;
}

}  // namespace

std::optional<Natl> natl(const Blocks<Conversation>& conversations, std::size_t per_block) {
  Natl found;
  for (std::size_t i = 0; i < conversations.size(); ++i) {
    const Seconds latency_s = summed_latency_s(conversations, i);
    if (latency_s > 0) found.tokens_per_s.push_back(conversations[i].tokens_out / latency_s);
  }
  if (found.tokens_per_s.empty()) return std::nullopt;
  const std::span<const double> rates = found.tokens_per_s;
  for (std::size_t i = 0; i + per_block <= rates.size(); i += per_block)
    found.block_medians.push_back(*median(rates.subspan(i, per_block)));
  if (found.block_medians.size() >= 2) found.cov_of_medians = coefficient_of_variation(found.block_medians);
  return found;
}

}  // namespace ssdetect
