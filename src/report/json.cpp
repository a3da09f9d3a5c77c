// The object's outer shape; its blocks are in json_numbers and json_method. nlohmann's ordered_json keeps the
// order and writes the shortest digits that read back to the same double. Tests: tests/cli (schema and
// examples).

#include "report/json.h"

#include <cmath>

#include "report/json_parts.h"
#include "report/wording.h"

namespace ssdetect {

// A number; whole ones without a decimal point, as counts are read.
Json number(double value) {
  constexpr double kExact = 9007199254740992;  // 2^53
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < kExact) return static_cast<std::int64_t>(value);
  return value;
}

Json number(std::optional<double> value) { return value ? number(*value) : Json(nullptr); }

Json percent(std::optional<Ratio> ratio) { return ratio ? number(100 * *ratio) : Json(nullptr); }

namespace {

Json input_block(const Report& report) {
  const Diagnostics& input = report.diagnostics;
  Json places = Json::array();
  for (const LinePlace& place : input.first_malformed)
    places.push_back({{"line", place.line},
                      {"record", place.record.empty() ? Json(nullptr) : Json(place.record)},
                      {"reason", place.reason}});
  return {{"name", report.name},
          {"format", report.format},
          {"bytes", input.bytes},
          {"lines", input.lines},
          {"malformed_lines", input.malformed_lines},
          {"malformed_records", input.malformed_records},
          {"ignored_events", input.ignored_events},
          {"partial", input.partial()},
          {"unknown_keys", input.unknown_keys},
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

Json compaction(const Report& report) {
  if (!report.compaction) return nullptr;
  return {{"requests", report.compaction->requests},
          {"cell_size", report.compaction->cell_size},
          {"value_error_pct", number(100 * kSketchError)},
          {"time_bin_s", number(report.compaction->bin_s)}};
}

Json reconstruction(const ClientSettings& client) {
  if (!client.reconstructed) return nullptr;
  const ReconstructedStarts& how = *client.reconstructed;
  return {{"concurrency", how.concurrency ? Json(*how.concurrency) : Json(nullptr)},
          {"residual_pct", percent(how.residual)},
          {"hand_over_s", number(how.hand_over_s)}};
}

Json load_name(const ClientSettings& client) {
  if (!client.load) return nullptr;
  static constexpr const char* kNames[] = {"closed_loop", "open_loop", "at_once"};
  return kNames[static_cast<int>(*client.load)];
}

Json stages(const ClientSettings& client) {
  Json list = Json::array();
  for (const LoadStage& stage : client.stages)
    list.push_back({{"rate", number(stage.rate)},
                    {"concurrency", number(stage.concurrency)},
                    {"duration_s", number(stage.duration_s)},
                    {"requests", count(stage.requests)}});
  return list;
}

Json stage_of_run(const ClientSettings& client) {
  if (!client.stage) return nullptr;
  const StageOfRun& stage = *client.stage;
  return {{"index", stage.index},
          {"of", stage.of},
          {"source", stage.by_issue_times ? "issue times" : "client settings"},
          {"rate", number(stage.load.rate)},
          {"concurrency", number(stage.load.concurrency)}};
}

Json client_block(const ClientSettings& client) {
  const bool changes = client.ramp || client.stage || !client.stages.empty();
  if (!client.load && !changes && !client.duration_s) return nullptr;
  Json ramp = nullptr;
  if (client.ramp)
    ramp = {{"from", number(client.ramp->from)},
            {"to", number(client.ramp->to)},
            {"duration_s", number(client.ramp->duration_s)}};
  return {{"load", load_name(client)},
          {"target_concurrency", number(client.target_concurrency)},
          {"concurrency_cap", number(client.concurrency_cap)},
          {"offered_rate", number(client.offered_rate)},
          {"burstiness", number(client.burstiness)},
          {"ramp", ramp},
          {"stages", stages(client)},
          {"stage", stage_of_run(client)},
          {"mean_wait_s", number(client.mean_wait_s)},
          {"longest_wait_s", number(client.longest_wait_s)},
          {"duration_s", number(client.duration_s)}};
}

Json active_block(const InFlightFacts& facts) {
  if (!facts.active) return nullptr;
  return {{"min_pct", percent(facts.active->least)},
          {"p10_pct", percent(facts.active->p10)},
          {"mean_pct", percent(facts.active->mean)}};
}

Json longest_block(const Report& report) {
  Json list = Json::array();
  for (const LongRequest& request : report.facts.longest_running)
    list.push_back(
        {{"index", request.number},
         {"issue_s", number(to_seconds(elapsed(report.analysis.times.first_issue, request.issued)))},
         {"in_flight_s", number(request.in_flight_s)},
         {"tokens", number(request.tokens)}});
  return list;
}

Json run_block(const Report& report) {
  const Sizing& sizing = report.analysis.sizing;
  const RunCounts& counts = report.counts;
  return {{"mode", name_of(report.analysis.load.mode.mode)},
          {"mode_source", report.analysis.load.mode.source},
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
          {"cut_off", report.analysis.total.cut_off},
          {"untracked", counts.untracked},
          {"retries", counts.retries},
          {"invalid_durations", counts.invalid_durations},
          {"duration_s", number(report.analysis.times.duration_s())},
          {"offered_load_span_s", number(report.analysis.times.offered_load_span_s())},
          {"drain_s", number(report.facts.drain_s)},
          {"drain_pct", percent(report.facts.drain_share)},
          {"peak_in_flight", report.facts.peak_in_flight},
          {"target_concurrency", number(report.facts.target_concurrency)},
          {"mean_in_flight_window", number(report.facts.mean_in_window)},
          {"relative_concurrency_window_pct", percent(report.facts.relative_in_window)},
          {"active_concurrency", active_block(report.facts)},
          {"hairball_weight_pct", percent(report.facts.hairball_weight)},
          {"longest_running", longest_block(report)},
          {"saturated", report.analysis.load.saturation.saturated},
          {"compacted", compaction(report)},
          {"start_times", report.client.reconstructed ? "reconstructed" : "recorded"},
          {"reconstruction", reconstruction(report.client)},
          {"client", client_block(report.client)}};
}

Json missing_block(const std::optional<Missing>& missing) {
  if (!missing) return nullptr;
  return {{"requests", missing->requests ? number(std::ceil(*missing->requests)) : Json(nullptr)},
          {"seconds", number(missing->seconds)}};
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
          {"warmup_fill", warmup.fill},
          {"warmup_by_ramp", warmup.by_ramp},
          {"examined_start", analysis.examined().begin},
          {"examined_end", analysis.examined().end},
          {"drained_super_passes", analysis.segments.size_of(Role::drain)},
          {"unfinished_super_passes", analysis.segments.size_of(Role::unfinished)},
          {"missing", missing_block(analysis.missing)}};
}

Json super_passes_block(const Report& report) {
  const Analysis& analysis = report.analysis;
  const auto& hairballs = report.facts.hairball_weights;
  const Nanos zero = analysis.times.first_issue;
  const auto since = [&](Nanos at) { return number(to_seconds(elapsed(zero, at))); };
  Json list = Json::array();
  for (std::size_t i = 0; i < analysis.passes.size(); ++i) {
    const Block& pass = analysis.passes[i];
    list.push_back({{"index", i},
                    {"issued", pass.issued()},
                    {"completed", pass.completed},
                    {"failed", pass.failed},
                    {"tokens_out", pass.has_tokens() ? number(pass.tokens_out) : Json(nullptr)},
                    {"first_issue_s", since(pass.first_issue)},
                    {"last_issue_s", since(pass.last_issue)},
                    {"last_event_s", since(pass.last_event)},
                    {"ttft_p50_ns", number(analysis.series.ttft.p50[i])},
                    {"ttft_p90_ns", number(analysis.series.ttft.p90[i])},
                    {"tpot_p50_ns", number(analysis.series.tpot.p50[i])},
                    {"tpot_p90_ns", number(analysis.series.tpot.p90[i])},
                    {"hairball_weight_pct", i < hairballs.size() ? percent(hairballs[i]) : Json(nullptr)},
                    {"partial", pass.partial}});
  }
  return list;
}

Json warnings_block(const Report& report) {
  Json list = Json::array();
  for (const Warning& warning : report.warnings)
    list.push_back({{"code", code_of(warning)}, {"text", sentence(warning)}});
  return list;
}

Json head(const Report& report) {
  return {{"schema", "ssdetect/1"},
          {"version", SSDETECT_VERSION},
          {"preset", report.policy.name},
          {"verdict", name_of(report.analysis.verdict)},
          {"reason", reason(report)},
          {"official_basis", report.official_is_steady ? "steady_state" : "total"}};
}

std::string text_of(const Json& json, JsonLayout layout) {
  return json.dump(layout == JsonLayout::indented ? 2 : -1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace

std::string render_json(const Report& report, JsonLayout layout) {
  const Analysis& analysis = report.analysis;
  Json json = head(report);
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
  json["natl"] = natl_block(analysis.natl, report.policy.number);
  json["super_passes"] = super_passes_block(report);
  json["warnings"] = warnings_block(report);
  return text_of(json, layout);
}

std::string render_steady_block(const Report& report, JsonLayout layout) {
  Json json = head(report);
  json["coverage"] = coverage_block(report.analysis);
  json.update(steady_block(report));
  json["tps_window"] = tps_window_block(report);
  json["best_effort"] = best_effort_block(report);
  json["divergence_pct"] = divergence_block(report);
  json["anomaly"] = anomaly_block(report.analysis);
  json["plateaus"] = plateaus_block(report.analysis);
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
