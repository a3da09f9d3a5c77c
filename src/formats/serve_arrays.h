// What requests do the parallel arrays of a `bench serve` result hold?
//
// vLLM's and SGLang's benchmark clients share this layout: one object a run, one entry a request in each
// array, seconds. Start from start_times (or send_ts, a fork's); first token = start + ttft; end = start +
// latency where there is one, else first token + sum of itls. An entry with an error failed.
#pragma once

#include <memory>
#include <string_view>

#include "formats/reader.h"

namespace ssdetect {

struct ServeDialect {
  std::string_view name;          // "vLLM"
  std::string_view if_summary;    // how to get the arrays
  std::string_view if_no_starts;  // how to get start times
};

std::unique_ptr<Reader> serve_arrays_reader(const ServeDialect& dialect);

}  // namespace ssdetect
