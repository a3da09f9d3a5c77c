// Where does the level of a series change, and how surely there?
//
// METHOD.md section D.3 to D.6: the partition of least score among those that are optimal at some price, with
// correlated noise explained by its correlation and not by more pieces. Positions are those of the values.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/partition.h"

namespace ssdetect {

// What counts as a change; in the units of the values (of logarithms: 0.05 is about 5 %).
struct ChangeRules {
  double change = 0.05;        // levels closer than this are one
  double noise_floor = 0.005;  // noise is never taken for less
};

// Noise around a partition: AR(1).
struct PieceNoise {
  double variance;     // of the innovations, at least the floor's square
  double correlation;  // 0 .. 0.9
  double score;        // what the partition is judged by: less is better
};
PieceNoise noise_around(const SeriesSums& series, std::span<const Piece> pieces, const ChangeRules& rules);

// From first to last position at which a piece may begin, with 95 % confidence.
struct ChangeSet {
  std::size_t low;
  std::size_t high;
};

struct ChangePoints {
  std::vector<Piece> pieces;       // cover the series
  std::vector<ChangeSet> changes;  // one a piece: where it begins; of the first: 0, 0
  PieceNoise noise;
};
// `left_out`: positions without weight, ascending. At least one value must count.
std::optional<ChangePoints> change_points(std::span<const double> values,
                                          std::span<const std::size_t> left_out, const ChangeRules& rules);

}  // namespace ssdetect
