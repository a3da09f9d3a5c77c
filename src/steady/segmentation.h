// Of which stretches does a run consist?
//
// The whole run as ordered segments with roles, none empty: warmup, then what was examined (plateaus, and
// transitions between them), then drain and what an interrupted log left unfinished. Window and candidate are
// plateaus of it; what changed in the run is read from it (steady/change).
//
//   warmup [0,2)  plateau [2,11)  transition [11,13)  plateau [13,20)  drain [20,21)
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "policy.h"
#include "steady/duration.h"
#include "units.h"

namespace ssdetect {

enum class Role { warmup, plateau, transition, drain, unfinished };
std::string_view name_of(Role role);

template <class Unit>
struct Segment {
  Range<Unit> range{};
  Role role = Role::transition;
  // Of a plateau:
  std::optional<double> level{};  // pooled mean TPOT, ns; of bins the token rate, 1/s
  MinDuration duration{};
  std::optional<double>
      standard_error{};  // of the gating series: MSER's criterion; reported, never used to choose
};

// How the run divides before plateaus are looked for: [0, warmup) [warmup, examined) and, behind it, the last
// of which are unfinished.
struct Division {
  std::size_t warmup = 0;  // no more than there are blocks
  std::size_t examined_end = 0;
  std::size_t drained = 0;
  std::size_t unfinished = 0;
};

template <class Unit>
class Segmentation {
 public:
  Segmentation() = default;
  // `plateaus` in order, inside the examined stretch.
  Segmentation(const Division& division, const std::vector<Segment<Unit>>& plateaus);

  const std::vector<Segment<Unit>>& segments() const { return segments_; }
  std::size_t plateau_count() const { return plateaus_.size(); }
  const Segment<Unit>& plateau(std::size_t index) const { return segments_[plateaus_[index]]; }
  std::vector<Segment<Unit>> plateaus() const;
  Range<Unit> examined() const { return examined_; }
  std::size_t size_of(Role role) const;  // blocks

 private:
  void add(std::size_t end, Role role);

  std::vector<Segment<Unit>> segments_;
  std::vector<std::size_t> plateaus_;  // their places among the segments
  Range<Unit> examined_;
};

// Which plateau is reported. Selection never looks at the value of the reported metric.
struct Selection {
  std::optional<std::size_t> chosen;     // the first that is long enough (SPEC 7.5)
  std::optional<std::size_t> candidate;  // the longest by seconds; set when there is any plateau
  std::size_t skipped_short = 0;         // earlier plateaus passed over
};
Selection select_window(const Segmentation<SuperPass>& segments, const DurationPolicy& policy);
// Of a token rate: the first that is long enough, before the rate falls (SPEC 10).
Selection select_held(const Segmentation<RateBin>& segments, const Policy& policy);

}  // namespace ssdetect
