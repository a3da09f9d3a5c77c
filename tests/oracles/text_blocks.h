// Where do millions of words come from at memcpy speed?
//
// A block of some thousand words (English-like prose, code, some non-ASCII), made once from a seed and
// already escaped for JSON, with the offset of each word. A text of n words is a slice of it, wrapping
// around. The same for chunks: words cut into token-sized pieces, each already a quoted JSON string.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ssdetect::oracle {

class TextBlocks {
 public:
  explicit TextBlocks(std::uint64_t seed);

  // Appends `count` words, each behind one separator; `start` is any number, equal ones give equal words.
  void append_words(std::string& out, std::uint64_t start, std::int64_t count) const {
    words_.append(out, start, count);
  }

  // Appends `count` strings, each followed by a comma but the last.
  void append_chunks(std::string& out, std::uint64_t start, std::int64_t count) const {
    chunks_.append(out, start, count);
    if (count > 0) out.pop_back();
  }

 private:
  struct Block {
    std::string bytes;
    std::vector<std::size_t> ends{0};  // ends[i] is where piece i begins, ends[i + 1] where it ends
    void close_piece() { ends.push_back(bytes.size()); }
    void append(std::string& out, std::uint64_t start, std::int64_t count) const;
  };

  void add_word(const std::string& separator, const std::string& word);

  Block words_, chunks_;
};

}  // namespace ssdetect::oracle
