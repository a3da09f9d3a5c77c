// Closed forms: df 1 (Cauchy), df 2, whole df as finite sums (Abramowitz & Stegun 26.7.3 and 26.7.4), large
// df against the normal with its first corrections.
#include "stats/distributions.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/stats/vectors.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

Approx near(double value, double epsilon = 1e-12) { return Approx(value).scale(0).epsilon(epsilon); }

double cauchy_two_sided_p(double t) { return 2 / std::numbers::pi * std::atan2(1, t); }

// 1 - A(t | df) by the finite sums, df whole and at least 2.
double summed_two_sided_p(double t, int df) {
  const double theta = std::atan(t / std::sqrt(df)), cosine = std::cos(theta), sine = std::sin(theta);
  const bool odd = df % 2 == 1;
  double term = odd ? cosine : 1, sum = term;
  for (int k = odd ? 3 : 2; k < df; k += 2) {
    term *= cosine * cosine * (k - 1) / k;
    sum += term;
  }
  if (!odd) return 1 - sine * sum;
  return 1 - 2 / std::numbers::pi * (theta + sine * sum);
}

}  // namespace

TEST_CASE("normal p at known points") {
  CHECK(normal_two_sided_p(0) == 1);
  CHECK(normal_two_sided_p(1.959963984540054) == near(0.05));
  CHECK(normal_two_sided_p(-2.5758293035489004) == near(0.01));
}

TEST_CASE("Student p with 1 degree of freedom is the Cauchy tail") {
  for (const double t : {1e-3, 0.1, 0.5, 1.0, 1.5, 2.0, 12.7, 1e3, 1e8}) {
    CHECK(student_two_sided_p(t, 1) == near(cauchy_two_sided_p(t)));
    CHECK(student_two_sided_p(-t, 1) == student_two_sided_p(t, 1));
  }
  CHECK(student_two_sided_p(0, 1) == 1);
}

TEST_CASE("Student p with whole degrees of freedom is a finite sum") {
  for (const int df : {2, 3, 4, 5, 8, 13, 28, 29, 30, 98, 199, 200, 201, 998}) {
    for (const double t : {0.01, 0.5, 1.0, 1.5, 1.8, 2.0, 2.5, 4.0}) {
      CHECK(student_two_sided_p(t, df) == Approx(summed_two_sided_p(t, df)).scale(1e-2).epsilon(1e-11));
    }
  }
}

TEST_CASE("Student p with 2 degrees of freedom keeps its digits in the tail") {
  for (const double t : {10.0, 1e3, 1e6}) {
    const double root = std::sqrt(2 + t * t);
    CHECK(student_two_sided_p(t, 2) == near(2 / (root * (root + t))));
  }
}

TEST_CASE("Student p with many degrees of freedom") {
  // mpmath 1.3.0, 40 digits: betainc(df/2, 1/2, 0, df/(df+t^2), regularized=True).
  CHECK(student_two_sided_p(0.5, 1e4) == near(0.6170860793232334));
  CHECK(student_two_sided_p(2, 1e4) == near(0.04552726066143544));
  CHECK(student_two_sided_p(3, 1e4) == near(0.002706448189997666));
  CHECK(student_two_sided_p(0.5, 1e6) == near(0.6170751874723714));
  CHECK(student_two_sided_p(2, 1e6) == near(0.04550053385131921));
  CHECK(student_two_sided_p(3, 1e6) == near(0.002699862541421797));
}

TEST_CASE("no argument throws, and none leaves the range of a probability") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double df : {1.0, 2.0, 3.0, 1e3, 1e9, 1e18, infinity}) {
    for (const double t : {0.0, 5e-324, 1e-300, 1e-8, 40.0, 1e8, 1e160, 1e308}) {
      CHECK(student_two_sided_p(t, df) >= 0);
      CHECK(student_two_sided_p(t, df) <= 1);
    }
    CHECK(student_two_sided_p(infinity, df) == 0);
    CHECK(student_two_sided_p(-infinity, df) == 0);
    CHECK(std::isnan(student_two_sided_p(std::nan(""), df)));
    CHECK(std::isfinite(student_quantile(0.975, df)));
  }
}

TEST_CASE("Student quantiles with 1 and 2 degrees of freedom have closed forms") {
  for (const double p : {1e-9, 0.025, 0.2, 0.4, 0.6, 0.975, 0.995}) {
    CHECK(student_quantile(p, 1) == near(-1 / std::tan(std::numbers::pi * p)));
    CHECK(student_quantile(p, 2) == near((2 * p - 1) / std::sqrt(2 * p * (1 - p))));
  }
  CHECK(student_quantile(0.5, 3) == 0);
}

TEST_CASE("Student quantiles invert Student p") {
  for (const double df : {0.5, 3.0, 4.0, 9.0, 29.0, 100.0, 1e4, 1e6}) {
    for (const double q : {1e-20, 1e-6, 0.025, 0.2}) {
      const double t = student_quantile(q, df);
      CHECK(t < 0);
      CHECK(student_two_sided_p(t, df) == near(2 * q));
    }
  }
}

TEST_CASE("Student quantiles agree with the packages' half-widths") {
  for (const testing::Vector& vector : testing::vectors()) {
    for (const int batches : {5, 10, 20, 30}) {
      const std::string key = ".nb" + std::to_string(batches);
      if (!vector.expects("bm.se" + key) || *vector.expect.at("bm.se" + key) == 0) continue;
      const double theirs = *vector.expect.at("bm.half95" + key) / *vector.expect.at("bm.se" + key);
      CHECK(student_quantile(0.975, batches - 1) == near(theirs, 1e-9));
    }
  }
}
