// Method: a piece starts as its bytes; as long as two neighbours are in the merge table, the pair of the
// lowest rank (the leftmost of equals) becomes one token. A short piece is scanned for its best pair before
// each merge, which costs n^2 cheap steps; a long one keeps a heap of candidates over a linked list, n log n.
// A candidate is out of date when its place merges at another rank by now, and is dropped when it comes up;
// two pairs that start at one place and have one rank give the same token, so an equal rank is as good as the
// same pair.
//
// Both tables are open-addressed, at most half full, with linear probing. tests/tokens/bpe_test.cpp compares
// with the definition, taken literally.
#include "tokens/bpe.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>

namespace ssdetect {
namespace {

// Pieces up to here are merged by scanning; the crossing point lies between 40 and 80 bytes for English and
// code.
constexpr std::size_t longest_scan = 48;
constexpr std::uint32_t none = 0xFFFFFFFF;

std::uint64_t hash_of(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::size_t hash_of(TokenId left, TokenId right) {
  std::uint64_t pair = static_cast<std::uint64_t>(left) << 32 | right;
  pair *= 0x9E3779B97F4A7C15;  // 2^64 / golden ratio: spreads consecutive ids
  return pair ^ pair >> 32;
}

}  // namespace

bool TokenTable::insert(std::string_view bytes) {
  if (2 * (size() + 1) > slots_.size()) resize_slots(2 * slots_.size());
  std::uint64_t hash = hash_of(bytes);
  Slot& slot = slots_[slot_of(bytes, hash)];
  if (slot.id != no_token) return false;
  slot = {static_cast<std::uint32_t>(hash >> 32), static_cast<TokenId>(size())};
  text_ += bytes;
  starts_.push_back(static_cast<std::uint32_t>(text_.size()));
  return true;
}

std::optional<TokenId> TokenTable::find(std::string_view bytes) const {
  TokenId id = slots_[slot_of(bytes, hash_of(bytes))].id;
  return id == no_token ? std::nullopt : std::optional(id);
}

std::string_view TokenTable::bytes(TokenId id) const {
  return std::string_view(text_).substr(starts_[id], starts_[id + 1] - starts_[id]);
}

// Where the bytes are, or where they belong.
std::size_t TokenTable::slot_of(std::string_view bytes, std::uint64_t hash) const {
  std::size_t mask = slots_.size() - 1;
  auto tag = static_cast<std::uint32_t>(hash >> 32);
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.id == no_token || (slot.tag == tag && this->bytes(slot.id) == bytes)) return at;
  }
}

void TokenTable::resize_slots(std::size_t at_least) {
  slots_ = std::vector<Slot>(std::bit_ceil(std::max(at_least, slots_.size())));
  for (TokenId id = 0; id < size(); ++id) {
    std::uint64_t hash = hash_of(bytes(id));
    slots_[slot_of(bytes(id), hash)] = {static_cast<std::uint32_t>(hash >> 32), id};
  }
}

bool MergeTable::insert(TokenId left, TokenId right, Merge merge) {
  if (2 * (size_ + 1) > slots_.size()) resize_slots(2 * slots_.size());
  Slot& slot = slots_[slot_of(left, right)];
  if (slot.merge.rank != Merge::never) return false;
  slot = {left, right, merge};
  ++size_;
  return true;
}

std::size_t MergeTable::insert_all(const std::vector<PairMerge>& merges) {
  constexpr std::size_t ahead = 16;  // pairs whose slots are on their way from memory
  resize_slots(2 * (size_ + merges.size()));
  for (std::size_t i = 0; i < merges.size(); ++i) {
    if (i + ahead < merges.size()) {
      const PairMerge& later = merges[i + ahead];
      __builtin_prefetch(&slots_[hash_of(later.left, later.right) & (slots_.size() - 1)], 1);
    }
    if (!insert(merges[i].left, merges[i].right, merges[i].merge)) return i;
  }
  return merges.size();
}

Merge MergeTable::find(TokenId left, TokenId right) const { return slots_[slot_of(left, right)].merge; }

std::size_t MergeTable::slot_of(TokenId left, TokenId right) const {
  std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash_of(left, right) & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.merge.rank == Merge::never || (slot.left == left && slot.right == right)) return at;
  }
}

