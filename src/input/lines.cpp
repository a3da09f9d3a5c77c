// A batch ends at the last newline that was read; what stands behind it is copied to the front of the next
// one. The memory of a batch doubles until a line fits, and is given back when it has become much more than
// usual. Tests: tests/input/lines_test.cpp.
#include "input/lines.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "tokens/utf8.h"

namespace ssdetect {
namespace {

constexpr std::size_t kBlock = std::size_t{256}
                               << 10;      // fits a core's own cache beside the index of its lines
constexpr std::size_t kKept = 8 * kBlock;  // memory that a batch may keep for the next lines

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
  std::size_t whole = end_of_lines(batch, 0);  // there are some in what stood behind a line past the limit
  while (whole == 0 || (size_ < batch.capacity_ && source_.ready())) {
    if (whole == 0 && size_ > longest_line_) return skip_long_line(batch), true;
    if (size_ == batch.capacity_)
      batch.make_room(size_, std::min(2 * size_, std::max(size_, longest_line_) + kBlock));
    const std::size_t before = size_;
    size_ += source_.read(std::span(batch.buffer_.get() + before, batch.capacity_ - before));
    if (size_ == before) break;
    whole = std::max(whole, end_of_lines(batch, before));
  }
  batch.ends_with_newline_ = whole > 0;
  close(batch, whole > 0 ? whole : size_);
  return batch.bytes_ > 0;
}

// One past the last newline at or behind `from`; 0: there is none.
std::size_t BatchReader::end_of_lines(const LineBatch& batch, std::size_t from) const {
  const void* last = ::memrchr(batch.buffer_.get() + from, '\n', size_ - from);
  return last ? static_cast<std::size_t>(static_cast<const char*>(last) - batch.buffer_.get()) + 1 : 0;
}

void BatchReader::close(LineBatch& batch, std::size_t end) {
  batch.text_ = {batch.buffer_.get(), end};
  batch.bytes_ = end;
  begun_.assign(batch.buffer_.get() + end, size_ - end);
  if (at_start_) batch.text_ = utf8::without_byte_order_mark(batch.text_);
  at_start_ = false;
}

void BatchReader::skip_long_line(LineBatch& batch) {
  std::uint64_t skipped = 0;
  std::size_t newline = std::string_view::npos;
  do {
    skipped += size_;
    size_ = source_.read(std::span(batch.buffer_.get(), kBlock));
    newline = std::string_view(batch.buffer_.get(), size_).find('\n');
  } while (size_ > 0 && newline == std::string_view::npos);
  batch.ends_with_newline_ = size_ > 0;
  close(batch, size_ > 0 ? newline + 1 : 0);
  batch.text_ = {};
  batch.bytes_ += skipped;
  batch.too_long_ = true;
}

std::optional<Line> LinesOf::next() {
  if (batch_.is_too_long() && !skipped_) {
    skipped_ = true;
    return Line{{}, next_++, batch_.ends_with_newline(), true};
  }
  if (rest_.empty()) return std::nullopt;
  const std::size_t size = std::min(rest_.find('\n'), rest_.size());
  const bool ends = size < rest_.size();
  std::string_view text = rest_.substr(0, size);
  rest_.remove_prefix(size + (ends ? 1 : 0));
  const bool too_long = text.size() > longest_line_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  return Line{too_long ? std::string_view() : text, next_++, ends, too_long};
}

}  // namespace ssdetect
