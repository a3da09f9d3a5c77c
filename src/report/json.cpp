// One function a block of the object; nlohmann's ordered_json keeps the order and writes the shortest digits
// that read back to the same double. Tests: tests/cli (schema), tests/report/json_test.cpp.

#include "report/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/metrics.h"
#include "report/wording.h"

namespace ssdetect {

namespace {

using Json = nlohmann::ordered_json;

// A number; whole ones without a decimal point, as counts are read.
Json number(double value) {
  constexpr double kExact = 9007199254740992;  // 2^53
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < kExact) return static_cast<std::int64_t>(value);
  return value;
}

Json number(std::optional<double> value) { return value ? number(*value) : Json(nullptr); }
Json percent(std::optional<Ratio> ratio) { return ratio ? number(100 * *ratio) : Json(nullptr); }
template <class T>
Json count(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json interval(const std::optional<Interval>& value) {
  return value ? Json::array({number(value->low), number(value->high)}) : Json(nullptr);
}

Json input_block(const Report& report) {
  const Diagnostics& input = report.diagnostics;
  Json places = Json::array();
  for (const LinePlace& place : input.first_malformed)
    places.push_back({{"line", place.line}, {"reason", place.reason}});
  return {{"name", report.name},
          {"format", report.format},
          {"bytes", input.bytes},
          {"lines", input.lines},
          {"malformed_lines", input.malformed_lines},
          {"ignored_events", input.ignored_events},
          {"partial", input.partial()},
          {"first_malformed", places},
          {"orphan_events", input.orphan_events},
          {"repaired_utf8_lines", input.repaired_utf8},
          {"invalid_token_counts", input.invalid_counts}};
}

std::string source_text(const Report& report) {
  std::string text;
  for (TokenSource source : report.token_sources)
    text += (text.empty() ? "" : "+") + std::string(name_of(source));
  return text.empty() ? "none" : text;
}

Json sampled(const Report& report) {
  if (report.scaled_outputs == 0) return nullptr;
  return {{"counted", report.sampled_outputs}, {"of", report.sampled_outputs + report.scaled_outputs}};
}

Json run_block(const Report& report) {
  const Sizing& sizing = report.analysis.sizing;
  const RunCounts& counts = report.counts;
  return {{"mode", name_of(report.analysis.mode.mode)},
          {"mode_source", report.analysis.mode.source},
          {"model", report.model.empty() ? Json(nullptr) : Json(report.model)},
          {"token_source", source_text(report)},
          {"tokens_estimated", report.tokens_are_estimates},
          {"sampled_outputs", sampled(report)},
          {"dataset_size", count(sizing.dataset_size)},
          {"dataset_size_source",
           sizing.dataset_size_source.empty() ? Json(nullptr) : Json(sizing.dataset_size_source)},
          {"superpass_size", sizing.superpass_size},
          {"superpass_size_source", sizing.superpass_size_source},
          {"issued", counts.issued},
          {"completed", counts.completed},
          {"failed", counts.failed},
          {"in_flight", counts.in_flight},
          {"untracked", counts.untracked},
          {"retries", counts.retries},
          {"invalid_durations", counts.invalid_durations},
          {"duration_s", number(report.duration_s)},
          {"offered_load_span_s", number(report.offered_load_span_s)},
          {"drain_s", number(report.facts.drain_s)},
          {"drain_pct", percent(report.facts.drain_share)},
          {"peak_in_flight", report.facts.peak_in_flight},
          {"target_concurrency", number(report.facts.target_concurrency)},
          {"mean_in_flight_window", number(report.facts.mean_in_window)},
          {"relative_concurrency_window_pct", percent(report.facts.relative_in_window)},
          {"hairball_weight_pct", percent(report.facts.hairball_weight)},
          {"saturated", report.analysis.saturation.saturated}};
}

Json coverage_block(const Analysis& analysis) {
  const WarmupCrop& warmup = analysis.warmup;
  return {{"status", name_of(analysis.coverage)},
          {"super_passes", analysis.passes.size()},
          {"full_super_passes", analysis.full_passes},
          {"warmup", warmup.count},
          {"warmup_mode", warmup.fixed ? "fixed" : "adaptive"},
          {"warmup_capped", warmup.capped},
          {"warmup_guarded", warmup.guarded},
          {"examined_start", analysis.examined.range.begin},
          {"examined_end", analysis.examined.range.end},
          {"drained_super_passes", analysis.examined.drained},
          {"unfinished_super_passes", analysis.examined.unfinished}};
}

// A super-pass index of the range, counted from `zero`.
Json index(const std::optional<Range>& range, std::size_t Range::*edge, std::size_t zero) {
  if (!range) return nullptr;
  return static_cast<std::int64_t>((*range).*edge) - static_cast<std::int64_t>(zero);
}

Json window_block(const Numbers* numbers, const Analysis& analysis) {
  const WindowFacts* w = numbers && numbers->window ? &*numbers->window : nullptr;
  const auto or_null = [&](auto value) { return w ? Json(value) : Json(nullptr); };
  const WindowFacts facts = w ? *w : WindowFacts{};
  const std::size_t warmup = analysis.warmup.count;
  return {{"sp_start", index(facts.range, &Range::begin, 0)},
          {"sp_end", index(facts.range, &Range::end, 0)},
          {"sp_start_post_warmup", index(facts.range, &Range::begin, warmup)},
          {"sp_end_post_warmup", index(facts.range, &Range::end, warmup)},
          {"issued", or_null(facts.issued)},
          {"samples", or_null(facts.samples)},
          {"failed", or_null(facts.failed)},
          {"start_s", w ? number(facts.start_s) : Json(nullptr)},
          {"end_s", w ? number(facts.end_s) : Json(nullptr)},
          {"duration_s", w ? number(facts.duration_s) : Json(nullptr)},
          {"plateau_index", count(facts.plateau_index)},
          {"n_plateaus", analysis.plateaus.size()},
          {"skipped_short", facts.plateau_index ? Json(analysis.selection.skipped_short) : Json(nullptr)}};
}

Json tps_block(const Throughput& tps) {
  return {{"system", number(tps.system)},          {"system_ci", interval(tps.system_interval)},
          {"per_user", number(tps.per_user)},      {"per_user_ci", interval(tps.per_user_interval)},
          {"token_time", number(tps.token_time)},  {"headline", number(tps.headline)},
          {"mismatch_pct", percent(tps.mismatch)}, {"requests_per_s", number(tps.requests_per_s)}};
}

Json histogram(const Distribution& d) {
  Json bins = Json::array();
  for (const HistogramBin& bin : d.histogram)
    bins.push_back({{"lo_ns", number(bin.low)}, {"hi_ns", number(bin.high)}, {"count", bin.count}});
  return bins;
}

Json distribution(const Distribution& d) {
  return {{"count", d.count},
          {"mean_ns", number(d.mean)},
          {"std_dev_ns", number(d.std_dev)},
          {"min_ns", number(d.min)},
          {"max_ns", number(d.max)},
          {"p50_ns", number(d.p50)},
          {"p90_ns", number(d.p90)},
          {"p95_ns", number(d.p95)},
          {"p99_ns", number(d.p99)},
          {"p99_9_ns", number(d.p99_9)},
          {"histogram", histogram(d)}};
}

Json lengths(const Distribution& d) {
  if (d.count == 0) return nullptr;
  return {{"count", d.count},     {"mean", number(d.mean)}, {"p50", number(d.p50)},
          {"p90", number(d.p90)}, {"p99", number(d.p99)},   {"max", number(d.max)}};
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
    states[key] = name_of(report.analysis.window_trends->of(metric).state);
    const WindowDrift* drift = drift_of(report, metric);
    drifts[key] = drift ? Json{{"from_ns", number(drift->from_ns)},
                               {"to_ns", number(drift->to_ns)},
                               {"rel_drift_pct", percent(drift->relative)}}
                        : Json(nullptr);
  }
  block["state"] = states;
  block["drift"] = drifts;
}

Json numbers_block(const Report& report, const Numbers* numbers, bool found) {
  const Analysis& analysis = report.analysis;
  static const Numbers none;
  const Numbers& shown = numbers ? *numbers : none;
  Json ttft = distribution(shown.ttft), tpot = distribution(shown.tpot);
  if (found && analysis.window_trends) {
    add_states(ttft, report, Measure::ttft);
    add_states(tpot, report, Measure::tpot);
  }
  // Without a window the block of the longest plateau stays, so that a reader sees what was missing.
  const bool longest = !numbers && analysis.candidate;
  const auto duration =
      longest ? std::optional(analysis.plateaus[*analysis.selection.candidate].duration) : shown.duration;
  return {{"found", found},
          {"window", window_block(numbers, analysis)},
          {"tps", tps_block(shown.tps)},
          {"ttft", ttft},
          {"tpot", tpot},
          {"latency", distribution(shown.latency)},
          {"osl", lengths(shown.osl)},
          {"isl", lengths(shown.isl)},
          {"min_duration", duration_block(duration)}};
}

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
  const auto& window = report.tps_window;
  if (!window) return nullptr;
  return {{"basis", report.analysis.saturation.saturated ? "saturated" : "offline"},
          {"start_s", number(window->start_s)},
          {"end_s", number(window->end_s)},
          {"duration_s", number(window->duration_s)},
          {"tps", number(window->tps)},
          {"tps_ci", interval(window->interval)},
          {"cov", number(window->cov)},
          {"short", window->duration.is_short}};
}

