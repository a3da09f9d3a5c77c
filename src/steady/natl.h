// What rate did each conversation of a multi-turn run see?
//
// Experimental and unvalidated (§1): per conversation, tokens out / summed latency; blocks of
// conversations in the order of their completion, and the CoV of the blocks' medians.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "run/blocks.h"

namespace ssdetect {

struct Natl {
  std::vector<double> tokens_per_s;   // by conversation, in completion order
  std::vector<double> block_medians;  // of whole blocks
  std::optional<double> cov_of_medians;
};

// nullopt: no conversation with tokens and time.
std::optional<Natl> natl(const Blocks<Conversation>& conversations, std::size_t per_block);

}  // namespace ssdetect
