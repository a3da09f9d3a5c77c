// A batch ends at the last newline that was read; what stands behind it is copied to the front of the next one.
// The memory of a batch doubles until a line fits, and is given back when it has become much more than usual.
// Test: tests/input/line_reader_test.cpp.
#include "input/line_batch.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace ssdetect {
namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10;  // fits a core's own cache beside the index of its lines
constexpr std::size_t kKept = 8 * kBlock;               // memory that a batch may keep for the next lines
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

// Room for `capacity` bytes; the first `kept` ones stay.
void LineBatch::make_room(std::size_t kept, std::size_t capacity) {
  auto wider = std::make_unique_for_overwrite<char[]>(capacity);
  if (kept > 0) std::memcpy(wider.get(), buffer_.get(), kept);
  buffer_ = std::move(wider);
  capacity_ = capacity;
}

bool BatchReader::read(LineBatch& batch) {
  const std::size_t least = std::max(kBlock, begun_.size());
  if (batch.capacity_ < least || batch.capacity_ > std::max(kKept, least)) batch.make_room(0, least);
  batch.too_long_ = false;
  batch.ends_with_newline_ = true;
  size_ = begun_.copy(batch.buffer_.get(), begun_.size());
  begun_.clear();
  return fill(batch);
}

bool BatchReader::fill(LineBatch& batch) {
  std::size_t whole = 0;  // the lines up to here are whole
  while (whole == 0 || (size_ < batch.capacity_ && source_.ready())) {
    if (whole == 0 && size_ > longest_line_) return skip_long_line(batch), true;
    if (size_ == batch.capacity_)
      batch.make_room(size_, std::min(2 * size_, std::max(size_, longest_line_) + kBlock));
    char* const room = batch.buffer_.get() + size_;
    const std::size_t count = source_.read(std::span(room, batch.capacity_ - size_));
    if (count == 0) break;
    size_ += count;
    const void* newline = ::memrchr(room, '\n', count);
    if (newline) whole = end_of(newline, batch);
  }
  batch.ends_with_newline_ = whole > 0;
  close(batch, whole > 0 ? whole : size_);
  return batch.bytes_ > 0;
}

std::size_t BatchReader::end_of(const void* newline, const LineBatch& batch) {
  return static_cast<std::size_t>(static_cast<const char*>(newline) - batch.buffer_.get()) + 1;
}

void BatchReader::close(LineBatch& batch, std::size_t end) {
  batch.text_ = {batch.buffer_.get(), end};
  batch.bytes_ = end;
  begun_.assign(batch.buffer_.get() + end, size_ - end);
  if (at_start_ && batch.text_.starts_with(kByteOrderMark)) batch.text_.remove_prefix(kByteOrderMark.size());
  at_start_ = false;
}

void BatchReader::skip_long_line(LineBatch& batch) {
  std::uint64_t skipped = 0;
  const void* newline = nullptr;
  do {
    skipped += size_;
    size_ = source_.read(std::span(batch.buffer_.get(), kBlock));
    newline = std::memchr(batch.buffer_.get(), '\n', size_);
  } while (size_ > 0 && !newline);
  close(batch, newline ? end_of(newline, batch) : 0);
  batch.text_ = {};
  batch.bytes_ += skipped;
  batch.too_long_ = true;
  batch.ends_with_newline_ = newline != nullptr;
}

std::optional<Line> LinesOf::next() {
  if (batch_.is_too_long() && !skipped_) {
    skipped_ = true;
    return Line{{}, next_++, batch_.ends_with_newline(), true};
  }
  if (rest_.empty()) return std::nullopt;
  const void* found = std::memchr(rest_.data(), '\n', rest_.size());
  const bool ends = found != nullptr;
  const std::size_t size =
      ends ? static_cast<std::size_t>(static_cast<const char*>(found) - rest_.data()) : rest_.size();
  std::string_view text = rest_.substr(0, size);
  rest_.remove_prefix(size + (ends ? 1 : 0));
  const bool too_long = text.size() > longest_line_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  return Line{too_long ? std::string_view() : text, next_++, ends, too_long};
}

}  // namespace ssdetect
