// One batch after the other in the same memory. Test: tests/input/line_reader_test.cpp.
#include "input/line_reader.h"

namespace ssdetect {

std::optional<Line> LineReader::next() {
  for (;;) {
    const auto line = rest_ ? rest_->next() : std::nullopt;
    if (line) {
      lines_ = line->number;
      return line;
    }
    if (!reader_.read(batch_)) return std::nullopt;
    bytes_ += batch_.bytes();
    rest_.emplace(batch_, longest_line_, lines_ + 1);
  }
}

}  // namespace ssdetect
