// Where does the rate of arrivals change?
//
// For loads that were offered at one rate after another. Gaps are positive and independent, at one rate of
// one gamma distribution, whose shape is read from neighbours and so not from the changes. Knows nothing of
// drifts: a rate that moves all the time falls into steps.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ssdetect {

struct RateRules {
  double change = 0.10;         // of the rate: steps closer than this are one
  std::size_t least_gaps = 20;  // in a step
  double least_share = 0.02;    // of all the time, that a step lasts: what catches up after a pause is none
  double price = 20;        // deviance that a change must explain; less is chance (tests: 1 in 1,000 runs)
  double longest_gap = 10;  // times the median around it; beyond, it is a pause, and counts as that long
  double most_regular = 4;  // shape of the gaps; more regular ones make jitter of the clock significant
};

// The gap before which the rate changes, ascending; empty when it does not.
std::vector<std::size_t> rate_changes(std::span<const double> gaps, const RateRules& rules = {});

}  // namespace ssdetect
