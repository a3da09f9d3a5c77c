// What is the next line?
//
// Lines end with \n; a trailing \r and a UTF-8 byte order mark at the very start are taken off. The text of a
// line is valid until the next call. Memory: one batch of lines, or the longest line, at most kLongestLine; a
// longer line is reported as too long and its bytes are skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "input/byte_source.h"
#include "input/line_batch.h"

namespace ssdetect {

class LineReader {
 public:
  explicit LineReader(ByteSource& source, std::size_t longest_line = kLongestLine)
      : reader_(source, longest_line), longest_line_(longest_line) {}
  std::optional<Line> next();
  std::uint64_t bytes() const { return bytes_; }  // read so far, in whole batches of lines
  std::uint64_t lines() const { return lines_; }  // given so far

 private:
  BatchReader reader_;
  std::size_t longest_line_;
  LineBatch batch_;
  std::optional<LinesOf> rest_;  // of the batch
  std::uint64_t bytes_ = 0;
  std::uint64_t lines_ = 0;
};

}  // namespace ssdetect
