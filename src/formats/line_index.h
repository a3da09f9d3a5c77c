// Where are the tokens of this line?
//
// Indexing has a fixed cost a call, and most lines are short: so all the whole lines that the reader has in
// memory are indexed together. A line break inside a string is a fault of the index, so together they are
// found in order only if each of them is; else each is indexed by itself, and the fault is that line's alone.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/json_index.h"
#include "input/line_reader.h"

namespace ssdetect {

class LineIndex {
 public:
  explicit LineIndex(const LineReader& lines) : lines_(lines) {}

  // `line` is what the reader gave last and not blank. The tokens are valid until the next call.
  IndexFault find(const Line& line, JsonTokens& tokens);
  // The line's tokens were read up to here; saves `find` the way.
  void passed(const std::uint32_t* at) { rest_.at = at; }

 private:
  bool in_batch() const { return lines_.bytes() <= batch_end_; }
  void start_batch(const Line& line);
  void pass_over(JsonTokens& tokens);

  const LineReader& lines_;
  JsonIndex index_;
  std::uint64_t batch_end_ = 0;  // in bytes of the input; lines up to here were tried together
  bool batch_is_good_ = false;
  JsonTokens rest_;            // of the batch
  std::size_t backslash_ = 0;  // the first one of the batch at or behind rest_.limit, or its end
  std::size_t batch_size_ = 0;
};

}  // namespace ssdetect
