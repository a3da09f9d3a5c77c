// How many requests make a super-pass, and how do we know?
//
// SPEC 5: --superpass-size, else --superpass-passes x dataset size, else dataset size; the dataset size from
// the command line, the run directory, or the prompts themselves; without one, max(50, ceil(n / 40)).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
  bool is_rounded = false;            // up to whole cells of a compacted run
};

// `pass_length` by the prompts (run/prompt_passes). `issued` tracked requests; `cell_size` of a run that was
// compacted, else 1.
Sizing choose_sizing(const SizeOptions& options, const Sidecars& sidecars,
                     std::optional<std::uint64_t> pass_length, std::size_t issued, std::size_t cell_size = 1);

}  // namespace ssdetect
