// How is it said? Sentences for warnings (warning_wording.cpp) and verdicts (wording.cpp), written once, so
// that text and JSON say the same.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "measure.h"
#include "report/report.h"
#include "report/warning.h"
#include "units.h"

namespace ssdetect {

std::string sentence(const Warning& warning);

// One sentence: why this verdict.
std::string reason(const Report& report);
// How start times that the input lacks came about.
std::string start_times_text(const ReconstructedStarts& how);

// Of a load that does not stay the same, as the client's settings have it.
std::string ramp_text(const LoadRamp& ramp,
                      bool is_in_flight);  // "ramped from 1 to 8 requests/s over all of it"
std::string stage_text(const LoadStage& stage);
std::string stages_text(const std::vector<LoadStage>& stages);  // "2, 4 and 8 requests/s"

// How much longer the run would have had to be, as a sentence with a blank before it; empty: that is not it.
std::string missing_text(const std::optional<Missing>& missing);

// How do people write a value?

// "82.4 ms", "1.25 s", "730 us"; "-" when absent.
std::string duration_text(std::optional<double> nanos);
// Four significant digits, thousands separated: "1,234", "285.5"; "-" when absent.
std::string number_text(std::optional<double> value);
std::string count_text(std::size_t count);                     // "1,234", "285"
std::string plural(std::size_t count, std::string_view noun);  // "1 request", "1,234 requests"
// A ratio as signed percent: "+12.3 %"; "-" when absent.
std::string percent_text(std::optional<Ratio> ratio);
std::string seconds_text(Seconds seconds);  // "804.0 s"
std::string metric_text(MetricId metric);   // "TTFT p50", "latency p99"

// Why a measure is not reported; empty: it is, as far as it exists.
std::string why_withheld(const Plausibility& doubts, Measure measure);
std::string why_rates_are_withheld(const Plausibility& doubts);

}  // namespace ssdetect
