// How is it said? Sentences for verdicts, warnings and errors; values as people write them.
#pragma once

#include <optional>
#include <string>

#include "report/report.h"
#include "report/warning.h"

namespace ssdetect {

std::string sentence(const Warning& warning);

// One sentence: why this verdict.
std::string reason(const Report& report);

// "82.4 ms", "1.25 s", "730 us"; "-" when absent.
std::string duration_text(std::optional<double> nanos);
// Four significant digits, thousands separated: "1,234", "285.5"; "-" when absent.
std::string number_text(std::optional<double> value);
std::string count_text(std::size_t count);  // "1,234", "285"
// A ratio as signed percent: "+12.3 %"; "-" when absent.
std::string percent_text(std::optional<Ratio> ratio);
std::string seconds_text(Seconds seconds);  // "804 s"

}  // namespace ssdetect
