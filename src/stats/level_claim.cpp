// Each hypothesis is a shape beside the level: a line, or 1 inside a stretch and 0 outside. Its size is
// estimated by least squares; the error of that estimate is averaged over AR(1) models, each weighted by how
// well it explains the values with the shape taken away (ar1_mixture.h). The claim is an intersection-union
// test: all bounds must hold, so trying many costs no multiplicity. METHOD.md section C holds the rates of
// false claims that were simulated. At most 400 shapes x 13 models x 40 batches, about a millisecond.
// Covered by tests/stats/level_claim_test.cpp.
#include "stats/level_claim.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "stats/ar1_mixture.h"
#include "stats/distributions.h"
#include "stats/moments.h"

namespace ssdetect {
namespace {

constexpr std::size_t kLeastValues = 4;
constexpr std::size_t kShortestStretch = 2;
constexpr std::size_t kStretchesInWindow = 6;  // a stretch holds at least a sixth
// One-sided. What matters is the error at one and a half margins, not at the margin itself: 0.95 would halve
// the claims shown at a scatter of 2 %.
constexpr double kBoundLevel = 0.90;
constexpr double kRefutedTail = 0.005;  // of each side; shared among the batches for stretches
constexpr double kUpperTail = 0.975;
constexpr double kPower = 0.80;

double square(double x) { return x * x; }

// --- One shape under one model ---

// What the values contribute, whatever the shape. Transformed as in METHOD.md section 0.
struct Model {
  double phi, s;
  std::vector<double> u;
  double u_squares = 0, au = 0, a_squares = 0;

  Model(std::span<const double> z, double phi_) : phi(phi_), s(std::sqrt(1 - phi_ * phi_)), u(z.size()) {
    for (std::size_t t = 0; t < z.size(); ++t) {
      u[t] = transformed(z, t);
      u_squares += square(u[t]);
      au += constant(t) * u[t];
      a_squares += square(constant(t));
    }
  }
  double transformed(std::span<const double> x, std::size_t t) const {
    return t == 0 ? s * x[0] : x[t] - phi * x[t - 1];
  }
  double constant(std::size_t t) const { return t == 0 ? s : 1 - phi; }
};

// Regressor and the least-squares weights that make the estimate from the values.
struct Shape {
  std::vector<double> regressor;
  std::vector<double> contrast;
};

// c'Rc for R the correlations phi^|i - j|.
double contrast_variance(std::span<const double> c, double phi) {
  double sum = 0, later = 0;
  for (std::size_t t = c.size(); t-- > 0;) {
    sum += c[t] * (c[t] + 2 * later);
    later = phi * (later + c[t]);
  }
  return sum;
}

GridModel shape_model(const Model& model, const Shape& shape) {
  double hh = 0, ah = 0, hu = 0;
  for (std::size_t t = 0; t < model.u.size(); ++t) {
    const double h = model.transformed(shape.regressor, t);
    hh += h * h;
    ah += model.constant(t) * h;
    hu += h * model.u[t];
  }
  const double determinant = model.a_squares * hh - ah * ah;
  const double explained =
      (square(model.au) * hh - 2 * model.au * hu * ah + square(hu) * model.a_squares) / determinant;
  const double residual = std::max(model.u_squares - explained, kLeastResidualShare * model.u_squares);
  const double freedom = static_cast<double>(model.u.size() - 2);
  const double log_weight = std::log(model.s) - std::log(determinant) / 2 - freedom / 2 * std::log(residual);
  const double variance = residual / (freedom * (1 - square(model.phi)));
  return {log_weight, variance * contrast_variance(shape.contrast, model.phi)};
}

// --- The shapes ---

Shape line(std::size_t k) {
  const double count = static_cast<double>(k), middle = (count - 1) / 2;
  const double squares = count * (square(count) - 1) / 12;
  Shape shape;
  for (std::size_t t = 0; t < k; ++t) {
    shape.regressor.push_back(static_cast<double>(t) - middle);
    shape.contrast.push_back(shape.regressor.back() / squares * (count - 1));
  }
  return shape;
}

Shape stretch(std::size_t begin, std::size_t end, std::size_t k) {
  const double inside = static_cast<double>(end - begin), outside = static_cast<double>(k) - inside;
  Shape shape{std::vector<double>(k, 0), std::vector<double>(k, -1 / outside)};
  for (std::size_t t = begin; t < end; ++t) {
    shape.regressor[t] = 1;
    shape.contrast[t] = 1 / inside;
  }
  return shape;
}

// A stretch and its complement are the same difference: the shorter is looked at, or the one at the end.
template <typename Visit>
void each_stretch(std::size_t k, std::size_t least, Visit visit) {
  for (std::size_t begin = 1; begin + least <= k; ++begin) {
    for (std::size_t end = begin + least; end <= k; ++end) {
      const std::size_t inside = end - begin, outside = k - inside;
      if (outside >= least && (inside <= outside || end == k)) visit(begin, end);
    }
  }
}

// --- The claim ---

class Engine {
 public:
  explicit Engine(std::span<const double> z)
      : z_(z), quantile_(student_quantile(kBoundLevel, static_cast<double>(z.size() - 2))) {
    flat_ = largest_magnitude(z) == 0;
    for (std::size_t g = 0; g < kPhiGridSize; ++g) models_.emplace_back(z, phi_of_grid(g));
  }

