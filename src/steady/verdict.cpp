// Tests: tests/steady/verdict_test.cpp, and the verdict counts in tests/steady/verdict_rates_test.cpp.

#include "steady/verdict.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"

namespace ssdetect {

namespace {

constexpr std::size_t kExcursionLeast = 2;  // one super-pass off its level is a blip

// +1 above, -1 below, 0 within the band or without a value.
int side(std::optional<double> value, double level, Ratio band) {
  if (!value || std::abs(*value - level) <= band * std::abs(level)) return 0;
  return *value > level ? 1 : -1;
}

// Which super-passes are in a plateau whose pooled mean is that of the window, within the step size: its
// members may scatter about it.
std::vector<bool> in_level_plateaus(std::size_t count, Range window, const std::vector<Plateau>& plateaus,
                                    const GatePolicy& policy) {
  const auto at_window =
      std::find_if(plateaus.begin(), plateaus.end(), [&](const Plateau& p) { return p.range == window; });
  std::vector<bool> marks(count);
  for (const Plateau& plateau : plateaus) {
    const auto delta = at_window == plateaus.end() ? std::nullopt : level_difference(*at_window, plateau);
    if (delta && std::abs(*delta) > policy.step_size) continue;
    for (std::size_t i = plateau.range.begin; i < std::min(plateau.range.end, count); ++i) marks[i] = true;
  }
  return marks;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::steady:
      return "steady";
    case Verdict::anomaly:
      return "anomaly";
    case Verdict::drifting_up:
      return "drifting_up";
    case Verdict::drifting_down:
      return "drifting_down";
    case Verdict::not_found:
      return "not_found";
    case Verdict::not_assessable:
      return "not_assessable";
    case Verdict::unsupported:
      return "unsupported";
  }
  return "";
}

std::optional<Range> find_excursion(const Series& tpot_p50, Range window, Range examined,
                                    const std::vector<Plateau>& plateaus, const GatePolicy& policy) {
  const auto level = median(present(tpot_p50, window));
  if (!level) return std::nullopt;
  const auto at_level = in_level_plateaus(examined.end, window, plateaus, policy);
  Range run{window.end, window.end};
  int run_side = 0;
  for (std::size_t i = window.end; i <= examined.end; ++i) {
    const bool counts = i < examined.end && !at_level[i];
    const int here = counts ? side(tpot_p50[i], *level, policy.step_size) : 0;
    if (here == run_side && here != 0) continue;
    if (run_side != 0 && i - run.begin >= kExcursionLeast) return Range{run.begin, i};
    run.begin = i;
    run_side = here;
  }
  return std::nullopt;
}

std::optional<std::size_t> skipped_level(const std::vector<Plateau>& plateaus, std::size_t reported,
                                         const GatePolicy& policy) {
  for (std::size_t earlier = 0; earlier < reported; ++earlier) {
    const auto delta = level_difference(plateaus[reported], plateaus[earlier]);
    if (delta && std::abs(*delta) > policy.step_size) return earlier;
  }
  return std::nullopt;
}

Verdict verdict_of(const Change& change) {
  if (!change.any()) return Verdict::steady;
  switch (change.kind.value_or(ChangeKind::step)) {
    case ChangeKind::step:
      return Verdict::anomaly;
    case ChangeKind::line_up:
      return Verdict::drifting_up;
    case ChangeKind::line_down:
      return Verdict::drifting_down;
  }
  return Verdict::anomaly;
}

}  // namespace ssdetect
