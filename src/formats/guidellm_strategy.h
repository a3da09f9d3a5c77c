// What does GuideLLM say of how a benchmark's load was offered?
#pragma once

#include <string>

#include "input/client_settings.h"
#include "json/value.h"

namespace ssdetect {

// Where a benchmark names its strategy: 0.2 and 0.3 keep it under args, newer ones under config, and 0.1 in
// the benchmark itself.
JsonValue guidellm_strategy(JsonValue benchmark);

// "concurrent 16", "constant 10/s"; empty when the file does not say.
std::string guidellm_label(JsonValue strategy);

ClientSettings guidellm_settings(JsonValue strategy);

}  // namespace ssdetect
