#include "report/text.h"

#include "report/wording.h"
namespace ssdetect {
std::string render_text(const Report& report, const TextStyle&) {
  return std::string(name_of(report.analysis.verdict)) + ": " + reason(report) + "\n";
}
}  // namespace ssdetect
