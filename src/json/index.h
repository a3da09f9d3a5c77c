// Where are the tokens of this text, or of each of these lines?
//
// simdjson's first stage: finds every { } [ ] : , and the first character of every string, number and word,
// and checks that strings are closed and hold no bare control characters and that all of it is UTF-8. Behind
// a string that is closed, whatever is not white space is a token again, so the end of a string is where the
// next token begins. How the tokens follow each other is for JsonCheck to see. At most 4 GiB of text.
//
// This is the only place that knows simdjson's inside; tests/json/index_test.cpp holds what it relies on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace simdjson::internal {
class dom_parser_implementation;
}

namespace ssdetect {

// A place in an indexed text. `at` may be read up to and including the first offset that is not below
// `limit`.
struct JsonTokens {
  const char* text = nullptr;
  const std::uint32_t* at = nullptr;
  std::uint32_t origin = 0;        // where the line begins, for messages
  std::uint32_t limit = 0;         // tokens from here on belong to something else
  bool may_have_escapes = true;    // false: there is no backslash before `limit`
  bool escapes_are_valid = false;  // all of them
};

enum class IndexFault : std::uint8_t { none, empty, open_string, control_character, utf8, too_large };

class JsonIndex {
 public:
  JsonIndex();
  ~JsonIndex();
  JsonIndex(const JsonIndex&) = delete;
  JsonIndex& operator=(const JsonIndex&) = delete;

  // `text` must outlive the tokens; they are valid until the next call.
  IndexFault build(std::string_view text);
  const JsonTokens& tokens() const { return tokens_; }
  std::size_t first_backslash() const { return first_backslash_; }  // the size of the text if there is none

 private:
  void reserve(std::size_t size);

  std::unique_ptr<simdjson::internal::dom_parser_implementation> simdjson_;
  std::size_t capacity_ = 0;
  JsonTokens tokens_;
  std::size_t first_backslash_ = 0;
};

const char* in_words(IndexFault fault);

// Indexing has a fixed cost a call, and most lines are short: so all the lines of a batch are indexed
// together. A line break inside a string is a fault of the index, so together they are found in order only if
// each of them is; else each is indexed by itself, and the fault is that line's alone.
class LineIndex {
 public:
  // `lines`: whole ones, which must outlive the tokens.
  void start(std::string_view lines);
  // `line` is behind those asked for before, and not blank. The tokens are valid until the next call.
  IndexFault find(std::string_view line, JsonTokens& tokens);
  // The line's tokens were read up to here; saves `find` the way.
  void passed(const std::uint32_t* at) { rest_.at = at; }

 private:
  std::string_view lines_;
  JsonIndex index_;
  bool together_ = false;
  JsonTokens rest_;            // of all the lines
  std::size_t backslash_ = 0;  // the first one at or behind rest_.origin, or the size
};

}  // namespace ssdetect
