// Which value stands at a given share of a sorted set?
//
// The lower nearest rank: sorted[floor(p * (n - 1))] (SPEC 5); always a value that was measured.
#pragma once

#include <cstddef>

namespace ssdetect {

// `count` at least 1, `p` in [0, 1].
std::size_t lower_rank(double p, std::size_t count);

}  // namespace ssdetect
