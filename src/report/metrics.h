// What are the numbers of SPEC 8 over a stretch of the run?
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "report/report.h"
#include "run/run.h"
#include "stats/pool.h"
#include "steady/analysis.h"

namespace ssdetect {

// Histogram: `bins` bins, log-spaced when every value is positive.
Distribution describe(Pool values, std::size_t bins);

// Over a range of super-passes; TPOT without the drain tail where that was cut.
Numbers numbers_over(const Run& run, const Analysis& analysis, Range range, const Policy& policy);

// Over the stretch of wall time in which the token rate held: TPOT and lengths of the requests whose decoding
// has its middle there. TTFT and latency are left empty: most of them is the queue of an offline run.
Numbers numbers_in_time(const Run& run, const Analysis& analysis, const RatePlateau& stretch,
                        const Policy& policy);
// Over first issue to last completion; the window has no super-passes.
Numbers whole_run_in_time(const Run& run, const Analysis& analysis, const Policy& policy);
TpsWindow tps_window(const Analysis& analysis, const RatePlateau& stretch, const Policy& policy);

// Over every tracked request; throughput over first issue to last completion.
Numbers total_numbers(const Run& run, const Analysis& analysis, const Policy& policy);

OccupancyFacts occupancy_facts(const Run& run, const Analysis& analysis,
                               std::optional<double> target_concurrency);

// (steady / total) - 1; nullopt when either is absent or total is 0.
std::optional<Ratio> divergence(std::optional<double> steady, std::optional<double> total);

}  // namespace ssdetect
