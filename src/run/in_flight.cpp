// The count at t is (starts <= t) - (ends <= t), so two sorted arrays answer every question; the stretches
// come from merging them. Cost O(n log n) once. Tests: tests/run/in_flight_test.cpp, compaction_test.cpp.

#include "run/in_flight.h"

#include <iterator>
#include <utility>

#include "stats/moments.h"

namespace ssdetect {

namespace {

std::size_t count_by(const std::vector<Nanos>& moments, Nanos when) {
  return static_cast<std::size_t>(std::upper_bound(moments.begin(), moments.end(), when) - moments.begin());
}

void sort_if_needed(std::vector<Nanos>& moments) {
  if (!std::is_sorted(moments.begin(), moments.end())) std::sort(moments.begin(), moments.end());
}

}  // namespace

template <class AddTo, class Count>
InFlight InFlight::gather(const Run& run, AddTo add_to, Count count) {
  const TimeBins& bins = run.compacted.times;
  InFlight counts;
  counts.starts_.reserve(run.requests.kept());
  counts.ends_.reserve(run.requests.kept());
  for (const Request& request : run.requests) add_to(counts, request);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const auto [started, ended] = count(bins[i]);
    counts.add_step(bins.middle(i), started, ended);
  }
  counts.sort();
  return counts;
}

InFlight InFlight::of_all(const Run& run) {
  const auto add_to = [&](InFlight& counts, const Request& request) {
    counts.add(request.issued, request.has_left() ? std::optional(request.left()) : std::nullopt,
               run.compacted.times);
  };
  return gather(run, add_to, [](const TimeBin& bin) { return std::pair(bin.issued, bin.ended); });
}

InFlight InFlight::of_successful(const Run& run) {
  const auto add_to = [&](InFlight& counts, const Request& request) {
    if (run.succeeded(request))
      counts.add(run.latency_origin(request), request.completed, run.compacted.times);
  };
  return gather(run, add_to, [](const TimeBin& bin) { return std::pair(bin.started, bin.finished); });
}

void InFlight::add(Nanos start, std::optional<Nanos> end, const TimeBins& bins) {
  starts_.push_back(bins.rounded(start));
  if (end) ends_.push_back(bins.rounded(*end));
}

void InFlight::sort() {
  sort_if_needed(starts_);
  sort_if_needed(ends_);
}

void InFlight::add_step(Nanos at, std::size_t started, std::size_t ended) {
  if (started == 0 && ended == 0) return;
  if (!steps_.empty()) started += steps_.back().started, ended += steps_.back().ended;
  steps_.push_back({at, started, ended});
}

const InFlight::Step* InFlight::step_at(Nanos when) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), when,
                                      [](Nanos moment, const Step& step) { return moment < step.at; });
  return after == steps_.begin() ? nullptr : &*std::prev(after);
}

std::size_t InFlight::started_by(Nanos when) const {
  const Step* step = step_at(when);
  return count_by(starts_, when) + (step ? step->started : 0);
}

std::size_t InFlight::ended_by(Nanos when) const {
  const Step* step = step_at(when);
  return count_by(ends_, when) + (step ? step->ended : 0);
}

std::size_t InFlight::at(Nanos when) const { return started_by(when) - ended_by(when); }

Nanos InFlight::first() const {
  if (steps_.empty()) return starts_.front();
  return starts_.empty() ? steps_.front().at : std::min(starts_.front(), steps_.front().at);
}

std::size_t InFlight::peak() const {
  // A level that is held for no time at all (start and end at one reading) is no level.
  std::size_t highest = 0;
  for_each_stretch([&](Nanos, Nanos, std::size_t count) { highest = std::max(highest, count); });
  return std::max(highest, at(std::numeric_limits<Nanos>::max()));  // those that never ended
}

std::optional<double> InFlight::mean_over(Nanos from, Nanos to) const {
  if (to <= from) return std::nullopt;
  if (requests() == 0) return 0;
  double weighted = 0;
  Nanos last = std::max(from, first());
  const auto add = [&](Nanos begin, Nanos end, std::size_t count) {
    const Nanos low = std::max(begin, from), high = std::min(end, to);
    if (high > low) weighted += distance_ns(low, high) * static_cast<double>(count);
    last = std::max(last, end);
  };
  for_each_stretch(add);
  add(last, to, at(std::numeric_limits<Nanos>::max()));
  return weighted / distance_ns(from, to);
}

std::optional<Nanos> InFlight::first_reaches(std::size_t level) const {
  std::optional<Nanos> found;
  for_each_stretch([&](Nanos begin, Nanos, std::size_t count) {
    if (!found && count >= level) found = begin;
  });
  return found;
}

std::optional<Nanos> InFlight::share_ended_by(Ratio share) const {
  const std::size_t gone = steps_.empty() ? 0 : steps_.back().ended;
  if (ends_.size() + gone == 0) return std::nullopt;
  std::size_t ended = 0, step = 0;
  const std::size_t wanted = lower_rank(share, ends_.size() + gone);
  Nanos when = std::numeric_limits<Nanos>::min();
  const auto passed = [&] { return ended + (step > 0 ? steps_[step - 1].ended : 0); };
  while (passed() <= wanted) {
    const bool is_step = ended == ends_.size() || (step < steps_.size() && steps_[step].at <= ends_[ended]);
    when = is_step ? steps_[step++].at : ends_[ended++];
  }
  return when;
}

InFlight::Starts InFlight::starts_since(Nanos from, double level) const {
  Starts found;
  const auto add = [&](std::size_t starts, std::size_t count) {
    found.all += starts;
    if (static_cast<double>(count) >= level) found.full += starts;
  };
  std::size_t ended = 0, next = 0;
  const auto first = std::lower_bound(starts_.begin(), starts_.end(), from) - starts_.begin();
  for (std::size_t i = static_cast<std::size_t>(first); i < starts_.size(); i = next) {
    const Nanos when = starts_[i];
    for (next = i; next < starts_.size() && starts_[next] == when;) ++next;
    while (ended < ends_.size() && ends_[ended] <= when) ++ended;
    const Step* step = step_at(when);
    add(next - i, next - ended + (step ? step->started - step->ended : 0));
  }
  std::size_t passed = 0;
  for (const Step& step : steps_) {
    const std::size_t starts = step.started - std::exchange(passed, step.started);
    if (step.at >= from) add(starts, at(step.at));
  }
  return found;
}

std::vector<double> InFlight::gaps_since(Nanos from) const {
  std::vector<double> gaps;
  if (!steps_.empty()) return gaps;
  auto start = std::lower_bound(starts_.begin(), starts_.end(), from);
  for (; start != starts_.end() && std::next(start) != starts_.end(); ++start)
    gaps.push_back(distance_ns(*start, *std::next(start)));
  return gaps;
}

}  // namespace ssdetect