Json natl_block(const std::optional<Natl>& found, std::size_t bins) {
  if (!found) return nullptr;
  const Distribution d = describe(found->tokens_per_s, bins);
  Json medians = Json::array();
  for (double value : found->block_medians) medians.push_back(number(value));
  return {{"experimental", true},
          {"conversations", d.count},
          {"mean_tps", number(d.mean)},
          {"p50_tps", number(d.p50)},
          {"p90_tps", number(d.p90)},
          {"p99_tps", number(d.p99)},
          {"min_tps", number(d.min)},
          {"max_tps", number(d.max)},
          {"block_size", kConversationsPerBlock},
          {"block_medians_tps", medians},
          {"cov_of_medians", number(found->cov_of_medians)}};
}

Json total_block(const Report& report) {
  const Numbers& total = report.total;
  return {{"tps", tps_block(total.tps)},      {"ttft", distribution(total.ttft)},
          {"tpot", distribution(total.tpot)}, {"latency", distribution(total.latency)},
          {"osl", lengths(total.osl)},        {"isl", lengths(total.isl)}};
}

Json divergence_of(const Distribution& steady, const Distribution& total) {
  return {{"mean", percent(divergence(steady.mean, total.mean))},
          {"p50", percent(divergence(steady.p50, total.p50))},
          {"p90", percent(divergence(steady.p90, total.p90))},
          {"p95", percent(divergence(steady.p95, total.p95))},
          {"p99", percent(divergence(steady.p99, total.p99))},
          {"p99_9", percent(divergence(steady.p99_9, total.p99_9))}};
}

