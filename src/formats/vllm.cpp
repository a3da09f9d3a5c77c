// The result file of vLLM's `bench serve --save-result --save-detailed`; see serve_arrays. Tests:
// tests/formats/serve_arrays_test.cpp.
#include <algorithm>

#include "formats/dialects.h"
#include "formats/serve_arrays.h"
#include "json/text.h"

namespace ssdetect {
namespace {

constexpr ServeDialect kVllm = {
    "vLLM", "write it with `vllm bench serve --save-result --save-detailed`",
    "write it with a version of `vllm bench serve --save-result --save-detailed` that saves them"};

// The arrays, or the settings that every result begins with: its arrays may begin beyond what was looked at.
bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  const auto has = [&](std::string_view key) { return opening.has(key); };
  const bool arrays = has("ttfts") || has("itls") || (has("input_lens") && has("output_lens"));
  const bool settings = has("backend") && (has("num_prompts") || has("tokenizer_id") || has("model_id"));
  return opening.first == '{' && (arrays || settings);
}

std::unique_ptr<Reader> make_reader(const WantedPayload&) { return serve_arrays_reader(kVllm); }

}  // namespace

Format vllm_format() {
  return {"vllm", "vLLM bench serve result (--save-detailed)", recognises, make_reader};
}

}  // namespace ssdetect
