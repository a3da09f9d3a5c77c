// Which outputs are tokenized when not all of them are?
//
// --token-sample N: the N completed requests of each super-pass whose ids have the smallest hashes, so any
// machine picks the same, and the choice knows nothing of the text. Percentiles then come from the sample;
// the tokens of the others are their bytes times the sample's tokens per byte, super-pass by super-pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "run/run.h"

namespace ssdetect {

// Decides while reading, when the super-passes may not be known yet: it draws from blocks of consecutive
// requests and takes whatever could still belong to a block's N smallest.
class SampleDraw {
 public:
  SampleDraw(std::size_t sample, std::size_t block) : sample_(sample), block_(block) {}
  bool takes(std::size_t request, std::uint64_t key);

 private:
  std::size_t sample_, block_;
  std::vector<std::priority_queue<std::uint64_t>> smallest_;  // by block; the largest of them on top
};

// Keeps the N smallest keys among the counted outputs of each super-pass, and scales the rest. A super-pass
// without any (smaller than the draw's blocks) takes the tokens per byte of the whole run.
void apply_token_sample(Run& run, std::size_t superpass_size, std::size_t sample);

}  // namespace ssdetect