Json divergence_block(const Report& report) {
  static const Numbers none;
  const Numbers& steady = report.steady ? *report.steady : none;
  const Numbers& total = report.total;
  return {{"tps_system", percent(divergence(steady.tps.headline, total.tps.system))},
          {"tps_per_user", percent(divergence(steady.tps.per_user, total.tps.per_user))},
          {"requests_per_s", percent(divergence(steady.tps.requests_per_s, total.tps.requests_per_s))},
          {"ttft", divergence_of(steady.ttft, total.ttft)},
          {"tpot", divergence_of(steady.tpot, total.tpot)},
          {"latency", divergence_of(steady.latency, total.latency)},
          {"osl_mean", percent(divergence(steady.osl.mean, total.osl.mean))}};
}

Json anomaly_block(const Analysis& analysis) {
  const auto& shift = analysis.shift;
  return {{"detected", shift.has_value()},
          {"change_point_sp", shift ? Json(shift->change_point) : Json(nullptr)},
          {"delta_pct", shift ? number(100 * shift->delta) : Json(nullptr)},
          {"p", shift ? number(shift->p) : Json(nullptr)},
          {"p_approx", shift ? number(shift->p_approximate) : Json(nullptr)}};
}

Json reading_block(const TrendReading& reading) {
  return {{"state", name_of(reading.state)}, {"rel_drift_pct", percent(reading.relative_drift)}};
}