void MergeTable::resize_slots(std::size_t at_least) {
  std::vector<Slot> old(std::bit_ceil(std::max(at_least, slots_.size())));
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.merge.rank != Merge::never) slots_[slot_of(slot.left, slot.right)] = slot;
  }
}

void index_byte_merges(BpeModel& model) {
  model.byte_merges.clear();
  for (TokenId first : model.byte_tokens) {
    for (TokenId second : model.byte_tokens) model.byte_merges.push_back(model.merges.find(first, second));
  }
}

std::size_t BpeCounter::count(std::string_view piece) {
  if (piece.size() < 2) return piece.size();
  if (model_->whole_first && model_->tokens.find(piece)) return 1;
  return piece.size() <= longest_scan ? merge_short(piece) : merge_long(piece);
}

// Of the byte at `at` with the next one.
Merge BpeCounter::merge_of_bytes(std::string_view piece, std::size_t at) const {
  if (at + 1 == piece.size()) return Merge();
  std::size_t first = static_cast<unsigned char>(piece[at]);
  return model_->byte_merges[first << 8 | static_cast<unsigned char>(piece[at + 1])];
}

std::size_t BpeCounter::merge_short(std::string_view piece) const {
  struct Part {
    TokenId id;
    Merge merge;  // with the next part
  };
  std::array<Part, longest_scan> parts;
  std::size_t n = piece.size();
  for (std::size_t i = 0; i < n; ++i) {
    parts[i] = {model_->byte_tokens[static_cast<unsigned char>(piece[i])], merge_of_bytes(piece, i)};
  }
  auto update = [&](std::size_t i) {
    parts[i].merge = i + 1 < n ? model_->merges.find(parts[i].id, parts[i + 1].id) : Merge();
  };
  while (true) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < n; ++i) best = parts[i].merge.rank < parts[best].merge.rank ? i : best;
    if (parts[best].merge.rank == Merge::never) return n;
    parts[best].id = parts[best].merge.id;
    std::copy(parts.begin() + best + 2, parts.begin() + n, parts.begin() + best + 1);
    --n;
    update(best);
    if (best > 0) update(best - 1);
  }
}

std::size_t BpeCounter::merge_long(std::string_view piece) {
  auto later = [](Candidate a, Candidate b) { return a.rank != b.rank ? a.rank > b.rank : a.at > b.at; };
  list_bytes(piece);
  std::make_heap(heap_.begin(), heap_.end(), later);
  std::size_t n = piece.size();
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    Candidate candidate = heap_.back();
    heap_.pop_back();
    if (nodes_[candidate.at].merge.rank != candidate.rank) continue;
    std::size_t known = heap_.size();
    apply_merge(candidate.at);
    --n;
    for (++known; known <= heap_.size(); ++known) {
      std::push_heap(heap_.begin(), heap_.begin() + static_cast<std::ptrdiff_t>(known), later);
    }
  }
  return n;
}

// The bytes of a piece as a list, and their merges as candidates in no order.
void BpeCounter::list_bytes(std::string_view piece) {
  nodes_.clear();
  heap_.clear();
  for (std::uint32_t i = 0; i < piece.size(); ++i) {
    TokenId id = model_->byte_tokens[static_cast<unsigned char>(piece[i])];
    nodes_.push_back({id, i - 1, i + 1, {}});  // the first has `none` before it
  }
  nodes_.back().next = none;
  for (std::uint32_t i = 0; i < piece.size(); ++i) note_merge(i, merge_of_bytes(piece, i));
}

Merge BpeCounter::merge_at(std::uint32_t at) const {
  const Node& node = nodes_[at];
  return node.next == none ? Merge() : model_->merges.find(node.id, nodes_[node.next].id);
}

// What the node merges into with its next; a candidate, if anything, goes to the end of the heap's array.
void BpeCounter::note_merge(std::uint32_t at, Merge merge) {
  nodes_[at].merge = merge;
  if (merge.rank != Merge::never) heap_.push_back({merge.rank, at});
}

void BpeCounter::apply_merge(std::uint32_t at) {
  Node& node = nodes_[at];
  Node& gone = nodes_[node.next];
  node.id = node.merge.id;
  node.next = gone.next;
  gone.merge = Merge();
  if (node.next != none) nodes_[node.next].previous = at;
  note_merge(at, merge_at(at));
  if (node.previous != none) note_merge(node.previous, merge_at(node.previous));
}

}  // namespace ssdetect
