// In which form does the user want the answer?
//
// Picks the renderer of report/ that the options ask for; every text ends with a newline, or is empty.
#pragma once

#include <string>

#include "flags.h"
#include "report/report.h"

namespace ssdetect {

std::string render_head(const Options& options);  // what stands once above all results
std::string render(const Report& report, const Options& options, bool colour);
std::string render_error(const std::string& name, const std::string& error, const Options& options);

}  // namespace ssdetect
