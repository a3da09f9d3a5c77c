// The count at t is (starts <= t) - (ends <= t), so two sorted arrays answer every question; the stretches
// come from merging them. Cost O(n log n) once. Tests: tests/run/in_flight_test.cpp.

#include "run/in_flight.h"

namespace ssdetect {

InFlight InFlight::of_all(const Run& run) {
  InFlight counts;
  for (const Request& request : run.requests) {
    counts.starts_.push_back(request.issued);
    if (request.has_completion) counts.ends_.push_back(std::max(request.issued, request.completed));
  }
  counts.sort();
  return counts;
}

InFlight InFlight::of_successful(const Run& run) {
  InFlight counts;
  for (const Request& request : run.requests) {
    const Nanos start = run.latency_origin(request);
    if (request.state != RequestState::completed || request.completed <= start) continue;
    counts.starts_.push_back(start);
    counts.ends_.push_back(request.completed);
  }
  counts.sort();
  return counts;
}

void InFlight::sort() {
  std::sort(starts_.begin(), starts_.end());
  std::sort(ends_.begin(), ends_.end());
}

std::size_t InFlight::at(Nanos when) const {
  const auto started = std::upper_bound(starts_.begin(), starts_.end(), when) - starts_.begin();
  const auto ended = std::upper_bound(ends_.begin(), ends_.end(), when) - ends_.begin();
  return static_cast<std::size_t>(started - ended);
}

std::size_t InFlight::peak() const {
  // A level that is held for no time at all (start and end at one reading) is no level.
  std::size_t highest = 0;
  for_each_stretch([&](Nanos, Nanos, std::size_t count) { highest = std::max(highest, count); });
  if (!starts_.empty()) highest = std::max(highest, starts_.size() - ends_.size());  // never ended
  return highest;
}

std::optional<double> InFlight::mean_over(Nanos from, Nanos to) const {
  if (to <= from) return std::nullopt;
  if (starts_.empty()) return 0;
  double weighted = 0;
  Nanos last = std::max(from, starts_.front());
  const auto add = [&](Nanos begin, Nanos end, std::size_t count) {
    const Nanos low = std::max(begin, from), high = std::min(end, to);
    if (high > low) weighted += static_cast<double>(elapsed(low, high)) * static_cast<double>(count);
    last = std::max(last, end);
  };
  for_each_stretch(add);
  add(last, to, starts_.size() - ends_.size());  // those that never ended
  return weighted / static_cast<double>(elapsed(from, to));
}

std::optional<Nanos> InFlight::first_reaches(std::size_t level) const {
  std::optional<Nanos> found;
  for_each_stretch([&](Nanos begin, Nanos, std::size_t count) {
    if (!found && count >= level) found = begin;
  });
  return found;
}

}  // namespace ssdetect
