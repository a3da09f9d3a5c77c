// Against METHOD.md's examples and a few cells of its tables. Twin: the weights and the error of a shape by
// regression on transformed columns, solved by Gram-Schmidt, and the correlations written out.
#include "stats/level_claim.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "stats/ar1_mixture.h"
#include "stats/moments.h"
#include "tests/stats/method_series.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

using Column = std::vector<long double>;

long double dot(const Column& a, const Column& b) {
  long double sum = 0;
  for (std::size_t t = 0; t < a.size(); ++t) sum += a[t] * b[t];
  return sum;
}

Column transformed(Column x, long double phi) {
  for (std::size_t t = x.size(); t-- > 1;) x[t] -= phi * x[t - 1];
  x[0] *= std::sqrt(1 - phi * phi);
  return x;
}

Column less_projection(const Column& x, const Column& onto) {
  Column rest = x;
  const long double factor = dot(x, onto) / dot(onto, onto);
  for (std::size_t t = 0; t < x.size(); ++t) rest[t] -= factor * onto[t];
  return rest;
}

double error_by_columns(const std::vector<double>& z, const Column& shape, double scale) {
  const std::size_t k = z.size();
  const Column ones(k, 1), y(z.begin(), z.end());
  Column contrast = less_projection(shape, ones);
  const long double length = dot(contrast, contrast);
  for (long double& c : contrast) c *= scale / length;
  long double total = 0, variance = 0;
  for (std::size_t g = 0; g < kPhiGridSize; ++g) {
    const long double phi = phi_of_grid(g);
    const Column a = transformed(ones, phi), h = less_projection(transformed(shape, phi), a);
    const Column rest = less_projection(less_projection(transformed(y, phi), a), h);
    const long double determinant = dot(a, a) * dot(h, h), residual = dot(rest, rest);
    const long double freedom = static_cast<long double>(k - 2);
    const long double weight = std::sqrt((1 - phi * phi) / determinant) * std::pow(residual, -freedom / 2);
    long double spread = 0;
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j < k; ++j) {
        spread += contrast[i] * contrast[j] *
                  (i == j ? 1 : std::pow(phi, static_cast<long double>(i > j ? i - j : j - i)));
      }
    }
    total += weight;
    variance += weight * residual / (freedom * (1 - phi * phi)) * spread;
  }
  return static_cast<double>(std::sqrt(variance / total));
}

std::vector<double> relative(std::vector<double> y) {
  const double level = *median(y);
  for (double& value : y) value = value / level - 1;
  return y;
}

std::string word(ClaimState state) {
  if (state == ClaimState::cannot_tell) return "cannot tell";
  return state == ClaimState::shown ? "shown" : "refuted";
}

// Level 100, drift over the whole, noise of standard deviation `scatter`.
std::vector<double> drifting(testing::Noise& noise, std::size_t n, double drift, double scatter, double phi) {
  std::vector<double> y = noise.series(n, phi);
  for (std::size_t t = 0; t < n; ++t) {
    y[t] = 100 * (1 + drift * static_cast<double>(t) / static_cast<double>(n - 1)) * (1 + scatter * y[t]);
  }
  return y;
}

}  // namespace

TEST_CASE("level claims agree with METHOD.md's examples") {
  for (const auto which : {testing::Example::flat, testing::Example::step, testing::Example::line}) {
    const std::string title = testing::title_of(which);
    const auto drift = testing::numbers_in(testing::golden_line(title, "C drift, se, d.f."));
    const auto worst = testing::numbers_in(testing::golden_line(title, "C worst stretch, est, se, bound"));
    if (drift.empty()) {
      MESSAGE("skipped: no shared golden file");
      return;
    }
    const LevelClaim ours = *level_claim(testing::example(which));
    CHECK(testing::as_printed(ours.drift.estimate, drift.at(0)));
    CHECK(testing::as_printed(ours.drift.standard_error, drift.at(1)));
    CHECK(static_cast<double>(ours.batches - 2) == drift.at(2));
    CHECK(static_cast<double>(ours.stretch_begin) == worst.at(0));
    CHECK(static_cast<double>(ours.stretch_end) == worst.at(1));
    CHECK(testing::as_printed(ours.stretch.estimate, worst.at(2)));
    CHECK(testing::as_printed(ours.stretch.standard_error, worst.at(3)));
    CHECK(testing::as_printed(ours.stretch.bound, worst.at(4)));
    CHECK(static_cast<double>(ours.stretches) == worst.at(5));
    const std::string resolution = testing::golden_line(title, "C resolution (t.975+t.8) se");
    CHECK(testing::as_printed(ours.resolution, testing::numbers_in(resolution).at(0)));
    CHECK(testing::golden_line(title, "C verdict (margin .05)").find(word(ours.state)) != std::string::npos);
  }
}

