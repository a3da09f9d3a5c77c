// Segments are laid end to end, and what lies between two plateaus is a transition. Tests:
// tests/steady/segmentation_test.cpp (cover, order and roles; equal durations, skipping).

#include "steady/segmentation.h"

#include <algorithm>

namespace ssdetect {

std::string_view name_of(Role role) {
  switch (role) {
    case Role::warmup:
      return "warmup";
    case Role::plateau:
      return "plateau";
    case Role::transition:
      return "transition";
    case Role::drain:
      return "drain";
    case Role::unfinished:
      return "unfinished";
  }
  return "";
}

template <class Unit>
Segmentation<Unit>::Segmentation(const Division& division, const std::vector<Segment<Unit>>& plateaus)
    : examined_{division.warmup, division.examined_end} {
  add(division.warmup, Role::warmup);
  for (const Segment<Unit>& plateau : plateaus) {
    add(plateau.range.begin, Role::transition);
    plateaus_.push_back(segments_.size());
    segments_.push_back(plateau);
  }
  add(division.examined_end, Role::transition);
  add(division.examined_end + division.drained, Role::drain);
  add(division.examined_end + division.drained + division.unfinished, Role::unfinished);
}

// From where the last segment ends; nothing where that is the end already.
template <class Unit>
void Segmentation<Unit>::add(std::size_t end, Role role) {
  const std::size_t begin = segments_.empty() ? 0 : segments_.back().range.end;
  if (begin < end) segments_.push_back({.range = {begin, end}, .role = role});
}

template <class Unit>
std::vector<Segment<Unit>> Segmentation<Unit>::plateaus() const {
  std::vector<Segment<Unit>> found;
  for (const std::size_t place : plateaus_) found.push_back(segments_[place]);
  return found;
}

template <class Unit>
std::size_t Segmentation<Unit>::size_of(Role role) const {
  std::size_t blocks = 0;
  for (const Segment<Unit>& segment : segments_)
    if (segment.role == role) blocks += segment.range.size();
  return blocks;
}

Selection select_window(const Segmentation<SuperPass>& segments, const DurationPolicy& policy) {
  Selection selection;
  Seconds longest_s = 0;
  for (std::size_t i = 0; i < segments.plateau_count(); ++i) {
    const MinDuration& duration = segments.plateau(i).duration;
    if (!selection.candidate || duration.window_s > longest_s) {
      selection.candidate = i;
      longest_s = duration.window_s;
    }
    if (!selection.chosen && (!policy.enforced || !duration.is_short)) selection.chosen = i;
  }
  selection.skipped_short = selection.chosen.value_or(selection.candidate.value_or(0));
  return selection;
}

// Bins are of one length, so the longest by seconds is the longest by bins, free of rounding.
Selection select_held(const Segmentation<RateBin>& segments, const Policy& policy) {
  Selection selection;
  double highest = 0;
  bool has_fallen = false;
  for (std::size_t i = 0; i < segments.plateau_count(); ++i) {
    const Segment<RateBin>& plateau = segments.plateau(i);
    if (!selection.candidate || plateau.range.size() > segments.plateau(*selection.candidate).range.size())
      selection.candidate = i;
    has_fallen = has_fallen || *plateau.level < (1 - policy.gate.step_size) * highest;
    const bool is_long_enough = !policy.duration.enforced || !plateau.duration.is_short;
    if (!selection.chosen && !has_fallen && is_long_enough) selection.chosen = i;
    highest = std::max(highest, *plateau.level);
  }
  return selection;
}

template class Segmentation<SuperPass>;
template class Segmentation<RateBin>;

}  // namespace ssdetect
