// Into how many tokens does byte-pair merging cut one piece of text?
//
// The tables are filled while a tokenizer loads, then only read: shareable between threads. `BpeCounter`
// holds scratch memory, one a thread, and borrows its model. Ids are dense, in the order of insertion; the
// file's own ids are not kept. A rank is a priority: the lowest goes first, ties to the left. Nothing here
// fails.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ssdetect {

using TokenId = std::uint32_t;

// The bytes of each token, and back.
class TokenTable {
 public:
  void reserve(std::size_t tokens) { resize_slots(2 * tokens); }
  // False when the bytes are already there.
  bool insert(std::string_view bytes);
  std::optional<TokenId> find(std::string_view bytes) const;
  std::string_view bytes(TokenId id) const;
  std::size_t size() const { return starts_.size() - 1; }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // of the hash
    TokenId id = no_token;
  };
  static constexpr TokenId no_token = 0xFFFFFFFF;
  void resize_slots(std::size_t at_least);
  std::size_t slot_of(std::string_view bytes, std::uint64_t hash) const;

  std::string text_;                      // all tokens, end to end
  std::vector<std::uint32_t> starts_{0};  // in text_, and one past the last
  std::vector<Slot> slots_ = std::vector<Slot>(64);
};

struct Merge {
  static constexpr std::uint32_t never = 0xFFFFFFFF;
  std::uint32_t rank = never;
  TokenId id = 0;  // what the pair becomes
};

struct PairMerge {
  TokenId left = 0, right = 0;
  Merge merge;
};

// Which neighbours merge, into what, and how early.
class MergeTable {
 public:
  // As far as each pair is new: the index of the first that is not, else their number. Much faster than one
  // by one, for it need not wait for the memory of each.
  std::size_t insert_all(const std::vector<PairMerge>& merges);
  // False when the pair is already there.
  bool insert(TokenId left, TokenId right, Merge merge);
  Merge find(TokenId left, TokenId right) const;
  std::size_t size() const { return size_; }

 private:
  using Slot = PairMerge;
  void resize_slots(std::size_t at_least);
  std::size_t slot_of(TokenId left, TokenId right) const;

  std::size_t size_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
};

struct BpeModel {
  TokenTable tokens;
  MergeTable merges;
  std::array<TokenId, 256> byte_tokens{};
  std::vector<Merge>
      byte_merges;           // of two bytes, first * 256 + second: the table that every piece starts from
  bool whole_first = false;  // a piece that is a token is one token, whatever its merges say
};

// Fills `byte_merges`, once the rest is complete.
void index_byte_merges(BpeModel& model);

class BpeCounter {
 public:
  explicit BpeCounter(const BpeModel& model) : model_(&model) {}
  std::size_t count(std::string_view piece);

 private:
  // A merge that was possible at `at` when it was noted.
  struct Candidate {
    std::uint32_t rank, at;
  };
  struct Node {
    TokenId id;
    std::uint32_t previous, next;
    Merge merge;  // with the next node
  };

  Merge merge_of_bytes(std::string_view piece, std::size_t at) const;
  std::size_t merge_short(std::string_view piece) const;
  std::size_t merge_long(std::string_view piece);
  void list_bytes(std::string_view piece);
  void note_merge(std::uint32_t at, Merge merge);
  Merge merge_at(std::uint32_t at) const;
  void apply_merge(std::uint32_t at);

  const BpeModel* model_;
  std::vector<Node> nodes_;
  std::vector<Candidate> heap_;
};

}  // namespace ssdetect
