// The normal tail is erfc. The Student tail is the regularised incomplete beta function I_x(df/2, 1/2) at
// x = df / (df + t^2), by its continued fraction (Abramowitz & Stegun 26.5.8, 26.7.1; evaluated as in Lentz
// 1976). Its factor Gamma(a + 1/2) / Gamma(a) is taken as one ratio, because the difference of two large
// log-gammas loses digits. Quantiles solve tail(x) = q by Newton's method on log tail against log x: concave
// for both, and nearly straight in the heavy tail of few degrees of freedom, so about ten steps do,
// from a bracket found by doubling. Covered
// by tests/stats/distributions_test.cpp.
#include "stats/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace ssdetect {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
// The fraction needs about sqrt(df) terms: this serves 1e8 degrees of freedom.
constexpr int kMaxTerms = 20'000;
constexpr int kMaxNewtonSteps = 100;
constexpr double kConverged = 8 * kRounding;  // below this, steps follow the rounding of the tail
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

// b0 + a1 / (b1 + a2 / (b2 + ...)) by Lentz's method: the value so far is the product of all c * d.
class Fraction {
 public:
  explicit Fraction(double b0) : c_(b0), value_(b0) {}

  // Returns the factor by which the term changes the value.
  double advance(double a, double b) {
    d_ = 1 / (b + a * d_);
    c_ = b + a / c_;
    value_ *= c_ * d_;
    return c_ * d_;
  }
  double value() const { return value_; }

 private:
  double c_, d_ = 0, value_;
};

// I_x(a, b) is x^a y^b / B(a, b) over this; y = 1 - x comes with its own digits, since x may be close to 1.
double beta_fraction(double x, double y, double a, double b) {
  const auto partial_b = [=](double m) {
    return m + m * (b - m) * x / (a + 2 * m - 1) +
           (a + m) * (a * y - b * x + 1 + m * (2 - x)) / (a + 2 * m + 1);
  };
  const auto partial_a = [=](double m) {
    const double denominator = a + 2 * m - 1;
    return m * (a + m - 1) / denominator * ((a + b + m - 1) / denominator) * (b - m) * x * x;
  };
  Fraction fraction(a * (a * y - b * x + 1) / (a + 1));
  for (int m = 1; m <= kMaxTerms; ++m) {
    if (std::abs(fraction.advance(partial_a(m), partial_b(m)) - 1) < kRounding) break;
  }
  return fraction.value();
}

double student_density(double t, double df) {
  const double scale = half_step_gamma_ratio(df / 2) / std::sqrt(df * std::numbers::pi);
  return scale * std::exp(-(df + 1) / 2 * std::log1p(t * t / df));
}

double normal_density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }

// The x > 0 beyond which (and below -x) lies probability `q`, of a symmetric distribution. A step that leaves
// the bracket, or is none because the tail underflowed, halves it instead.
template <typename TwoSided, typename Density>
double invert_two_sided(double q, TwoSided two_sided_p, Density density) {
  double low = 0, high = 1;
  for (; two_sided_p(high) > q; high *= 2) low = high;
  double x = high;
  for (int step = 0; step < kMaxNewtonSteps; ++step) {
    const double tail = two_sided_p(x);
    (tail > q ? low : high) = x;
    double next = x * std::exp(tail * std::log(tail / q) / (2 * density(x) * x));
    if (std::abs(next - x) <= kConverged * x) return next;
    if (!(next > low && next < high)) next = std::midpoint(low, high);
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
  if (x < (a + 1) / (a + b + 2)) return factor / beta_fraction(x, rest, a, b);
  return 1 - factor / beta_fraction(rest, x, b, a);
}

double student_quantile(double p, double degrees_of_freedom) {
  return by_symmetry(p, [df = degrees_of_freedom](double q) {
    return invert_two_sided(
        q, [df](double t) { return student_two_sided_p(t, df); },
        [df](double t) { return student_density(t, df); });
  });
}

}  // namespace ssdetect
