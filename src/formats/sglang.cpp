// SGLang's bench_serving --output-details; see serve_arrays. It saves no start times, so a file can be used
// only if somebody added them. Told from vLLM's by settings that only SGLang writes. Tests:
// tests/formats/serve_arrays_test.cpp.
#include <algorithm>
#include <iterator>

#include "formats/dialects.h"
#include "formats/serve_arrays.h"
#include "json/text.h"

namespace ssdetect {
namespace {

constexpr ServeDialect kSglang = {
    "SGLang", "write it with bench_serving --output-details, and add start_times (SGLang saves none)",
    "SGLang saves none: add an array start_times (seconds, one entry a request), or record the run with "
    "another client"};

constexpr std::string_view kOwnKeys[] = {"sharegpt_output_len",
                                         "random_input_len",
                                         "random_output_len",
                                         "random_range_ratio",
                                         "total_output_tokens_retokenized",
                                         "server_info",
                                         "accept_length"};

bool recognises(std::string_view prefix) {
  const JsonOpening opening = scan_opening(prefix);
  const auto own =
      std::count_if(std::begin(kOwnKeys), std::end(kOwnKeys), [&](auto key) { return opening.has(key); });
  return opening.first == '{' && own >= 2;
}

std::unique_ptr<Reader> make_reader(const WantedPayload&) { return serve_arrays_reader(kSglang); }

}  // namespace

Format sglang_format() {
  return {"sglang", "SGLang bench_serving details with start_times", recognises, make_reader};
}

}  // namespace ssdetect
