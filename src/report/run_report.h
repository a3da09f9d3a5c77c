// The benchmark's own run report, with the steady state beside its totals (§5.8).
//
// The report's text is kept byte for byte, number spellings included. To one in JSON a member "steady_state"
// is added at its end, or replaced where it stands; to one in text (report.txt) the text report, between two
// lines that name it. Throws Failure(unreadable): the text is neither.
#pragma once

#include <string>

#include "report/report.h"

namespace ssdetect {

// `file` tells the two apart where its content does not. `verbose` is for text.
std::string add_to_run_report(const std::string& text, const std::string& file, const Report& report,
                              bool verbose = false);

}  // namespace ssdetect
