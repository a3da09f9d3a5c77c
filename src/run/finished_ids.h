// Has a request of this id completed before, and which one was it?
//
// What comes late may still change it: an error line after its completion fails it, another issue of the id
// is a second request (SPEC 3). All are remembered while there is room; then the recent ones, and of the
// older ones a half, a quarter ..., chosen by their ids, so that of a log given twice some are always found.
#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "input/event.h"

namespace ssdetect {

class FinishedIds {
 public:
  // Takes at most about `memory` bytes.
  explicit FinishedIds(std::size_t memory = std::numeric_limits<std::size_t>::max());

  void add(const RequestKey& id, std::size_t number);
  std::optional<std::size_t> find(const RequestKey& id) const;
  // False: it was not there.
  bool forget(const RequestKey& id) { return numbers_.erase(id.low) > 0; }

  std::size_t size() const { return numbers_.size(); }
  std::size_t bytes() const;

 private:
  // Spreads ids that are no hashes, too.
  struct Spread {
    std::size_t operator()(std::uint64_t id) const { return (id * kGolden) >> 32; }
  };
  static constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;

  static bool is_kept(std::uint64_t id, int halvings);
  void thin(std::size_t newest);

  std::size_t most_;
  int halvings_ = 0;  // of the older ones
  tsl::robin_map<std::uint64_t, std::uint32_t, Spread>
      numbers_;  // by half of the key: clashes are rare enough
};

}  // namespace ssdetect
