// What did TPOT do over the run, at a glance?
#pragma once

#include <optional>
#include <span>
#include <string>

#include "report/report.h"

namespace ssdetect {

// One block character a value (a blank where there is none), between the lowest and the highest.
std::string sparkline(std::span<const std::optional<double>> values);

// TPOT p50 per super-pass with the window marked below; empty without any TPOT. At most 76 columns: longer
// runs show the mean of equal groups.
std::string sparkline_block(const Report& report);

}  // namespace ssdetect
