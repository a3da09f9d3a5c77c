// What does --verbose add to the text report?
#pragma once

#include <string>

#include "report/report.h"

namespace ssdetect {

// The occupancy block, what was in flight, and the tables of variation, of the trend tests and of the
// plateaus.
std::string verbose_tables(const Report& report);

}  // namespace ssdetect