TEST_CASE("errors of drift and stretch agree with columns written out") {
  testing::Noise noise(3);
  for (const std::size_t n : {4, 9, 24}) {
    for (const double phi : {0.0, 0.7}) {
      const std::vector<double> y = drifting(noise, n, .02, .02, phi), z = relative(y);
      const LevelClaim ours = *level_claim(y);
      Column time(n), inside(n, 0);
      for (std::size_t t = 0; t < n; ++t) time[t] = static_cast<long double>(t);
      const double last = static_cast<double>(n - 1);
      CHECK(ours.drift.standard_error == Approx(error_by_columns(z, time, last)).epsilon(1e-9));
      for (std::size_t t = ours.stretch_begin; t < ours.stretch_end; ++t) inside[t] = 1;
      CHECK(ours.stretch.standard_error == Approx(error_by_columns(z, inside, 1)).epsilon(1e-9));
    }
  }
}

TEST_CASE("nothing is claimed from three values, everything from equal ones") {
  CHECK_FALSE(level_claim(std::vector<double>{1, 1, 1}));
  CHECK_FALSE(level_claim(std::vector<double>{0, 0, 0, 0}));
  CHECK_FALSE(level_claim(std::vector<double>{1, 1, 9, 1}, std::vector<std::size_t>{2}));
  const LevelClaim equal = *level_claim(std::vector<double>(12, 0.1));
  CHECK(equal.state == ClaimState::shown);
  CHECK(equal.drift.bound == 0);
  CHECK(equal.stretch.bound == 0);
  CHECK(equal.resolution == 0);
}

TEST_CASE("blips do not count, and stretches are told by the positions of all") {
  const std::vector<double> flat = testing::example(testing::Example::flat);
  std::vector<double> blipped = flat;
  blipped.insert(blipped.begin() + 5, 30);
  const LevelClaim plain = *level_claim(flat);
  const LevelClaim ours = *level_claim(blipped, std::vector<std::size_t>{5});
  CHECK(ours.drift.bound == plain.drift.bound);
  CHECK(ours.stretch_begin == plain.stretch_begin + 1);
  CHECK(ours.stretch_end == plain.stretch_end + 1);
  CHECK(level_claim(blipped)->state == ClaimState::cannot_tell);
}

TEST_CASE("long windows are batched, and stretches told in values") {
  testing::Noise noise(4);
  const LevelClaim claim = *level_claim(drifting(noise, 1203, 0, .01, 0));
  CHECK(claim.batches == 38);  // of ceil(1203 / 40) = 31
  CHECK(claim.least_stretch == 7 * 31);
  CHECK((claim.stretch_end - claim.stretch_begin) % 31 == 0);
  CHECK(claim.stretch_end <= 1203);
  CHECK(claim.state == ClaimState::shown);
}

// METHOD.md section C; 300 runs a cell here, within four binomial standard deviations and its rounding.
TEST_CASE("level claims are right and wrong as often as METHOD.md measured") {
  struct Cell {
    std::size_t n;
    double drift, scatter, phi, shown, refuted;
  };
  constexpr int kRuns = 300;
  for (const Cell& cell :
       {Cell{8, 0, .01, 0, .95, 0}, Cell{20, 0, .02, 0, .78, 0}, Cell{12, 0, .02, .6, .36, 0},
        Cell{12, .075, .01, .3, .003, -1}, Cell{16, .1, .01, 0, .002, .72}}) {
    testing::Noise noise(cell.n);
    double shown = 0, refuted = 0;
    for (int run = 0; run < kRuns; ++run) {
      const LevelClaim claim = *level_claim(drifting(noise, cell.n, cell.drift, cell.scatter, cell.phi));
      shown += (claim.state == ClaimState::shown) / double{kRuns};
      refuted += (claim.state == ClaimState::refuted) / double{kRuns};
    }
    const auto bound = [](double p) { return 4 * std::sqrt(p * (1 - p) / kRuns) + .015; };
    CHECK(std::abs(shown - cell.shown) < bound(cell.shown));
    if (cell.refuted >= 0) CHECK(std::abs(refuted - cell.refuted) < bound(cell.refuted));
  }
}
