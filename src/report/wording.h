// How is it said? Sentences for verdicts and warnings.
#pragma once

#include <optional>
#include <string>

#include "report/report.h"
#include "report/values.h"
#include "report/warning.h"

namespace ssdetect {

std::string sentence(const Warning& warning);

// One sentence: why this verdict.
std::string reason(const Report& report);

}  // namespace ssdetect
