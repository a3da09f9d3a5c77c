// Tests: tests/steady/duration_test.cpp (each term dominant in turn, ties).

#include "steady/duration.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"

namespace ssdetect {

namespace {

std::vector<double> spans_s(const Blocks<SuperPass>& passes, PassRange range) {
  std::vector<double> spans;
  for (std::size_t i = range.begin; i < range.end; ++i) spans.push_back(passes[i].offered_load_span_s());
  return spans;
}

double batches_needed(std::optional<double> cov, const Policy& policy) {
  const double least = static_cast<double>(policy.gate.least_window);
  const double ratio = policy.duration.normal_quantile * cov.value_or(0) / policy.duration.precision;
  return std::max(std::ceil(ratio * ratio), least);
}

// The largest term; of equals the first of precision, relaxation, floor.
void decide(MinDuration& duration) {
  duration.required_s = duration.precision_s.value_or(0);
  duration.dominant = DurationTerm::precision;
  const auto consider = [&](Seconds term, DurationTerm name) {
    const bool precision_absent = name == DurationTerm::relaxation && !duration.precision_s;
    if (term <= duration.required_s && !precision_absent) return;
    duration.required_s = term;
    duration.dominant = name;
  };
  consider(duration.relaxation_s.value_or(0), DurationTerm::relaxation);
  consider(duration.floor_s, DurationTerm::floor);
  duration.is_short = duration.window_s < duration.required_s;
}

}  // namespace

std::string_view name_of(DurationTerm term) {
  switch (term) {
    case DurationTerm::precision:
      return "precision";
    case DurationTerm::relaxation:
      return "relaxation";
    case DurationTerm::floor:
      return "floor";
  }
  return "";
}

MinDuration duration_needed(const DurationFacts& facts, const Policy& policy) {
  MinDuration duration;
  duration.window_s = facts.window_s;
  duration.floor_s = policy.duration.floor_s;
  duration.cov_b = facts.cov;
  duration.tau_sp_s = facts.batch_s;
  duration.l_p90_s = facts.latency_p90_s;
  duration.kstar = batches_needed(duration.cov_b, policy);
  if (duration.kstar > static_cast<double>(policy.gate.least_window) && duration.tau_sp_s)
    duration.precision_s = duration.kstar * *duration.tau_sp_s;
  if (duration.l_p90_s) duration.relaxation_s = policy.duration.latency_multiple * *duration.l_p90_s;
  decide(duration);
  return duration;
}

MinDuration min_duration(const Blocks<SuperPass>& passes, const Series<SuperPass>& tpot_p50, PassRange window,
                         const Policy& policy) {
  DurationFacts facts;
  facts.window_s = passes.offered_load_span(window).length_s();
  facts.cov = coefficient_of_variation(tpot_p50.in(window));
  facts.batch_s = median(spans_s(passes, window));
  const auto p90 = passes.pool(window, Quantity::latency).quantile(0.9);
  if (p90) facts.latency_p90_s = *p90 / 1e9;
  return duration_needed(facts, policy);
}

}  // namespace ssdetect
