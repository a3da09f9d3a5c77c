// A batch begins at the line at hand and ends at the last newline in the reader's buffer. Its lines then come
// one by one without the buffer moving, so offsets from the batch's first byte stay right. Cost: one pass for
// the index, one for backslashes (which decide whether escapes have to be looked at), each over every byte
// once.
#include "formats/line_index.h"

#include "formats/json_string.h"

namespace ssdetect {
namespace {

constexpr std::size_t kWorthABatch = 2;  // lines ahead shorter than this hold nothing

}  // namespace

IndexFault LineIndex::find(const Line& line, JsonTokens& tokens) {
  if (!in_batch()) start_batch(line);
  if (!batch_is_good_ || !in_batch()) {
    const IndexFault fault = index_.build(line.text);
    tokens = index_.tokens();
    return fault;
  }
  rest_.origin = static_cast<std::uint32_t>(line.text.data() - rest_.text);
  rest_.limit = rest_.origin + static_cast<std::uint32_t>(line.text.size());
  pass_over(tokens);
  return IndexFault::none;
}

void LineIndex::start_batch(const Line& line) {
  batch_is_good_ = false;
  const auto ahead = lines_.lines_ahead();
  if (!line.ends_with_newline || ahead.size() < kWorthABatch) return;
  const auto size = static_cast<std::size_t>(ahead.data() + ahead.size() - line.text.data());
  batch_end_ = lines_.bytes() + ahead.size();
  batch_is_good_ = index_.build({line.text.data(), size}) == IndexFault::none;
  rest_ = index_.tokens();
  batch_size_ = size;
  backslash_ = index_.first_backslash();
}

// Skips what is left of earlier lines (faulty ones are left in the middle).
void LineIndex::pass_over(JsonTokens& tokens) {
  while (*rest_.at < rest_.origin) ++rest_.at;
  if (backslash_ < rest_.origin) backslash_ = find_backslash({rest_.text, batch_size_}, rest_.origin);
  rest_.may_have_escapes = backslash_ < rest_.limit;
  tokens = rest_;
}

}  // namespace ssdetect
