// The answer for a program: one JSON object, schema "ssdetect/1", documented in ssdetect(5).
//
// Keys are snake_case in a stable order, units are in the key, null is what does not exist.
#pragma once

#include <string>

#include "report/report.h"

namespace ssdetect {

enum class JsonLayout { indented, one_line };

// Ends with a newline.
std::string render_json(const Report& report, JsonLayout layout);

// What is added to a benchmark's run report: the steady_state block, with the verdict and what a reader must
// know of it.
std::string render_steady_block(const Report& report, JsonLayout layout);

// For an operand that gave no result.
std::string render_json_error(const std::string& name, const std::string& error, JsonLayout layout);

}  // namespace ssdetect
