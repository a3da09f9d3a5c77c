// When were the output tokens generated?
//
// A completed request's tokens are spread evenly over [first token, completion]; without a first token, or
// without time between the two, they all come at the completion. Where the input carries token times
// (inter-token latencies), each of the n times holds tokens / n, when asked for. Requests without a count
// give nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "run/request_table.h"
#include "units.h"

namespace ssdetect {

enum class TokenTimes { spread, recorded_if_any };

// Tokens of one request inside the closed window.
Tokens tokens_in(const Run& run, std::size_t request, TimeWindow window, TokenTimes times);

// Tokens of all completed requests inside the closed window.
Tokens tokens_in(const Run& run, TimeWindow window, TokenTimes times);

// Tokens in consecutive bins of `bin_ns` from window.begin; the last may be short. A token exactly on a
// boundary belongs to the bin that ends there (one at window.begin to the first). Requests for which `counts`
// is false are left out. nullopt when there would be more than kMostBins bins.
inline constexpr std::size_t kMostBins = 10'000'000;
std::optional<std::vector<Tokens>> token_bins(const Run& run, TimeWindow window, double bin_ns,
                                              TokenTimes times, bool (*counts)(const Run&, const Request&));

}  // namespace ssdetect
