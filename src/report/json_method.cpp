// The blocks that show how the verdict came about.

#include "report/json_parts.h"

namespace ssdetect {

namespace {

Json reading_block(const TrendReading& reading) {
  return {{"state", name_of(reading.state)}, {"rel_drift_pct", percent(reading.relative_drift)}};
}

Json stretch_block(const std::optional<StretchTrends>& trends) {
  if (!trends) return nullptr;
  Json block = Json::object();
  for (const MetricId metric : kHeadlineMetrics)
    block[std::string(name_of(metric))] = reading_block(trends->of(metric));
  return block;
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

}  // namespace

Json anomaly_block(const Analysis& analysis) {
  const auto& shift = analysis.change.level_shift;
  return {{"detected", shift.has_value()},
          {"change_point_sp", shift ? Json(shift->change_point) : Json(nullptr)},
          {"delta_pct", shift ? number(100 * shift->delta) : Json(nullptr)},
          {"p", shift ? number(shift->p) : Json(nullptr)},
          {"p_approx", shift ? number(shift->p_approximate) : Json(nullptr)}};
}

Json trend_block(const Analysis& analysis) {
  Json run = Json::object();
  for (const TrendOpinions& opinions : analysis.trends.opinions)
    run[std::string(name_of(opinions.metric))] = opinions_block(opinions);
  return {{"window", stretch_block(analysis.trends.window)},
          {"to_end", stretch_block(analysis.trends.to_end)},
          {"run", run}};
}

Json change_block(const Change& change) {
  return {{"kind", change.kind ? Json(name_of(*change.kind)) : Json(nullptr)},
          {"run_trend", change.run_trend},
          {"level_shift", change.level_shift.has_value()},
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
  for (const auto& plateau : analysis.segments.plateaus())
    list.push_back({{"sp_start", plateau.range.begin},
                    {"sp_end", plateau.range.end},
                    {"tpot_mean_ns", number(plateau.level)},
                    {"duration_s", number(plateau.duration.window_s)},
                    {"short", plateau.duration.is_short},
                    {"tpot_p50_se_ns", number(plateau.standard_error)}});
  return list;
}

Json mser_block(const Analysis& analysis) {
  const auto plateaus = analysis.segments.plateaus();
  std::optional<std::size_t> most_precise;
  for (std::size_t i = 0; i < plateaus.size(); ++i) {
    const auto& error = plateaus[i].standard_error;
    if (error && (!most_precise || *error < *plateaus[*most_precise].standard_error)) most_precise = i;
  }
  const auto chosen = analysis.selection.chosen;
  return {{"tpot_p50_se_ns", chosen ? number(plateaus[*chosen].standard_error) : Json(nullptr)},
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

}  // namespace ssdetect