Json stretch_block(const std::optional<StretchTrends>& trends) {
  if (!trends) return nullptr;
  return {{"tpot_p50", reading_block(trends->tpot_p50)},
          {"tpot_p90", reading_block(trends->tpot_p90)},
          {"ttft_p50", reading_block(trends->ttft_p50)},
          {"ttft_p90", reading_block(trends->ttft_p90)}};
}

Json opinions_block(const TrendOpinions& opinions) {
  Json block = reading_block(opinions.gate);
  const auto& test = opinions.gate.test;
  block["mann_kendall_p"] = test ? number(test->p) : Json(nullptr);
  block["correction"] = test ? number(test->correction) : Json(nullptr);
  const auto& hac = opinions.newey_west;
  block["newey_west_p"] = hac ? number(hac->p_student) : Json(nullptr);
  const auto& scatter = opinions.slope_versus_scatter;
  block["change_over_scatter"] = scatter ? number(scatter->change_over_scatter) : Json(nullptr);
  block["theil_sen_rel_drift_pct"] = percent(opinions.theil_sen_relative);
  return block;
}

Json trend_block(const Analysis& analysis) {
  Json run = Json::object();
  for (const TrendOpinions& opinions : analysis.opinions)
    run[std::string(name_of(opinions.metric))] = opinions_block(opinions);
  return {{"window", stretch_block(analysis.window_trends)},
          {"to_end", stretch_block(analysis.to_end_trends)},
          {"run", run}};
}

Json change_block(const Change& change) {
  static constexpr const char* kinds[] = {"step", "line_up", "line_down"};
  return {{"kind", change.kind ? Json(kinds[static_cast<int>(*change.kind)]) : Json(nullptr)},
          {"run_trend", change.run_trend},
          {"level_shift", change.level_shift},
          {"skipped_level", count(change.skipped_level)},
          {"excursion",
           change.excursion ? Json::array({change.excursion->begin, change.excursion->end}) : Json(nullptr)}};
}

Json tail_block(const TailCut& tail) {
  return {{"applied", tail.applied},
          {"cov", number(tail.cov)},
          {"skew", number(tail.skew)},
          {"samples", tail.samples},
          {"tail_tpot_median_ns", number(tail.tail_tpot_median_ns)},
          {"body_tpot_median_ns", number(tail.body_tpot_median_ns)},
          {"tail_osl_median", number(tail.tail_osl_median)},
          {"body_osl_median", number(tail.body_osl_median)},
          {"osl_mean_coverage_pct", percent(tail.osl_mean_coverage)},
          {"osl_p99_coverage_pct", percent(tail.osl_p99_coverage)}};
}

Json plateaus_block(const Analysis& analysis) {
  Json list = Json::array();
  for (const Plateau& plateau : analysis.plateaus)
    list.push_back({{"sp_start", plateau.range.begin},
                    {"sp_end", plateau.range.end},
                    {"tpot_mean_ns", number(plateau.tpot_mean_ns)},
                    {"duration_s", number(plateau.duration.window_s)},
                    {"short", plateau.duration.is_short},
                    {"tpot_p50_se_ns", number(plateau.tpot_p50_standard_error_ns)}});
  return list;
}

Json mser_block(const Analysis& analysis) {
  std::optional<std::size_t> most_precise;
  for (std::size_t i = 0; i < analysis.plateaus.size(); ++i) {
    const auto& error = analysis.plateaus[i].tpot_p50_standard_error_ns;
    if (error && (!most_precise || *error < *analysis.plateaus[*most_precise].tpot_p50_standard_error_ns))
      most_precise = i;
  }
  const auto chosen = analysis.selection.chosen;
  return {{"tpot_p50_se_ns",
           chosen ? number(analysis.plateaus[*chosen].tpot_p50_standard_error_ns) : Json(nullptr)},
          {"most_precise_plateau", count(most_precise)}};
}

