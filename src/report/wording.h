// How is it said? Sentences for warnings (warning_wording.cpp) and verdicts (wording.cpp), written once, so
// that text and JSON say the same.
#pragma once

#include <string>

#include "report/report.h"
#include "report/values.h"
#include "report/warning.h"

namespace ssdetect {

std::string sentence(const Warning& warning);

// One sentence: why this verdict.
std::string reason(const Report& report);

}  // namespace ssdetect
