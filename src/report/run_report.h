// The benchmark's own run report, with the steady state beside its totals (§5.8).
//
// The report's text is kept byte for byte, number spellings included; a member "steady_state" is added at its
// end, or replaced where it stands. Throws Failure(unreadable): the text is no JSON object.
#pragma once

#include <string>

#include "report/report.h"

namespace ssdetect {

std::string add_to_run_report(const std::string& text, const std::string& file, const Report& report);

}  // namespace ssdetect
