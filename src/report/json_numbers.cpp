// The blocks of numbers: over the window, the best effort, the whole run, and how they differ.

#include <fmt/format.h>

#include <algorithm>

#include "report/json_parts.h"
#include "report/numbers.h"

namespace ssdetect {

namespace {

Json interval(const std::optional<Interval>& value) {
  return value ? Json::array({number(value->low), number(value->high)}) : Json(nullptr);
}

// A super-pass index of the range, counted from `zero`.
Json index(const std::optional<PassRange>& range, std::size_t PassRange::*edge, std::size_t zero) {
  if (!range) return nullptr;
  return static_cast<std::int64_t>((*range).*edge) - static_cast<std::int64_t>(zero);
}

Json window_block(const Numbers* numbers, const Analysis& analysis) {
  const WindowFacts* w = numbers && numbers->window ? &*numbers->window : nullptr;
  const auto or_null = [&](auto value) { return w ? Json(value) : Json(nullptr); };
  const WindowFacts facts = w ? *w : WindowFacts{};
  const std::size_t warmup = analysis.warmup.count;
  return {{"sp_start", index(facts.range, &PassRange::begin, 0)},
          {"sp_end", index(facts.range, &PassRange::end, 0)},
          {"sp_start_post_warmup", index(facts.range, &PassRange::begin, warmup)},
          {"sp_end_post_warmup", index(facts.range, &PassRange::end, warmup)},
          {"issued", or_null(facts.issued)},
          {"samples", or_null(facts.samples)},
          {"failed", or_null(facts.failed)},
          {"start_s", w ? number(facts.start_s) : Json(nullptr)},
          {"end_s", w ? number(facts.end_s) : Json(nullptr)},
          {"duration_s", w ? number(facts.duration_s) : Json(nullptr)},
          {"plateau_index", count(facts.plateau_index)},
          {"n_plateaus", analysis.segments.plateau_count()},
          {"skipped_short", facts.plateau_index ? Json(analysis.selection.skipped_short) : Json(nullptr)}};
}

Json tps_block(const Throughput& tps) {
  return {{"system", number(tps.system)},
          {"system_ci", interval(tps.system_interval)},
          {"per_user", number(tps.per_user)},
          {"per_user_ci", interval(tps.per_user_interval)},
          {"token_time", number(tps.token_time)},
          {"headline", number(tps.headline)},
          {"mismatch_pct", percent(tps.mismatch)},
          {"requests_per_s", tps.system ? Json(nullptr) : number(tps.requests_per_s)}};
}

Json histogram(const Distribution& d) {
  Json bins = Json::array();
  for (const HistogramBin& bin : d.histogram)
    bins.push_back({{"lo_ns", number(bin.low)}, {"hi_ns", number(bin.high)}, {"count", bin.count}});
  return bins;
}

// "p99_9" for 0.999.
std::string share_name(double share) {
  std::string name = fmt::format("p{:g}", 100 * share);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

Json distribution(const Distribution& d) {
  Json block{{"count", d.count},
             {"mean_ns", number(d.mean)},
             {"std_dev_ns", number(d.std_dev)},
             {"min_ns", number(d.min)},
             {"max_ns", number(d.max)}};
  for (const Quantile& quantile : d.quantiles)
    block[share_name(quantile.share) + "_ns"] = number(quantile.value);
  block["histogram"] = histogram(d);
  return block;
}

Json lengths(const Distribution& d) {
  if (d.count == 0) return nullptr;
  return {{"count", d.count},      {"mean", number(d.mean)}, {"p50", number(d[p50])},
          {"p90", number(d[p90])}, {"p99", number(d[p99])},  {"max", number(d.max)}};
}

Json duration_block(const std::optional<MinDuration>& d) {
  if (!d) return nullptr;
  return {{"required_s", number(d->required_s)},
          {"window_s", number(d->window_s)},
          {"dominant", name_of(d->dominant)},
          {"precision_s", number(d->precision_s)},
          {"relaxation_s", number(d->relaxation_s)},
          {"floor_s", number(d->floor_s)},
          {"kstar", number(d->kstar)},
          {"cov_b", number(d->cov_b)},
          {"tau_sp_s", number(d->tau_sp_s)},
          {"l_p90_s", number(d->l_p90_s)},
          {"short", d->is_short}};
}

// The gate's state of a metric's percentiles inside the window, and where it drifts the ends of the fitted
// line.
void add_states(Json& block, const Report& report, Measure measure) {
  Json states = Json::object(), drifts = Json::object();
  for (Level level : {Level::p50, Level::p90}) {
    const MetricId metric{measure, level};
    const char* key = level == Level::p50 ? "p50" : "p90";
    states[key] = name_of(report.analysis.trends.window->of(metric).state);
    const WindowDrift* drift = drift_of(report, metric);
    drifts[key] = drift ? Json{{"from_ns", number(drift->from_ns)},
                               {"to_ns", number(drift->to_ns)},
                               {"rel_drift_pct", percent(drift->relative)}}
                        : Json(nullptr);
  }
  block["state"] = states;
  block["drift"] = drifts;
}

Json measure_block(const Report& report, const Numbers& shown, Measure measure, bool with_states) {
  Json block = distribution(shown[measure]);
  if (with_states) add_states(block, report, measure);
  return block;
}

Json numbers_block(const Report& report, const Numbers* numbers, bool found) {
  const Analysis& analysis = report.analysis;
  static const Numbers none;
  const Numbers& shown = numbers ? *numbers : none;
  const bool with_states = found && analysis.trends.window;
  // Without a window the block of the longest plateau stays, so that a reader sees what was missing.
  const bool longest = !numbers && analysis.candidate();
  const auto duration = longest
                            ? std::optional(analysis.segments.plateau(*analysis.selection.candidate).duration)
                            : shown.duration;
  return {{"found", found},
          {"window", window_block(numbers, analysis)},
          {"tps", tps_block(shown.tps)},
          {"ttft", measure_block(report, shown, Measure::ttft, with_states)},
          {"tpot", measure_block(report, shown, Measure::tpot, with_states)},
          {"latency", distribution(shown[Measure::latency])},
          {"osl", lengths(shown[Quantity::output_tokens])},
          {"isl", lengths(shown[Quantity::input_tokens])},
          {"min_duration", duration_block(duration)}};
}

Json divergence_of(const Distribution& steady, const Distribution& total) {
  Json block{{"mean", percent(divergence(steady.mean, total.mean))}};
  for (std::size_t i = 0; i < kShares.size(); ++i)
    block[share_name(kShares[i])] = percent(divergence(steady.quantiles[i].value, total.quantiles[i].value));
  return block;
}

}  // namespace

Json steady_block(const Report& report) {
  const Numbers* steady = report.steady ? &*report.steady : nullptr;
  Json block = numbers_block(report, steady, steady != nullptr);
  Json bounds = Json::array(), covs = Json::object();
  for (Ratio bound : report.certifying_bounds) bounds.push_back(number(bound));
  for (const CovRow& row : report.covs) {
    Json trailing = Json::object();
    for (const auto& [length, cov] : row.trailing) trailing[std::to_string(length)] = number(cov);
    covs[std::string(name_of(row.metric))] = {{"window", number(row.whole)}, {"trailing", trailing}};
  }
  block["concordance"] = {{"bounds", report.policy.gate.cov_bounds}, {"certifying", bounds}};
  block["cov"] = covs;
  return block;
}

Json best_effort_block(const Report& report) {
  if (!report.best_effort) return nullptr;
  static constexpr const char* names[] = {"longest_plateau", "examined", "whole_run"};
  Json block = numbers_block(report, &report.best_effort->numbers, false);
  block["basis"] = names[static_cast<int>(report.best_effort->basis)];
  const bool partial = report.analysis.coverage == CoverageStatus::partial_dataset;
  block["confidence"] = partial ? "unreliable" : "low";
  return block;
}

Json tps_window_block(const Report& report) {
  if (!report.held) return nullptr;
  const Numbers& held = *report.held;
  return {{"basis", report.analysis.load.saturation.saturated ? "saturated" : "offline"},
          {"start_s", number(held.window->start_s)},
          {"end_s", number(held.window->end_s)},
          {"duration_s", number(held.window->duration_s)},
          {"tps", number(held.tps.system)},
          {"tps_ci", interval(held.tps.system_interval)},
          {"cov", number(held.duration->cov_b)},
          {"short", held.duration->is_short}};
}

Json natl_block(const std::optional<Natl>& found, const NumberPolicy& policy) {
  if (!found) return nullptr;
  const Distribution d = describe(Pool(found->tokens_per_s), policy.histogram_bins);
  Json medians = Json::array();
  for (double value : found->block_medians) medians.push_back(number(value));
  return {{"experimental", true},
          {"conversations", d.count},
          {"mean_tps", number(d.mean)},
          {"p50_tps", number(d[p50])},
          {"p90_tps", number(d[p90])},
          {"p99_tps", number(d[p99])},
          {"min_tps", number(d.min)},
          {"max_tps", number(d.max)},
          {"block_size", policy.natl_block},
          {"block_medians_tps", medians},
          {"cov_of_medians", number(found->cov_of_medians)}};
}

Json total_block(const Report& report) {
  const Numbers& total = report.total;
  return {{"tps", tps_block(total.tps)},
          {"ttft", distribution(total[Measure::ttft])},
          {"tpot", distribution(total[Measure::tpot])},
          {"latency", distribution(total[Measure::latency])},
          {"osl", lengths(total[Quantity::output_tokens])},
          {"isl", lengths(total[Quantity::input_tokens])}};
}

Json divergence_block(const Report& report) {
  static const Numbers none;
  const Numbers& steady = report.steady ? *report.steady : none;
  const Numbers& total = report.total;
  Json block{{"tps_system", percent(divergence(steady.tps.comparable, total.tps.comparable))},
             {"tps_per_user", percent(divergence(steady.tps.per_user, total.tps.per_user))},
             {"requests_per_s",
              total.tps.system ? Json(nullptr)
                               : percent(divergence(steady.tps.requests_per_s, total.tps.requests_per_s))}};
  for (const Measure measure : kMeasures)
    block[std::string(name_of(measure))] = divergence_of(steady[measure], total[measure]);
  block["osl_mean"] =
      percent(divergence(steady[Quantity::output_tokens].mean, total[Quantity::output_tokens].mean));
  return block;
}

}  // namespace ssdetect
