// How many requests were in flight at each moment?
//
// A step function over the half-open lifetimes [start, end): a request that ends at t is no longer counted at
// t, one that starts at t is. Two sorted arrays of clock readings, 16 bytes a request. Requests that never
// ended count to the end of time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "run/request_table.h"
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

  std::size_t requests() const { return starts_.size(); }

 private:
  void sort();

  std::vector<Nanos> starts_;
  std::vector<Nanos> ends_;  // only of those that ended
};

template <class Visit>
void InFlight::for_each_stretch(Visit visit) const {
  std::size_t started = 0, ended = 0;
  if (starts_.empty()) return;
  Nanos begin = starts_.front();
  while (started < starts_.size() || ended < ends_.size()) {
    const bool next_is_start =
        ended == ends_.size() || (started < starts_.size() && starts_[started] < ends_[ended]);
    const Nanos at = next_is_start ? starts_[started] : ends_[ended];
    if (at > begin) visit(begin, at, started - ended);
    begin = at;
    while (ended < ends_.size() && ends_[ended] == at) ++ended;
    while (started < starts_.size() && starts_[started] == at) ++started;
  }
}

}  // namespace ssdetect
