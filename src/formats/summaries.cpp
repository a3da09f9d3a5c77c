// Each is told by names that only its tool writes; where two tools share their names, the one with more of
// them comes first. Tests: tests/formats/summaries_test.cpp.
#include "formats/summaries.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "json/text.h"

namespace ssdetect {
namespace {

struct Summary {
  std::string_view tool;
  std::initializer_list<std::string_view> keys;   // of the outermost object, or the first in a list
  std::initializer_list<std::string_view> texts;  // anywhere in the beginning
  std::string_view advice;
};

const Summary kSummaries[] = {
    {"LLMPerf responses",
     {"ttft_s", "end_to_end_latency_s"},
     {},
     "LLMPerf keeps no start times; write the requests in the plain form, with start_s (see INPUT FORMATS in "
     "ssdetect(1)), or use another client"},
    {"an LLMPerf summary",
     {},
     {"\"results_ttft_s"},
     "it and the individual_responses file beside it hold no start times; write the requests in the plain "
     "form, with start_s (see INPUT FORMATS in ssdetect(1)), or use another client"},
    {"an AIPerf summary",
     {"request_latency", "aiperf_version"},
     {},
     "give the profile_export.jsonl beside it, which --export-level records writes"},
    {"an AIPerf or genai-perf summary",
     {"request_latency", "request_throughput"},
     {},
     "give the profile_export.jsonl (AIPerf, --export-level records) or profile_export.json (genai-perf) "
     "beside it"},
    {"an AIPerf or genai-perf summary",
     {},
     {"Metric,avg,"},
     "give the profile_export.jsonl (AIPerf, --export-level records) or profile_export.json (genai-perf) "
     "beside it"},
    {"an inference-perf summary",
     {"load_summary", "successes"},
     {},
     "give per_request_lifecycle_metrics.json, which report.request_lifecycle.per_request: true writes"},
    {"a k6 summary",
     {"metrics"},
     {"\"http_req_duration\""},
     "k6 sees no tokens; write the requests in the plain form from --out json (see INPUT FORMATS in "
     "ssdetect(1))"},
    {"k6 output",
     {"type", "metric"},
     {"\"Point\"", "\"Metric\""},
     "k6 writes one line a sample, not one a request; write the requests in the plain form (see INPUT "
     "FORMATS "
     "in ssdetect(1))"},
    {"a Locust summary",
     {},
     {"Type,Name,Request Count,"},
     "Locust keeps no single requests; log each in a request event hook, in the plain form (see INPUT "
     "FORMATS in "
     "ssdetect(1))"},
    {"a Locust summary",
     {"num_requests", "response_times"},
     {},
     "Locust keeps no single requests; log each in a request event hook, in the plain form (see INPUT "
     "FORMATS in "
     "ssdetect(1))"},
    {"a LoadGen summary",
     {},
     {"MLPerf Results Summary"},
     "give the events.jsonl of the run; LoadGen's own logs hold no tokens"},
    {"a LoadGen log",
     {},
     {":::MLLOG"},
     "give the events.jsonl of the run; LoadGen's own logs hold no tokens"},
};

bool is(const Summary& summary, const JsonOpening& opening, std::string_view prefix) {
  const auto has_key = [&](std::string_view key) { return opening.has(key); };
  const auto has_text = [&](std::string_view text) { return prefix.find(text) != std::string_view::npos; };
  return std::all_of(summary.keys.begin(), summary.keys.end(), has_key) &&
         (summary.texts.size() == 0 || std::any_of(summary.texts.begin(), summary.texts.end(), has_text));
}

}  // namespace

std::string about_summary(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  for (const Summary& summary : kSummaries)
    if (is(summary, opening, prefix))
      return fmt::format("this is {}, which does not hold what each request did; {}", summary.tool,
                         summary.advice);
  return "";
}

}  // namespace ssdetect
