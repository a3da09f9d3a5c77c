// The normal tail is erfc. The Student tail is the regularised incomplete beta function I_x(df/2, 1/2) at
// x = df / (df + t^2), by its continued fraction (Abramowitz & Stegun 26.5.8, 26.7.1; evaluated as in Lentz
// 1976). Its factor Gamma(a + 1/2) / Gamma(a) is taken as one ratio, because the difference of two large
// log-gammas loses digits. Quantiles solve tail(x) = q by Newton's method on log tail against log x: concave
// for both, and nearly straight in the heavy tail of few degrees of freedom, so about ten steps do. Covered
// by tests/stats/distributions_test.cpp.
#include "stats/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ssdetect {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
// The fraction needs about sqrt(df) terms: this serves 1e8 degrees of freedom.
constexpr int kMaxTerms = 20'000;
constexpr int kMaxNewtonSteps = 100;
// Up to here tgamma neither overflows nor loses digits; from here the asymptotic series is exact to rounding.
constexpr double kSeriesFrom = 100;

// Gamma(a + 1/2) / Gamma(a). Tricomi & Erdelyi 1951 for large a.
double half_step_gamma_ratio(double a) {
  if (a < kSeriesFrom) return std::tgamma(a + 0.5) / std::tgamma(a);
  const double u = 1 / a;
  const double series =
      1 + u * (-1.0 / 8 + u * (1.0 / 128 + u * (5.0 / 1024 + u * (-21.0 / 32768 + u * (-399.0 / 262144)))));
  return std::sqrt(a) * series;
}

// 1 + n1 / (1 + n2 / (1 + ...)) by Lentz's method: the fraction so far is the product of all c * d.
struct Lentz {
  double c = 1, d = 0, product = 1;
  double advance(double numerator) {
    d = 1 / guarded(1 + numerator * d);
    c = guarded(1 + numerator / c);
    product *= c * d;
    return c * d;
  }
  static double guarded(double value) { return value == 0 ? std::numeric_limits<double>::min() : value; }
};

// The continued fraction of I_x(a, b), without its leading factor.
double beta_fraction(double x, double a, double b) {
  Lentz fraction;
  fraction.advance(-(a + b) * x / (a + 1));
  for (int m = 1; m <= kMaxTerms; ++m) {
    const double twice = a + 2 * m;
    fraction.advance(m * (b - m) * x / ((twice - 1) * twice));
    const double change = fraction.advance(-(a + m) * (a + b + m) * x / (twice * (twice + 1)));
    if (std::abs(change - 1) < kRounding) break;
  }
  return 1 / fraction.product;
}

double student_density(double t, double df) {
  const double scale = half_step_gamma_ratio(df / 2) / std::sqrt(df * std::numbers::pi);
  return scale * std::exp(-(df + 1) / 2 * std::log1p(t * t / df));
}

double normal_density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }

// The x > 0 beyond which (and below -x) lies probability `q`, of a symmetric distribution.
template <typename TwoSided, typename Density>
double invert_two_sided(double q, TwoSided two_sided_p, Density density) {
  double x = 1;
  for (int step = 0; step < kMaxNewtonSteps; ++step) {
    const double tail = two_sided_p(x);
    const double next = x * std::exp(tail * std::log(tail / q) / (2 * density(x) * x));
    if (std::abs(next - x) <= 2 * kRounding * x) return next;
    x = next;
  }
  return x;
}

// `upper_half(q)` is the positive value that leaves q / 2 on its right.
template <typename UpperHalf>
double by_symmetry(double p, UpperHalf upper_half) {
  if (p == 0.5) return 0;
  return p < 0.5 ? -upper_half(2 * p) : upper_half(2 * (1 - p));
}

}  // namespace

double normal_two_sided_p(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double normal_quantile(double p) {
  return by_symmetry(p, [](double q) { return invert_two_sided(q, normal_two_sided_p, normal_density); });
}

double student_two_sided_p(double t, double degrees_of_freedom) {
  const double df = degrees_of_freedom, a = df / 2, b = 0.5;
  if (t == 0) return 1;
  const double x = df / (df + t * t), rest = t * t / (df + t * t);
  // x^a (1-x)^b / B(a, b), with B(a, 1/2) = sqrt(pi) Gamma(a) / Gamma(a + 1/2).
  const double factor = half_step_gamma_ratio(a) / std::sqrt(std::numbers::pi) *
                        std::exp(-a * std::log1p(t * t / df)) * std::sqrt(rest);
  // Either fraction converges fast on its own side of the mean of the beta distribution.
  if (x < (a + 1) / (a + b + 2)) return factor * beta_fraction(x, a, b) / a;
  return 1 - factor * beta_fraction(rest, b, a) / b;
}

double student_quantile(double p, double degrees_of_freedom) {
  return by_symmetry(p, [df = degrees_of_freedom](double q) {
    return invert_two_sided(
        q, [df](double t) { return student_two_sided_p(t, df); },
        [df](double t) { return student_density(t, df); });
  });
}

}  // namespace ssdetect
