// What do the files beside the log say about the run?
//
// run_meta.json (dataset_size), sample_idx_map.json ({phase: {uuid: dataset index}}, phase `performance`: the
// number of distinct indices is the dataset size), config.yaml (model_params.name,
// settings.load_pattern.{type, target_qps, target_concurrency}). A missing file says nothing; a broken one is
// a problem in words, never a failure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ssdetect {

inline constexpr std::array<std::string_view, 4> kLoadPatterns = {"concurrency", "poisson", "max_throughput",
                                                                  "agentic_inference"};

struct Sidecars {
  std::optional<std::uint64_t> dataset_size;
  std::string dataset_size_source;  // "run_meta.json" or "sample_idx_map.json"
  std::string load_pattern;         // one of kLoadPatterns, or empty: unknown
  std::optional<double> target_concurrency;
  std::optional<double> target_qps;
  std::string model;
  std::vector<std::string> problems;  // "run_meta.json: dataset_size is not a positive integer"
};

// `directory` is the run directory (also looked at: its parent when it is a `client` folder); empty gives
// nothing.
Sidecars read_sidecars(const std::string& directory);

}  // namespace ssdetect
