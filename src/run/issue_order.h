// Do the requests stand in the order of their times?
//
// They are numbered by the order of their lines (SPEC 3), and everything by super-pass takes that for the
// order in time. Where several logs were joined, or one was shuffled, it is not.
#pragma once

#include <cstddef>

namespace ssdetect {

struct Run;

// How many requests stand more than `most` places from where their issue times would put them. Of what was
// compacted, whole cells.
std::size_t out_of_place(const Run& run, std::size_t most);

}  // namespace ssdetect
