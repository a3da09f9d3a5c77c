// How many requests make a super-pass, and how do we know?
//
// SPEC 5: --superpass-size, else --superpass-passes x dataset size, else dataset size; the dataset size from
// the command line, the run directory, or the prompts themselves; without one, max(50, ceil(n / 40)).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "input/sidecars.h"

namespace ssdetect {

struct SizeOptions {
  std::optional<std::uint64_t> superpass_size;
  std::uint64_t superpass_passes = 1;
  std::optional<std::uint64_t> dataset_size;
};

struct Sizing {
  std::optional<std::uint64_t> dataset_size;
  std::string dataset_size_source;  // "option", a file's name, "prompts"; empty when unknown
  std::uint64_t superpass_size = 0;
  std::string superpass_size_source;  // "option", "dataset" or "automatic"
};

// `issued` tracked requests. `prompt_hashes` in issue order, empty when not known for every request.
Sizing choose_sizing(const SizeOptions& options, const Sidecars& sidecars,
                     std::span<const std::uint64_t> prompt_hashes, std::size_t issued);

// Datasets are issued without replacement, so the first repeated prompt marks the length of a pass. nullopt:
// no repeat, fewer than two whole passes, a new prompt after the first repeat (so no fixed set is being
// cycled), or a "pass" of one.
std::optional<std::uint64_t> pass_length(std::span<const std::uint64_t> prompt_hashes);

}  // namespace ssdetect
