// Twins: S and ties from every pair, exact p from every order, the correction from its formula term by term.
#include "stats/mann_kendall.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/distributions.h"
#include "tests/stats/vectors.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

constexpr TrendRule kDefault{.average_ranks = true,
                             .floor_correction_at_one = true,
                             .exact_when_small = true,
                             .flat_is_significant = false};
constexpr TrendRule kReference{.average_ranks = false,
                               .floor_correction_at_one = false,
                               .exact_when_small = false,
                               .flat_is_significant = true};

double sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

double s_by_pairs(const std::vector<double>& x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) s += sign(x[j] - x[i]);
  }
  return s;
}

// The share of all orders of n values with |S| at least `s`.
double exact_p_by_enumeration(double s, int n) {
  std::vector<double> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0.0);
  double reached = 0, all = 0;
  do {
    reached += std::abs(s_by_pairs(order)) >= std::abs(s);
    ++all;
  } while (std::next_permutation(order.begin(), order.end()));
  return reached / all;
}

// Average or ordinal rank of x[i], from every pair.
double rank_by_pairs(const std::vector<double>& x, std::size_t i, bool average) {
  double rank = 1;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (x[j] < x[i]) rank += 1;
    if (j != i && x[j] == x[i]) rank += average ? 0.5 : j < i;
  }
  return rank;
}

double correction_by_formula(const std::vector<double>& x, bool average) {
  const double n = static_cast<double>(x.size()), middle = (n + 1) / 2;
  std::vector<double> ranks;
  for (std::size_t i = 0; i < x.size(); ++i) ranks.push_back(rank_by_pairs(x, i, average) - middle);
  double power = 0, sum = 0;
  for (const double rank : ranks) power += rank * rank;
  for (std::size_t k = 1; k < x.size(); ++k) {
    double product = 0;
    for (std::size_t i = 0; i + k < x.size(); ++i) product += ranks[i] * ranks[i + k];
    const double rest = n - static_cast<double>(k), r = product / power;
    if (std::abs(r) > 1.96 / std::sqrt(n)) sum += rest * (rest - 1) * (rest - 2) * r;
  }
  return 1 + 2 / (n * (n - 1) * (n - 2)) * sum;
}

std::vector<double> rising(std::size_t n) {
  std::vector<double> x(n);
  std::iota(x.begin(), x.end(), 1.0);
  return x;
}

}  // namespace

TEST_CASE("rank trends need 2 and 3 values") {
  CHECK_FALSE(mann_kendall(std::vector<double>{1}));
  CHECK(mann_kendall(std::vector<double>{1, 2})->s == 1);
  CHECK_FALSE(corrected_mann_kendall(std::vector<double>{1, 2}, kDefault));
  CHECK(corrected_mann_kendall(std::vector<double>{1, 2, 3}, kDefault));
}

TEST_CASE("S by merging agrees with S by pairs, with and without ties") {
  for (std::size_t n = 2; n < 60; ++n) {
    for (const int levels : {1, 2, 3, 10, 1000}) {
      const std::vector<double> x = testing::tied(n, levels, 31 * n + static_cast<std::size_t>(levels));
      CHECK(mann_kendall(x)->s == s_by_pairs(x));
    }
  }
  const std::vector<double> x = testing::tied(1500, 700, 9);
  CHECK(mann_kendall(x)->s == s_by_pairs(x));
}

TEST_CASE("exact p agrees with every order") {
  for (int n = 2; n <= 7; ++n) {
    const int pairs = n * (n - 1) / 2;
    for (int s = -pairs; s <= pairs; s += 2) {
      CHECK(mann_kendall_exact_p(s, n) == Approx(exact_p_by_enumeration(s, n)).epsilon(1e-12));
    }
  }
}

TEST_CASE("a strictly monotone series has the exact p 2/n!") {
  CHECK(mann_kendall_exact_p(6, 4) == Approx(2.0 / 24));
  CHECK(mann_kendall_exact_p(-45, 10) == Approx(2.0 / 3628800).scale(0).epsilon(1e-12));
  CHECK(mann_kendall_exact_p(435, 30) == Approx(2 / std::tgamma(31)).scale(0).epsilon(1e-12));
}

TEST_CASE("the exact p is taken for up to 10 values without ties and with correction 1") {
  const RankTrend four = *corrected_mann_kendall(rising(4), kDefault);
  CHECK(four.correction == 1);
  CHECK(four.p == Approx(1.0 / 12));
  TrendRule normal = kDefault;
  normal.exact_when_small = false;
  CHECK(corrected_mann_kendall(rising(4), normal)->p == normal_two_sided_p(four.z));

  const RankTrend tied = *corrected_mann_kendall(std::vector<double>{1, 2, 2, 3}, kDefault);
  CHECK(tied.p == normal_two_sided_p(tied.z));

  const std::vector<double> noise = testing::uniform(11, 4);
  REQUIRE(corrected_mann_kendall(noise, kDefault)->correction == 1);
  CHECK(corrected_mann_kendall(noise, kDefault)->p ==
        normal_two_sided_p(corrected_mann_kendall(noise, kDefault)->z));
}

TEST_CASE("a correction above 1 rules the exact p out") {
  const RankTrend ten = *corrected_mann_kendall(rising(10), kDefault);
  REQUIRE(ten.correction > 1);
  CHECK(ten.p == normal_two_sided_p(ten.z));
}

TEST_CASE("a flat series is no trend, or a certain one by rule") {
  const std::vector<double> flat(12, 7.25);
  CHECK(mann_kendall(flat)->variance == 0);
  CHECK(mann_kendall(flat)->z == 0);
  CHECK(mann_kendall(flat)->p == 1);
  CHECK(corrected_mann_kendall(flat, kDefault)->p == 1);
  CHECK(corrected_mann_kendall(flat, kReference)->p == 0);
}

TEST_CASE("the correction of a long series, by transform, is that of the plain sums to the last place") {
  std::vector<double> x = testing::tied(700, 300, 8);
  std::partial_sum(x.begin(), x.end(), x.begin());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= 149.5 * static_cast<double>(i);
  CHECK(corrected_mann_kendall(x, kReference)->correction ==
        Approx(correction_by_formula(x, false)).scale(0).epsilon(1e-14));
}

TEST_CASE("the correction agrees with its formula; only the floor differs") {
  for (std::size_t seed = 1; seed <= 40; ++seed) {
    // A random walk, so that lags are significant on both sides of 1.
    std::vector<double> x = testing::tied(5 + 3 * seed, 7, seed);
    if (seed % 2 == 0) std::partial_sum(x.begin(), x.end(), x.begin());
    for (const bool average : {true, false}) {
      const double formula = correction_by_formula(x, average);
      TrendRule rule = kReference;
      rule.average_ranks = average;
      CHECK(corrected_mann_kendall(x, rule)->correction == Approx(formula <= 0 ? 1 : formula).epsilon(1e-12));
      rule.floor_correction_at_one = true;
      CHECK(corrected_mann_kendall(x, rule)->correction == Approx(std::max(1.0, formula)).epsilon(1e-12));
    }
  }
}
