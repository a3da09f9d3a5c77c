// Walks over the samples after warmup, then one from the back over the super-passes. Tests:
// tests/steady/tail_test.cpp.

#include "steady/tail.h"

#include <algorithm>
#include <cmath>

#include "stats/pool.h"

namespace ssdetect {

namespace {

struct Sides {
  Pool tail, body;
};

std::optional<double> over(std::optional<double> part, std::optional<double> whole) {
  if (!part || !whole || *whole == 0) return std::nullopt;
  return *part / *whole;
}

// No request that a compaction gave up ended after the last issue.
Sides sides(const Run& run, Range requests, Quantity quantity, Nanos last_issue) {
  Sides found;
  found.body = pool(run, requests, quantity, last_issue);
  run.requests.for_each(requests, [&](std::size_t, const Request& request) {
    if (!in_tail(request, last_issue)) return;
    if (const auto value = run.value(quantity, request)) found.tail.add(*value);
  });
  return found;
}

void describe_tpot(TailCut& cut, Sides tpot, const TailPolicy& policy) {
  cut.tail_tpot_median_ns = tpot.tail.median();
  cut.body_tpot_median_ns = tpot.body.median();
  Pool& all = tpot.body.merge(tpot.tail);
  cut.cov = all.coefficient_of_variation();
  cut.skew = all.mean_median_skew();
  cut.applied =
      policy.enabled && cut.cov && *cut.cov <= policy.cov_limit && cut.skew && *cut.skew <= policy.skew_limit;
}

void describe_lengths(TailCut& cut, Sides lengths) {
  cut.tail_osl_median = lengths.tail.median();
  cut.body_osl_median = lengths.body.median();
  const auto body_mean = lengths.body.mean(), body_p99 = lengths.body.quantile(0.99);
  Pool& all = lengths.body.merge(lengths.tail);
  const auto all_mean = all.mean(), all_p99 = all.quantile(0.99);
  cut.osl_mean_coverage = over(cut.applied ? body_mean : all_mean, all_mean);
  cut.osl_p99_coverage = over(cut.applied ? body_p99 : all_p99, all_p99);
}

bool is_drained(const Run& run, const SuperPass& pass, const TailCut& tail, const TailPolicy& policy) {
  std::size_t outside = pass.issued();
  run.requests.for_each(
      pass.range, [&](std::size_t, const Request& request) { outside -= in_tail(request, tail.cut_after); });
  const double issued = static_cast<double>(pass.issued());
  const double wanted = std::max(static_cast<double>(policy.drained_least), policy.drained_share * issued);
  return static_cast<double>(outside) < std::min(issued, wanted);
}

bool is_unfinished(const SuperPass& pass, const TailPolicy& policy) {
  return static_cast<double>(pass.in_flight) > policy.unfinished_share * static_cast<double>(pass.issued());
}

}  // namespace

TailCut judge_tail(const Run& run, Range requests, Nanos last_issue, const TailPolicy& policy) {
  TailCut cut;
  run.requests.for_each(
      requests, [&](std::size_t, const Request& request) { cut.samples += in_tail(request, last_issue); });
  describe_tpot(cut, sides(run, requests, Quantity::tpot, last_issue), policy);
  describe_lengths(cut, sides(run, requests, Quantity::output_tokens, last_issue));
  if (cut.applied) cut.cut_after = last_issue;
  return cut;
}

Examined examined_range(const Run& run, std::span<const SuperPass> passes, std::size_t warmup,
                        const TailCut& tail, bool interrupted, const TailPolicy& policy) {
  Examined examined{.range = {std::min(warmup, passes.size()), passes.size()}};
  Range& range = examined.range;
  if (interrupted && policy.stop_at_unfinished) {
    const auto after_warmup = passes.subspan(range.begin);
    const auto stop = std::find_if(after_warmup.begin(), after_warmup.end(),
                                   [&](const SuperPass& pass) { return is_unfinished(pass, policy); });
    examined.unfinished = static_cast<std::size_t>(after_warmup.end() - stop);
    range.end -= examined.unfinished;
  }
  while (tail.applied && range.size() > 0 && is_drained(run, passes[range.end - 1], tail, policy)) {
    --range.end;
    ++examined.drained;
  }
  return examined;
}

}  // namespace ssdetect
