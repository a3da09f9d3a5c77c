// What do we say of the run?
//
// SPEC 7.8: a window was found or not, and the run changed or not; a change is a step or a line.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "policy.h"
#include "run/super_pass.h"
#include "steady/gate.h"
#include "steady/level_shift.h"
#include "steady/plateau.h"
#include "steady/selection.h"

namespace ssdetect {

enum class Verdict { steady, anomaly, drifting_up, drifting_down, not_found, not_assessable, unsupported };
std::string_view name_of(Verdict verdict);

// Why a run counts as changed; any of these is enough.
struct Change {
  bool run_trend = false;  // a gating metric drifts over what was examined, significantly and by 5 % or more
  bool level_shift = false;
  std::optional<std::size_t> skipped_level;  // index of a skipped earlier plateau at another level
  std::optional<Range> excursion;            // super-passes after the window, off its level
  std::optional<ChangeKind> kind;            // set when any of the above is
  bool any() const { return run_trend || level_shift || skipped_level || excursion; }
};

// Two or more consecutive examined super-passes after the window, all off its median on the same side, in no plateau of
// the window's level. (SPEC 7.8 says: in no plateau. But a bad end of four super-passes is a plateau of its own, too
// short for the change-point test to confirm as a shift; that is no steady run either.)
std::optional<Range> find_excursion(const Series& tpot_p50, Range window, Range examined,
                                    const std::vector<Plateau>& plateaus, const GatePolicy& policy);

// The first skipped plateau whose pooled mean TPOT differs from the reported one's.
std::optional<std::size_t> skipped_level(const std::vector<Plateau>& plateaus, std::size_t reported,
                                         const GatePolicy& policy);

// Of a run with a window.
Verdict verdict_of(const Change& change);

}  // namespace ssdetect
