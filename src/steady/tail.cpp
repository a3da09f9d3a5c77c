// Walks over the samples after warmup, then one from the back over the super-passes. Tests:
// tests/steady/tail_test.cpp.

#include "steady/tail.h"

#include <algorithm>
#include <cmath>

#include "stats/sketch.h"

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
Sides sides(const Blocks<SuperPass>& passes, PassRange range, Quantity quantity, Nanos last_issue) {
  Sides found;
  found.body = passes.pool(range, quantity, last_issue);
  passes.for_each(range, [&](std::size_t, const Request& request) {
    if (!in_tail(request, last_issue)) return;
    if (const auto value = passes.run().value(quantity, request)) found.tail.add(*value);
  });
  return found;
}

std::size_t tail_of(const Blocks<SuperPass>& passes, PassRange range, std::optional<Nanos> cut_after) {
  std::size_t count = 0;
  passes.for_each(range, [&](std::size_t, const Request& request) { count += in_tail(request, cut_after); });
  return count;
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

bool is_drained(const Block& pass, std::size_t in_tail, const TailPolicy& policy) {
  const double issued = static_cast<double>(pass.issued());
  const double wanted = std::max(static_cast<double>(policy.drained_least), policy.drained_share * issued);
  return static_cast<double>(pass.issued() - in_tail) < std::min(issued, wanted);
}

bool is_unfinished(const Block& pass, const TailPolicy& policy) {
  return static_cast<double>(pass.in_flight) > policy.unfinished_share * static_cast<double>(pass.issued());
}

// The first super-pass from `begin` on that an interrupted log left unfinished; without one, the end.
std::size_t first_unfinished(const Blocks<SuperPass>& passes, std::size_t begin, const TailPolicy& policy) {
  while (begin < passes.size() && !is_unfinished(passes[begin], policy)) ++begin;
  return begin;
}

}  // namespace

TailCut judge_tail(const Blocks<SuperPass>& passes, PassRange after_warmup, Nanos last_issue,
                   const TailPolicy& policy) {
  TailCut cut;
  cut.samples = tail_of(passes, after_warmup, last_issue);
  describe_tpot(cut, sides(passes, after_warmup, Quantity::tpot, last_issue), policy);
  describe_lengths(cut, sides(passes, after_warmup, Quantity::output_tokens, last_issue));
  if (cut.applied) cut.cut_after = last_issue;
  return cut;
}

Division divide(const Blocks<SuperPass>& passes, std::size_t warmup, const TailCut& tail, bool interrupted,
                const TailPolicy& policy) {
  Division found{.warmup = std::min(warmup, passes.size()), .examined_end = passes.size()};
  if (interrupted && policy.stop_at_unfinished)
    found.examined_end = first_unfinished(passes, found.warmup, policy);
  found.unfinished = passes.size() - found.examined_end;
  while (tail.applied && found.examined_end > found.warmup) {
    const std::size_t last = found.examined_end - 1;
    if (!is_drained(passes[last], tail_of(passes, {last, last + 1}, tail.cut_after), policy)) break;
    found.examined_end = last;
    ++found.drained;
  }
  return found;
}

}  // namespace ssdetect
