// One buffer: the line in progress is moved to its front, the rest is filled from the source, and it doubles
// when a line does not fit. Each byte is searched for a newline once, however small the pieces that arrive.
#include "input/line_reader.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace ssdetect {
namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10;  // fits a core's own cache beside the index of a line
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::unique_ptr<char[]> padded_buffer(std::size_t capacity) {
  auto buffer = std::make_unique_for_overwrite<char[]>(capacity + LineReader::kPadding);
  std::memset(buffer.get() + capacity, 0, LineReader::kPadding);
  return buffer;
}

}  // namespace

LineReader::LineReader(ByteSource& source, std::size_t longest_line)
    : source_(source), longest_line_(longest_line), capacity_(kBlock), buffer_(padded_buffer(capacity_)) {}

std::optional<Line> LineReader::next() {
  for (;;) {
    if (const auto newline = find_newline()) return take(*newline, true);
    if (end_ - begin_ > longest_line_) return skip_long_line();
    if (!fill()) break;
  }
  if (begin_ == end_) return std::nullopt;
  return take(end_, false);
}

std::optional<std::size_t> LineReader::find_newline() {
  const void* found = std::memchr(buffer_.get() + searched_, '\n', end_ - searched_);
  searched_ = end_;
  if (!found) return std::nullopt;
  return static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.get());
}

bool LineReader::fill() {
  make_room();
  const std::size_t count = source_.read(std::span(buffer_.get() + end_, capacity_ - end_));
  const void* newline = memrchr(buffer_.get() + end_, '\n', count);
  last_newline_ =
      newline ? static_cast<std::size_t>(static_cast<const char*>(newline) - buffer_.get()) + 1 : 0;
  end_ += count;
  return count > 0;
}

void LineReader::make_room() {
  const std::size_t kept = end_ - begin_;
  if (kept == capacity_) {
    const std::size_t wider = std::min(2 * capacity_, std::max(capacity_, longest_line_) + kBlock);
    auto buffer = padded_buffer(wider);
    std::memcpy(buffer.get(), buffer_.get() + begin_, kept);
    buffer_ = std::move(buffer);
    capacity_ = wider;
  } else if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, kept);
  }
  begin_ = 0;
  searched_ = end_ = kept;
}

Line LineReader::take(std::size_t end, bool ends_with_newline) {
  std::string_view text(buffer_.get() + begin_, end - begin_);
  bytes_ += text.size() + (ends_with_newline ? 1 : 0);
  begin_ = searched_ = end + (ends_with_newline ? 1 : 0);
  const bool too_long = text.size() > longest_line_;
  if (lines_++ == 0 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.ends_with('\r')) text.remove_suffix(1);
  return {too_long ? std::string_view() : text, lines_, ends_with_newline, too_long};
}

std::optional<Line> LineReader::skip_long_line() {
  bool ends = false;
  do {
    const auto newline = find_newline();
    ends = newline.has_value();
    const std::size_t next = ends ? *newline + 1 : end_;
    bytes_ += next - begin_;
    begin_ = searched_ = next;
  } while (!ends && fill());
  return Line{{}, ++lines_, ends, true};
}

}  // namespace ssdetect
