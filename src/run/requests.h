// The requests of a run, by number: their place in the order of issue.
//
// Until a run is compacted all are kept, and a request's number is its place. Afterwards the ones that were
// closed are gone (run/compaction has what is left of them); the others keep their numbers and move up. Those
// few have their numbers listed; all that come later are numbered on from where the run stood:
//
//   six requests, of which 0, 2 and 3 are given up, and then two more
//     place     0  1  2  3  4
//     number    1  4  5  6  7        listed: 1 4 5; the next is number 6
//
// So request 7 is at place 3 + (7 - 6) = 4, request 4 is found in the list, and there are eight with those
// that are gone. Numbers in the list ascend and are below all others. Walking is always over the kept ones,
// in order: from a number that is gone, from the next one on.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "run/request.h"
#include "units.h"

namespace ssdetect {

class Requests {
 public:
  class Iterator;

  std::size_t size() const { return recent_ + count_ - old_.size(); }  // with those that are gone
  bool empty() const { return size() == 0; }
  std::size_t kept() const { return count_; }

  void push_back(const Request& request);
  // `number` of a kept one.
  Request& operator[](std::size_t number) { return at(place_of(number)); }
  const Request& operator[](std::size_t number) const { return at(place_of(number)); }

  // Is it one of the kept?
  bool has(std::size_t number) const {
    const std::size_t place = place_of(number);
    return place < count_ && number_at(place) == number;
  }

  Iterator begin() const;
  Iterator end() const;

  // Calls visit(number, request) for the kept ones among these numbers.
  template <class Visit>
  void for_each(RequestRange numbers, Visit visit) const;

  // Keeps those for which keep(number, request) is true; it may change them.
  template <class Keep>
  void retain(Keep keep);

 private:
  static constexpr std::size_t kBlock = 1024;
  using Block = std::array<Request, kBlock>;

  Request& at(std::size_t place) const { return (*blocks_[place / kBlock])[place % kBlock]; }
  std::size_t place_of(std::size_t number) const;
  std::size_t number_at(std::size_t place) const {
    return place < old_.size() ? old_[place] : recent_ + place - old_.size();
  }

  std::vector<std::unique_ptr<Block>> blocks_;
  std::size_t count_ = 0;
  std::vector<std::size_t> old_;  // numbers of the first of them; the rest are numbered from recent_
  std::size_t recent_ = 0;
};

// Over the kept ones.
class Requests::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Request;
  using difference_type = std::ptrdiff_t;
  using pointer = const Request*;
  using reference = const Request&;

  Iterator(const Requests& requests, std::size_t place) : requests_(&requests), place_(place) {}
  const Request& operator*() const { return requests_->at(place_); }
  const Request* operator->() const { return &**this; }
  Iterator& operator++() { return ++place_, *this; }
  bool operator==(const Iterator&) const = default;

 private:
  const Requests* requests_;
  std::size_t place_;
};

inline Requests::Iterator Requests::begin() const { return {*this, 0}; }
inline Requests::Iterator Requests::end() const { return {*this, count_}; }

template <class Visit>
void Requests::for_each(RequestRange numbers, Visit visit) const {
  for (std::size_t place = place_of(numbers.begin); place < count_; ++place) {
    const std::size_t number = number_at(place);
    if (number >= numbers.end) return;
    visit(number, std::as_const(at(place)));
  }
}

template <class Keep>
void Requests::retain(Keep keep) {
  Requests kept;
  for (std::size_t place = 0; place < count_; ++place) {
    const std::size_t number = number_at(place);
    if (keep(number, at(place))) {
      kept.push_back(at(place));
      kept.old_.push_back(number);
    }
    if (place % kBlock == kBlock - 1) blocks_[place / kBlock].reset();
  }
  kept.recent_ = size();
  *this = std::move(kept);
}

}  // namespace ssdetect
