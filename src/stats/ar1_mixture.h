// How sure is the mean of values that hang together by an unknown amount?
//
// The correlation phi of neighbours cannot be told from 6 to 40 values, so it is averaged over: a grid of
// AR(1) models, each weighted by how well it explains the values (METHOD.md section 0; Zellner & Tiao 1964).
// Units are those of the values. Deterministic, O(13 n).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ssdetect {

// Phi = -0.3, -0.2 .. 0.9. The ends were chosen among nine pairs: up to 0.8 covers 92 % where phi is 0.6.
inline constexpr std::size_t kPhiGridSize = 13;
constexpr double phi_of_grid(std::size_t index) { return (static_cast<double>(index) - 3) / 10; }

// More values than this are averaged into at most so many batches. 20 would be more robust, and wider.
inline constexpr std::size_t kMaxBatches = 40;

// The least residual sum of squares, as a share of the squares it was left from: an exact fit stays finite.
inline constexpr double kLeastResidualShare = 1e-20;

// Up to kMaxBatches: the values. More: means of ceil(n / 40) consecutive values, without the first that fill
// no batch. For the error only, never for the point.
std::vector<double> batches_for_error(std::span<const double> values);

// One model of the grid: its log weight up to a constant, and the squared standard error it gives.
struct GridModel {
  double log_weight;
  double variance;
};
struct GridMixture {
  double variance;
  double phi;  // weighted mean
};
GridMixture mix(const std::array<GridModel, kPhiGridSize>& models);

struct MixtureMean {
  double mean;            // of all values
  double standard_error;  // of that mean; 0 when all batches are equal
  double inflation;       // standard_error^2 over what independent batches would give; 1 when all are equal
  double phi;             // weighted mean; 0 when all are equal
  std::size_t batches;    // degrees of freedom + 1
};
std::optional<MixtureMean> mixture_mean(std::span<const double> values);  // n >= 2

}  // namespace ssdetect