  LevelDifference difference(const Shape& shape) const {
    if (flat_) return {0, 0, 0};
    double estimate = 0;
    for (std::size_t t = 0; t < z_.size(); ++t) estimate += shape.contrast[t] * z_[t];
    std::array<GridModel, kPhiGridSize> grid;
    for (std::size_t g = 0; g < kPhiGridSize; ++g) grid[g] = shape_model(models_[g], shape);
    const double error = std::sqrt(mix(grid).variance);
    return {estimate, error, std::abs(estimate) + quantile_ * error};
  }

 private:
  std::span<const double> z_;
  double quantile_;
  bool flat_;
  std::vector<Model> models_;
};

// Positions of the values that count.
std::vector<std::size_t> kept_positions(std::size_t count, std::span<const std::size_t> left_out) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::binary_search(left_out.begin(), left_out.end(), i)) kept.push_back(i);
  }
  return kept;
}

bool beyond(const LevelDifference& difference, double quantile, double margin) {
  return std::abs(difference.estimate) - quantile * difference.standard_error > margin;
}

// `z`: batches, at least 4. Stretches are positions among them.
LevelClaim claim_on_batches(std::span<const double> z, double margin) {
  const std::size_t k = z.size();
  const double freedom = static_cast<double>(k - 2);
  const Engine engine(z);
  LevelClaim claim{};
  claim.batches = k;
  claim.least_stretch = std::max(kShortestStretch, (k + kStretchesInWindow - 1) / kStretchesInWindow);
  claim.drift = engine.difference(line(k));
  claim.refuted_by_drift = beyond(claim.drift, student_quantile(1 - kRefutedTail, freedom), margin);
  const double wide = student_quantile(1 - kRefutedTail / static_cast<double>(k), freedom);
  each_stretch(k, claim.least_stretch, [&](std::size_t begin, std::size_t end) {
    const LevelDifference difference = engine.difference(stretch(begin, end, k));
    claim.refuted_by_stretch = claim.refuted_by_stretch || beyond(difference, wide, margin);
    if (claim.stretches++ > 0 && difference.bound <= claim.stretch.bound) return;
    claim.stretch = difference;
    claim.stretch_begin = begin;
    claim.stretch_end = end;
  });
  const double upper = student_quantile(kUpperTail, freedom);
  claim.drift_half_width = upper * claim.drift.standard_error;
  claim.resolution = (upper + student_quantile(kPower, freedom)) * claim.drift.standard_error;
  const bool shown = claim.drift.bound < margin && claim.stretch.bound < margin;
  const bool refuted = claim.refuted_by_drift || claim.refuted_by_stretch;
  claim.state = shown ? ClaimState::shown : refuted ? ClaimState::refuted : ClaimState::cannot_tell;
  return claim;
}

}  // namespace

std::optional<LevelClaim> level_claim(std::span<const double> values, std::span<const std::size_t> left_out,
                                      double margin) {
  const std::vector<std::size_t> kept = kept_positions(values.size(), left_out);
  if (kept.size() < kLeastValues) return std::nullopt;
  std::vector<double> z;
  for (const std::size_t i : kept) z.push_back(values[i]);
  const double level = *median(z);
  if (!(level > 0)) return std::nullopt;
  for (double& value : z) value = (value - level) / level;
  const std::vector<double> batches = batches_for_error(z);
  LevelClaim claim = claim_on_batches(batches, margin);
  const std::size_t size = z.size() <= kMaxBatches ? 1 : (z.size() + kMaxBatches - 1) / kMaxBatches;
  const std::size_t first = z.size() - size * batches.size();
  claim.stretch_begin = kept[first + claim.stretch_begin * size];
  claim.stretch_end = kept[first + claim.stretch_end * size - 1] + 1;
  claim.least_stretch *= size;
  return claim;
}

}  // namespace ssdetect
