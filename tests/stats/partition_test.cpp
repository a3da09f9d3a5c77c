// Twins: every partition into constants and lines, tried one by one; the same search without pruning.
#include "stats/partition.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/stats/method_series.h"

using namespace ssdetect;
using doctest::Approx;

namespace {

double price(const SeriesSums& series, const std::vector<Piece>& pieces, double penalty) {
  double total = 0;
  for (const Piece& piece : pieces) {
    total += series.squares(piece) + penalty * (piece.line ? kLinePrice : kConstantPrice);
  }
  return total;
}

double least_price(const SeriesSums& series, double penalty, std::vector<Piece>& pieces) {
  const std::size_t begin = pieces.empty() ? 0 : pieces.back().end;
  if (begin == series.size()) return price(series, pieces, penalty);
  double least = INFINITY;
  for (std::size_t end = begin + 1; end <= series.size(); ++end) {
    for (const bool line : {false, true}) {
      if (!series.admissible({begin, end, line})) continue;
      pieces.push_back({begin, end, line});
      least = std::min(least, least_price(series, penalty, pieces));
      pieces.pop_back();
    }
  }
  return least;
}

// Dynamic programming that tries every beginning.
double least_price_unpruned(const SeriesSums& series, double penalty) {
  std::vector<double> best(series.size() + 1, INFINITY);
  best[0] = 0;
  for (std::size_t end = 1; end <= series.size(); ++end) {
    for (std::size_t begin = 0; begin < end; ++begin) {
      for (const Piece& piece : {Piece{begin, end, false}, Piece{begin, end, true}}) {
        if (series.admissible(piece))
          best[end] = std::min(best[end], best[begin] + price(series, {piece}, penalty));
      }
    }
  }
  return best.back();
}

// Squares of a fit, by adding up residuals in long double.
double squares_by_adding(const std::vector<double>& y, const Piece& piece) {
  const long double count = static_cast<long double>(piece.end - piece.begin);
  long double mean = 0, middle = 0, ty = 0, tt = 0, sum = 0;
  for (std::size_t i = piece.begin; i < piece.end; ++i) mean += y[i] / count, middle += i / count;
  for (std::size_t i = piece.begin; i < piece.end; ++i)
    ty += (i - middle) * y[i], tt += (i - middle) * (i - middle);
  for (std::size_t i = piece.begin; i < piece.end; ++i) {
    const long double rest = y[i] - mean - (piece.line ? ty / tt * (i - middle) : 0);
    sum += rest * rest;
  }
  return static_cast<double>(sum);
}

std::vector<double> two_steps(std::size_t n, std::uint64_t seed) {
  testing::Noise noise(seed);
  std::vector<double> y = noise.series(n, .3);
  for (std::size_t i = 0; i < n; ++i)
    y[i] = 2 + .02 * y[i] + (i >= n / 3 ? .1 : 0) - (i >= 2 * n / 3 ? .15 : 0);
  return y;
}

}  // namespace

TEST_CASE("fits of pieces agree with residuals added up") {
  const std::vector<double> y = two_steps(60, 1);
  const SeriesSums series(y, {});
  for (const Piece& piece :
       {Piece{0, 60, false}, Piece{0, 60, true}, Piece{7, 19, true}, Piece{50, 53, false}}) {
    CHECK(series.squares(piece) == Approx(squares_by_adding(y, piece)).epsilon(1e-10));
    double squares = 0;
    for (const double rest : series.residuals(std::vector<Piece>{piece})) squares += rest * rest;
    CHECK(squares == Approx(series.squares(piece)).epsilon(1e-10));
  }
}

TEST_CASE("the optimal partition is as cheap as the cheapest of all") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const std::vector<double> y = two_steps(11, seed);
    for (const auto& left_out : {std::vector<std::size_t>{}, {3}, {0, 5}, {9, 10}, {2, 3, 4, 6}}) {
      const SeriesSums series(y, left_out);
      for (const double penalty : {0.0, 1e-4, 6e-4, 2.5e-3, 2e-2}) {
        const std::vector<Piece> ours = optimal_partition(series, penalty);
        for (const Piece& piece : ours) CHECK(series.admissible(piece));
        std::vector<Piece> none;
        CHECK(price(series, ours, penalty) == Approx(least_price(series, penalty, none)).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("pruning loses nothing in long series") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const SeriesSums series(two_steps(160, seed), std::vector<std::size_t>{1, 50, 52, 54, 55, 56, 100, 158});
    for (const double penalty : {1e-5, 2e-4, 8e-4, 3e-3, 5e-2}) {
      const double ours = price(series, optimal_partition(series, penalty), penalty);
      CHECK(ours == Approx(least_price_unpruned(series, penalty)).epsilon(1e-9));
    }
  }
}

TEST_CASE("pieces cover the series, and steps are found where they are") {
  const std::vector<double> y = two_steps(300, 5);
  const std::vector<Piece> pieces = optimal_partition(SeriesSums(y, {}), .02);
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[0].begin == 0);
  CHECK(pieces[1].begin == 100);
  CHECK(pieces[2].begin == 200);
  CHECK(pieces[2].end == 300);
  const std::vector<Piece> one = optimal_partition(SeriesSums(std::vector<double>{1}, {}), .1);
  CHECK(one.size() == 1);
}
