// The answer for a sweep: one row a run, tab-separated, with a header.
#pragma once

#include <string>

#include "report/report.h"

namespace ssdetect {

std::string tsv_header();
std::string render_tsv(const Report& report);
std::string render_tsv_error(const std::string& name, const std::string& error);

}  // namespace ssdetect
