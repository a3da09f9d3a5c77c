// How many requests were in flight at each moment?
//
// A step function over the half-open lifetimes [start, end): a request that ends at t is no longer counted at
// t, one that starts at t is. Two sorted arrays of clock readings, 16 bytes a request. Requests that never
// ended count to the end of time. Of a compacted run, everything that falls into a time bin happens in its
// middle, also what is known better: so the count is right at the end of each bin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "run/run.h"
#include "units.h"

namespace ssdetect {

class InFlight {
 public:
  // Every request of the run, failed ones included, from first issue to completion.
  static InFlight of_all(const Run& run);
  // Requests that succeeded with a positive latency (second seed), over that latency: a retried one counts
  // from its last attempt.
  static InFlight of_successful(const Run& run);

  std::size_t peak() const;
  std::size_t at(Nanos when) const;
  // Mean count over [from, to]; nullopt when the stretch is empty.
  std::optional<double> mean_over(Nanos from, Nanos to) const;
  // The first moment at which the count reaches `level`.
  std::optional<Nanos> first_reaches(std::size_t level) const;

  // Calls visit(begin, end, count) for the stretches of constant count, in time order, first start to last
  // end.
  template <class Visit>
  void for_each_stretch(Visit visit) const;

  // Calls visit(at, how many) for each moment at which some start, in time order.
  template <class Visit>
  void for_each_start(Visit visit) const;

  std::size_t requests() const { return starts_.size() + (steps_.empty() ? 0 : steps_.back().started); }
  std::size_t started_by(Nanos when) const;  // at or before
  std::size_t ended_by(Nanos when) const;
  // By when had this share of those that ended done so? nullopt: none did.
  std::optional<Nanos> share_ended_by(Ratio share) const;
  // How many start at or after `from`, and how many of them leave at least `level` in flight.
  struct Starts {
    std::size_t all = 0, full = 0;
  };
  Starts starts_since(Nanos from, double level) const;
  // From one start to the next, of those at or after `from`, in nanoseconds; none of a compacted run, whose
  // starts are not kept.
  std::vector<double> gaps_since(Nanos from) const;

 private:
  // What had started and ended by then, of requests that are no longer kept.
  struct Step {
    Nanos at;
    std::size_t started, ended;
  };

  // `add_to(counts, request)` for every kept request; `count(bin)`: what started and ended in it.
  template <class AddTo, class Count>
  static InFlight gather(const Run& run, AddTo add_to, Count count);
  void add(Nanos start, std::optional<Nanos> end, const TimeBins& bins);
  void sort();
  void add_step(Nanos at, std::size_t started, std::size_t ended);
  const Step* step_at(Nanos when) const;  // the last one at or before; nullptr: none
  Nanos first() const;                    // start; there is one

  std::vector<Nanos> starts_;
  std::vector<Nanos> ends_;  // only of those that ended
  std::vector<Step> steps_;
};

template <class Visit>
void InFlight::for_each_stretch(Visit visit) const {
  std::size_t started = 0, ended = 0, step = 0;
  if (requests() == 0) return;
  Nanos begin = first();
  const auto next = [&](Nanos at, const std::vector<Nanos>& moments, std::size_t passed) {
    return passed < moments.size() ? std::min(at, moments[passed]) : at;
  };
  while (started < starts_.size() || ended < ends_.size() || step < steps_.size()) {
    Nanos at = step < steps_.size() ? steps_[step].at : std::numeric_limits<Nanos>::max();
    at = next(next(at, starts_, started), ends_, ended);
    const std::size_t gone = step > 0 ? steps_[step - 1].started - steps_[step - 1].ended : 0;
    if (at > begin) visit(begin, at, started + gone - ended);
    begin = at;
    while (ended < ends_.size() && ends_[ended] == at) ++ended;
    while (started < starts_.size() && starts_[started] == at) ++started;
    while (step < steps_.size() && steps_[step].at == at) ++step;
  }
}

template <class Visit>
void InFlight::for_each_start(Visit visit) const {
  std::size_t next = 0, step = 0;
  while (next < starts_.size() || step < steps_.size()) {
    const bool is_step = next == starts_.size() || (step < steps_.size() && steps_[step].at < starts_[next]);
    const Nanos at = is_step ? steps_[step].at : starts_[next];
    std::size_t count = 0;
    for (; next < starts_.size() && starts_[next] == at; ++next) ++count;
    for (; step < steps_.size() && steps_[step].at == at; ++step)
      count += steps_[step].started - (step > 0 ? steps_[step - 1].started : 0);
    if (count > 0) visit(at, count);
  }
}

}  // namespace ssdetect