Json occupancy_block(const Report& report) {
  const auto& o = report.occupancy;
  const Nanos zero = report.analysis.times.first_issue;
  const auto or_null = [&](auto get) { return o ? Json(get()) : Json(nullptr); };
  Json block{{"ratio", number(report.policy.number.occupancy_ratio)}};
  block["start_s"] = or_null([&] { return number(to_seconds(elapsed(zero, o->span.begin))); });
  block["end_s"] = or_null([&] { return number(to_seconds(elapsed(zero, o->span.end))); });
  block["duration_s"] = or_null([&] { return number(o->span.length_s()); });
  block["threshold"] = or_null([&] { return o->threshold; });
  block["peak"] = or_null([&] { return o->peak; });
  block["average_in_flight"] = or_null([&] { return number(o->average_in_flight); });
  block["completed"] = or_null([&] { return o->completed; });
  block["output_tokens"] = or_null([&] { return number(o->output_tokens); });
  block["output_tps"] = or_null([&] { return number(o->output_tps); });
  block["input_tokens"] = or_null([&] { return number(o->input_tokens); });
  block["input_tps"] = or_null([&] { return number(o->input_tps); });
  block["peak_output_tps"] = or_null([&] { return number(o->peak_output_tps); });
  block["reason"] = o ? Json(nullptr) : Json("no request succeeded with a positive latency");
  return block;
}

Json super_passes_block(const Report& report) {
  const Nanos zero = report.analysis.times.first_issue;
  Json list = Json::array();
  for (std::size_t i = 0; i < report.super_passes.size(); ++i) {
    const SuperPassRow& row = report.super_passes[i];
    list.push_back({{"index", i},
                    {"issued", row.pass.issued()},
                    {"completed", row.pass.completed},
                    {"failed", row.pass.failed},
                    {"tokens_out", row.pass.has_tokens ? number(row.pass.tokens_out) : Json(nullptr)},
                    {"first_issue_s", number(to_seconds(elapsed(zero, row.pass.first_issue)))},
                    {"last_issue_s", number(to_seconds(elapsed(zero, row.pass.last_issue)))},
                    {"last_event_s", number(to_seconds(elapsed(zero, row.pass.last_event)))},
                    {"ttft_p50_ns", number(row.ttft_p50_ns)},
                    {"ttft_p90_ns", number(row.ttft_p90_ns)},
                    {"tpot_p50_ns", number(row.tpot_p50_ns)},
                    {"tpot_p90_ns", number(row.tpot_p90_ns)},
                    {"partial", row.pass.partial}});
  }
  return list;
}

Json warnings_block(const Report& report) {
  Json list = Json::array();
  for (const Warning& warning : report.warnings)
    list.push_back({{"code", name_of(warning.code)}, {"text", sentence(warning)}});
  return list;
}

std::string text_of(const Json& json, JsonLayout layout) {
  return json.dump(layout == JsonLayout::indented ? 2 : -1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace

std::string render_json(const Report& report, JsonLayout layout) {
  const Analysis& analysis = report.analysis;
  Json json{{"schema", "ssdetect/1"}, {"version", SSDETECT_VERSION}};
  json["preset"] = report.policy.name;
  json["verdict"] = name_of(analysis.verdict);
  json["reason"] = reason(report);
  json["official_basis"] = report.official_is_steady ? "steady_state" : "total";
  json["input"] = input_block(report);
  json["run"] = run_block(report);
  json["coverage"] = coverage_block(analysis);
  json["steady_state"] = steady_block(report);
  json["tps_window"] = tps_window_block(report);
  json["best_effort"] = best_effort_block(report);
  json["total"] = total_block(report);
  json["divergence_pct"] = divergence_block(report);
  json["anomaly"] = anomaly_block(analysis);
  json["trend"] = trend_block(analysis);
  json["change"] = change_block(analysis.change);
  json["tail_cut"] = tail_block(analysis.tail);
  json["plateaus"] = plateaus_block(analysis);
  json["mser"] = mser_block(analysis);
  json["occupancy"] = occupancy_block(report);
  json["natl"] = natl_block(analysis.natl, report.policy.number.histogram_bins);
  json["super_passes"] = super_passes_block(report);
  json["warnings"] = warnings_block(report);
  return text_of(json, layout);
}

std::string render_json_error(const std::string& name, const std::string& error, JsonLayout layout) {
  const Json json{{"schema", "ssdetect/1"},
                  {"version", SSDETECT_VERSION},
                  {"input", {{"name", name}}},
                  {"verdict", nullptr},
                  {"error", error}};
  return text_of(json, layout);
}

}  // namespace ssdetect
