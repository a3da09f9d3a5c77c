// Into which plateaus does a series fall, of super-passes or of bins of time?
//
// SPEC 7.4, §5.5: grow a window from the left while it is admissible; the maximal window is a plateau, cut
// once more at an inner step; resume past it. Disjoint, in order, each at least `least_window` long and
// admissible by itself.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "policy.h"
#include "steady/gate.h"

namespace ssdetect {

// Those that begin before `begin_before`.
template <class Unit>
std::vector<Range<Unit>> find_plateaus(const Gates<Unit>& gates, Range<Unit> examined,
                                       const GatePolicy& policy,
                                       std::size_t begin_before = std::numeric_limits<std::size_t>::max());

// Does one step (BIC, and larger than step_size) explain these values better than a constant and a line? The
// number of values left of it.
std::optional<std::size_t> inner_step(std::span<const double> values, const GatePolicy& policy);

// What kind of change a series shows: a single step or a line, whichever has the smaller BIC (SPEC 7.8).
enum class ChangeKind { step, line_up, line_down };
std::string_view name_of(ChangeKind kind);
std::optional<ChangeKind> kind_of_change(std::span<const double> values);

}  // namespace ssdetect
