// The answer for a person: 80 columns, the verdict first.
#pragma once

#include <string>

#include "report/report.h"

namespace ssdetect {

struct TextStyle {
  bool colour = false;
  bool verbose = false;  // CoV and trend tables
  bool quiet = false;    // the verdict line alone
};

std::string render_text(const Report& report, const TextStyle& style);

}  // namespace ssdetect
