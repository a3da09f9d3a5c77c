// Which plan goes by this name?
//
// Small logs (about 1500 requests, super-passes of 50, steady windows longer than 600 s unless the name says
// otherwise) for tests written as shell commands, the demo log, and the benchmark shapes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tests/oracles/plan.h"

namespace ssdetect::oracle {

struct Scenario {
  std::string_view name, description;
  Plan plan;
};

const std::vector<Scenario>& scenarios();
std::optional<Plan> scenario(std::string_view name);

// Closed loop at high concurrency with kB-sized outputs, long enough for about `bytes`.
Plan bench_plan(OutputText shape, std::int64_t bytes, std::uint64_t seed);

// `superpasses` levels around `tpot_ns` with white noise.
std::vector<double> noisy_series(double tpot_ns, double cov, std::int64_t superpasses, std::uint64_t seed);

}  // namespace ssdetect::oracle
