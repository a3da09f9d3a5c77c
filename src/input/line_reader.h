// What is the next line?
//
// Lines end with \n; a trailing \r and a UTF-8 byte order mark at the very start are taken off. The text of a
// line is valid until the next call and is followed by at least kPadding readable bytes, as simdjson asks.
// Memory: one block plus the longest line, at most kLongestLine; a longer line is reported as too long and
// its bytes are skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "input/byte_source.h"

namespace ssdetect {

struct Line {
  std::string_view text;
  std::uint64_t number = 0;  // 1 = first
  bool ends_with_newline = true;
  bool too_long = false;  // text is empty
};

class LineReader {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{256} << 20;  // SPEC 14
  static constexpr std::size_t kPadding = 64;

  explicit LineReader(ByteSource& source, std::size_t longest_line = kLongestLine);
  std::optional<Line> next();
  // The whole lines that are in memory behind the line that `next` gave last: their text, newlines included,
  // begins right after that line's newline. As many calls of `next` as it holds lines leave all of this in
  // place.
  std::string_view lines_ahead() const {
    return {buffer_.get() + begin_, last_newline_ > begin_ ? last_newline_ - begin_ : 0};
  }
  std::uint64_t bytes() const { return bytes_; }  // consumed so far, newlines included
  std::uint64_t lines() const { return lines_; }

 private:
  std::optional<std::size_t> find_newline();
  bool fill();
  void make_room();
  Line take(std::size_t end, bool ends_with_newline);
  std::optional<Line> skip_long_line();

  ByteSource& source_;
  std::size_t longest_line_;
  std::size_t capacity_;
  std::unique_ptr<char[]> buffer_;  // capacity_ + kPadding bytes
  std::size_t begin_ = 0;           // the next line starts here
  std::size_t searched_ = 0;        // no newline between begin_ and here
  std::size_t last_newline_ = 0;    // one past the last newline in the buffer; 0: none since it was filled
  std::size_t end_ = 0;             // bytes read so far end here
  std::uint64_t bytes_ = 0;
  std::uint64_t lines_ = 0;
};

}  // namespace ssdetect
