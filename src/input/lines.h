// Which whole lines come next?
//
// The input in batches of whole lines, each in memory of its own, so that several can be worked on at the
// same time. A batch is some 256 KiB, or what has arrived when the source has no more at the moment, or one
// longer line. A line of more than kLongestLine is a batch without text, and its bytes are skipped. Lines end
// with \n; a trailing \r and a UTF-8 byte order mark at the very start are taken off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/byte_source.h"

namespace ssdetect {

inline constexpr std::size_t kLongestLine = std::size_t{256} << 20;  // SPEC 14

class LineBatch {
 public:
  // Newlines included; only the last line of the input may lack its own. Without a byte order mark at the
  // very start.
  std::string_view text() const { return text_; }
  std::uint64_t bytes() const { return bytes_; }  // of the input, whatever became of them
  bool is_too_long() const { return too_long_; }  // one line past the limit, `text` is empty
  bool ends_with_newline() const { return ends_with_newline_; }

 private:
  friend class BatchReader;
  void make_room(std::size_t kept, std::size_t capacity);

  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::string_view text_;
  std::uint64_t bytes_ = 0;
  bool too_long_ = false;
  bool ends_with_newline_ = true;
};

class BatchReader {
 public:
  explicit BatchReader(ByteSource& source, std::size_t longest_line = kLongestLine)
      : source_(source), longest_line_(longest_line) {}

  // False at the end. Waits for one line, and for no more.
  bool read(LineBatch& batch);
  // Can something be read without waiting?
  bool ready() { return source_.ready(); }

 private:
  bool fill(LineBatch& batch);
  void skip_long_line(LineBatch& batch);
  void close(LineBatch& batch, std::size_t end);
  std::size_t end_of_lines(const LineBatch& batch, std::size_t from) const;

  ByteSource& source_;
  std::size_t longest_line_;
  std::string begun_;     // the line that the last batch broke off
  std::size_t size_ = 0;  // bytes in the batch at hand
  bool at_start_ = true;
};

struct Line {
  std::string_view text;     // without \n and a \r before it
  std::uint64_t number = 0;  // 1 = first
  bool ends_with_newline = true;
  bool too_long = false;  // text is empty
};

// The lines of a batch, one after the other, numbered from `first`.
class LinesOf {
 public:
  explicit LinesOf(const LineBatch& batch, std::uint64_t first = 1, std::size_t longest_line = kLongestLine)
      : batch_(batch), rest_(batch.text()), longest_line_(longest_line), next_(first) {}
  std::optional<Line> next();

 private:
  const LineBatch& batch_;
  std::string_view rest_;
  std::size_t longest_line_;
  std::uint64_t next_;
  bool skipped_ = false;
};

}  // namespace ssdetect
