// Only the first stage is asked of simdjson, with its choice of the processor's instructions. Its on-demand
// walk would not check what it skips, and its document tree would copy every text; a log is mostly text that
// nobody needs. In a batch of lines offsets are those of the batch, and a line is a stretch of them. Cost: a
// pass for the index and one for escapes, each over every byte once; a search for the next backslash in lines
// that have any. Tests: tests/json/index_test.cpp.
#include "json/index.h"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

#include "json/string.h"

namespace ssdetect {
namespace {

constexpr std::size_t kLeastCapacity = std::size_t{64} << 10;
constexpr std::size_t kDepth = 1;  // of a second stage that never runs

IndexFault fault_of(simdjson::error_code code) {
  switch (code) {
    case simdjson::SUCCESS:
      return IndexFault::none;
    case simdjson::EMPTY:
      return IndexFault::empty;
    case simdjson::UNCLOSED_STRING:
      return IndexFault::open_string;
    case simdjson::UNESCAPED_CHARS:
      return IndexFault::control_character;
    case simdjson::UTF8_ERROR:
      return IndexFault::utf8;
    default:
      return IndexFault::too_large;
  }
}

}  // namespace

JsonIndex::JsonIndex() = default;
JsonIndex::~JsonIndex() = default;

void JsonIndex::reserve(std::size_t size) {
  if (size <= capacity_) return;
  const std::size_t wider =
      std::min(std::bit_ceil(std::max(size, kLeastCapacity)), simdjson::SIMDJSON_MAXSIZE_BYTES);
  simdjson_.reset();
  capacity_ = 0;
  if (simdjson::get_active_implementation()->create_dom_parser_implementation(wider, kDepth, simdjson_))
    throw std::bad_alloc();
  capacity_ = wider;
}

IndexFault JsonIndex::build(std::string_view text) {
  if (text.empty()) return IndexFault::empty;
  if (text.size() > simdjson::SIMDJSON_MAXSIZE_BYTES) return IndexFault::too_large;
  reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto code = simdjson_->stage1(bytes, text.size(), simdjson::stage1_mode::regular);
  if (code != simdjson::SUCCESS) return fault_of(code);
  const auto size = static_cast<std::uint32_t>(text.size());
  simdjson_->structural_indexes[simdjson_->n_structural_indexes] = size;
  first_backslash_ = find_backslash(text);
  const bool valid = escapes_are_valid(text.substr(first_backslash_));
  tokens_ = {text.data(), simdjson_->structural_indexes.get(), 0, size, first_backslash_ < size, valid};
  return IndexFault::none;
}

const char* in_words(IndexFault fault) {
  switch (fault) {
    case IndexFault::none:
      return "no fault";
    case IndexFault::empty:
      return "it is empty";
    case IndexFault::open_string:
      return "a string is not closed";
    case IndexFault::control_character:
      return "a control character stands inside a string";
    case IndexFault::utf8:
      return "it is not UTF-8";
    case IndexFault::too_large:
      return "it is longer than 4 GiB";
  }
  return "";
}

void LineIndex::start(std::string_view lines) {
  lines_ = lines;
  together_ = index_.build(lines) == IndexFault::none && index_.tokens().escapes_are_valid;
  rest_ = index_.tokens();
  backslash_ = index_.first_backslash();
}

IndexFault LineIndex::find(std::string_view line, JsonTokens& tokens) {
  if (!together_) {
    const IndexFault fault = index_.build(line);
    tokens = index_.tokens();
    return fault;
  }
  rest_.origin = static_cast<std::uint32_t>(line.data() - lines_.data());
  rest_.limit = rest_.origin + static_cast<std::uint32_t>(line.size());
  while (*rest_.at < rest_.origin) ++rest_.at;  // what is left of earlier lines: faulty ones are left early
  if (backslash_ < rest_.origin) backslash_ = find_backslash(lines_, rest_.origin);
  rest_.may_have_escapes = backslash_ < rest_.limit;
  tokens = rest_;
  return IndexFault::none;
}

}  // namespace ssdetect
