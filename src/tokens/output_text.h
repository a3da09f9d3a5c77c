// What did a completion say, as far as its tokens are concerned?
#pragma once

#include <cstdint>
#include <string_view>

namespace ssdetect {

// The texts are views into a reader's buffers, and empty when nobody asked for them.
struct OutputText {
  std::string_view first_chunk;
  std::string_view rest;     // all later chunks joined, reasoning before output
  std::uint64_t chunks = 0;  // of reasoning, then of output; a plain string counts as one
  bool streamed = false;     // false: no array at all, so there is no "after the first"
};

}  // namespace ssdetect
