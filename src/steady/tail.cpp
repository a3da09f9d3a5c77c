// One walk over the samples after warmup, then one from the back over the super-passes. Tests:
// tests/steady/tail_test.cpp.

#include "steady/tail.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"
#include "stats/quantile.h"

namespace ssdetect {

namespace {

struct Sides {
  std::vector<double> tail, body;
  std::vector<double> both() const {
    std::vector<double> all = body;
    all.insert(all.end(), tail.begin(), tail.end());
    return all;
  }
};

std::optional<double> over(std::optional<double> part, std::optional<double> whole) {
  if (!part || !whole || *whole == 0) return std::nullopt;
  return *part / *whole;
}

std::optional<double> p99(std::vector<double> values) { return quantile_in_place(values, 0.99); }

void describe_lengths(TailCut& cut, const Sides& lengths) {
  cut.tail_osl_median = median(lengths.tail);
  cut.body_osl_median = median(lengths.body);
  const auto all = lengths.both();
  const auto& kept = cut.applied ? lengths.body : all;
  cut.osl_mean_coverage = over(mean(kept), mean(all));
  cut.osl_p99_coverage = over(p99(kept), p99(all));
}

bool is_drained(const Run& run, const SuperPass& pass, const TailCut& tail, const TailPolicy& policy) {
  std::size_t outside = 0;
  for (std::size_t i = pass.requests.begin; i < pass.requests.end; ++i)
    outside += !in_tail(run.requests[i], tail.cut_after);
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
  Sides tpot, lengths;
  for (std::size_t i = requests.begin; i < requests.end; ++i) {
    const Request& request = run.requests[i];
    const bool late = in_tail(request, last_issue);
    cut.samples += late;
    if (request.state != RequestState::completed) continue;
    if (const auto value = run.tpot_ns(request)) (late ? tpot.tail : tpot.body).push_back(*value);
    if (request.tokens_out >= 0) (late ? lengths.tail : lengths.body).push_back(request.tokens_out);
  }
  const auto all = tpot.both();
  cut.cov = coefficient_of_variation(all);
  cut.skew = mean_median_skew(all);
  cut.applied =
      policy.enabled && cut.cov && *cut.cov <= policy.cov_limit && cut.skew && *cut.skew <= policy.skew_limit;
  if (cut.applied) cut.cut_after = last_issue;
  cut.tail_tpot_median_ns = median(tpot.tail);
  cut.body_tpot_median_ns = median(tpot.body);
  describe_lengths(cut, lengths);
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
