// The normal tail is the standard library's erfc, the Student t and beta distributions are Boost.Math's.
// Tests: tests/stats/distributions_test.cpp.
#include "stats/distributions.h"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>

namespace ssdetect {
namespace {

namespace policies = boost::math::policies;

// What cannot be computed is NaN, 0 or infinite: no exception passes through the analysis. Doubles are not
// promoted to long double, which would take four to six times as long for digits beyond the twelve that are
// tested.
using Quiet = policies::policy<
    policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
    policies::overflow_error<policies::ignore_error>, policies::evaluation_error<policies::ignore_error>,
    policies::rounding_error<policies::ignore_error>, policies::promote_double<false>>;
using Student = boost::math::students_t_distribution<double, Quiet>;
using Beta = boost::math::beta_distribution<double, Quiet>;

}  // namespace

double normal_two_sided_p(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double student_two_sided_p(double t, double degrees_of_freedom) {
  return 2 * boost::math::cdf(boost::math::complement(Student(degrees_of_freedom), std::abs(t)));
}

double student_quantile(double p, double degrees_of_freedom) {
  return boost::math::quantile(Student(degrees_of_freedom), p);
}

double beta_quantile(double p, double a, double b) { return boost::math::quantile(Beta(a, b), p); }

}  // namespace ssdetect
