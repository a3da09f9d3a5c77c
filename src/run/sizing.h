// How many requests make a super-pass, and how do we know?
//
// SPEC 5: --superpass-size, else --superpass-passes x dataset size, else dataset size; the dataset size from
// the command line, the run directory, or the prompts themselves; without one, max(50, ceil(n / 40)).
#pragma once

#include <tsl/robin_set.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "input/sidecars.h"

namespace ssdetect {

struct SizeOptions {
  std::optional<std::uint64_t> superpass_size;
  std::optional<std::uint64_t> superpass_passes;  // 1
  std::optional<std::uint64_t> dataset_size;
};

struct Sizing {
  std::optional<std::uint64_t> dataset_size;
  std::string dataset_size_source;  // "option", a file's name, "prompts"; empty when unknown
  std::uint64_t superpass_size = 0;
  std::string superpass_size_source;  // "option", "dataset" or "automatic"
  bool is_rounded = false;            // up to whole cells of a compacted run
  bool passes_are_unused = false;     // asked for, but of what is not known
};

// `pass_length` by the prompts (below). `issued` tracked requests; `cell_size` of a run that was
// compacted, else 1.
Sizing choose_sizing(const SizeOptions& options, const Sidecars& sidecars,
                     std::optional<std::uint64_t> pass_length, std::size_t issued, std::size_t cell_size = 1);

// After how many requests does the dataset begin again?
//
// Datasets are issued without replacement, so the first repeated prompt marks the length of a pass. Fed one
// prompt after the other, in issue order; memory grows to 20 to 40 bytes a prompt of the first pass, and to
// half as much again while it does.
class PromptPasses {
 public:
  PromptPasses() { first_pass_.max_load_factor(kFullest); }
  void add(std::uint64_t prompt_hash);
  void add_unknown() { give_up(); }  // a request without a prompt
  void give_up();
  // nullopt: given up, no repeat, fewer than two whole passes, a new prompt after the first repeat (so no
  // fixed set is being cycled), or a "pass" of one.
  std::optional<std::uint64_t> length() const;
  bool is_looking() const { return looking_ && !repeated_; }  // no prompt has come twice yet
  std::size_t bytes() const { return first_pass_.bucket_count() * kPlaceBytes; }

 private:
  static constexpr float kFullest = 0.8f;
  static constexpr std::size_t kPlaceBytes = 2 * sizeof(std::uint64_t);  // the hash, and how far it was moved

  tsl::robin_set<std::uint64_t> first_pass_;  // hashes of its prompts
  std::size_t prompts_ = 0;
  bool repeated_ = false;
  bool looking_ = true;  // until it is known that there is no length
};

}  // namespace ssdetect
