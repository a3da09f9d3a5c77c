// Partitions optimal at 19 prices, one constant and one line are candidates; their residuals give an AR(1)
// noise, and the least of a likelihood with a price for each parameter wins (a BIC of its own). Series of
// more than 1,000 values are cut into cells first, judged by their medians; each change-point is then fitted
// again at full resolution, and so is the choice between line and constant, which cells can distort. The set
// for a change-point inverts the likelihood ratio (Hansen 2000). METHOD.md section D has the simulated rates;
// covered by tests/stats/change_points_test.cpp.
#include "stats/change_points.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stats/moments.h"

namespace ssdetect {
namespace {

constexpr std::size_t kMostCells = 1000;
constexpr std::size_t kRefitCells = 2;            // how far a change-point may move at full resolution
constexpr int kFirstPrice = -8, kLastPrice = 10;  // change^2 * 2^(j / 2)
constexpr double kMostCorrelation = 0.9;
// (2 + 8 / N) ln N a parameter: at 2, short series show changes that are none.
constexpr double kParameterPrice = 2, kParameterPriceShort = 8;
constexpr std::size_t kValuesPerParameter = 3;
constexpr double kSetHeight = 7.35;  // -2 ln(1 - sqrt(0.95)): Hansen 2000

double square(double x) { return x * x; }

double count_of(const SeriesSums& series) { return series.weight(0, series.size()); }

std::size_t parameters(std::span<const Piece> pieces) {
  std::size_t count = pieces.size() - 1;
  for (const Piece& piece : pieces) count += piece.line ? 2 : 1;
  return count;
}

bool affordable(const SeriesSums& series, std::span<const Piece> pieces) {
  return parameters(pieces) <= static_cast<std::size_t>(count_of(series)) / kValuesPerParameter + 1;
}

// --- Choice ---

struct Candidate {
  std::vector<Piece> pieces;
  double score;
};

class Choice {
 public:
  Choice(const SeriesSums& series, const ChangeRules& rules) : series_(series), rules_(rules) {}

  void offer(std::vector<Piece> pieces) {
    if (!affordable(series_, pieces)) return;
    const double score = noise_around(series_, pieces, rules_).score;
    if (best_.pieces.empty() || score < best_.score) best_ = {std::move(pieces), score};
  }
  const std::vector<Piece>& best() const { return best_.pieces; }

 private:
  const SeriesSums& series_;
  const ChangeRules& rules_;
  Candidate best_{};
};

std::vector<Piece> chosen_partition(const SeriesSums& series, const ChangeRules& rules) {
  Choice choice(series, rules);
  choice.offer({{0, series.size(), false}});
  if (series.admissible({0, series.size(), true})) choice.offer({{0, series.size(), true}});
  for (int j = kFirstPrice; j <= kLastPrice; ++j) {
    std::vector<Piece> pieces = optimal_partition(series, square(rules.change) * std::exp2(j / 2.0));
    if (pieces.size() == 1 && !pieces[0].line) break;  // nothing is cheaper at a higher price
    choice.offer(std::move(pieces));
  }
  return choice.best();
}

// --- Cells ---

struct Cells {
  std::size_t size;
  std::vector<double> medians;
  std::vector<std::size_t> empty;  // nothing in them counts
};

Cells cells_of(std::span<const double> values, const SeriesSums& series) {
  Cells cells{(values.size() + kMostCells - 1) / kMostCells, {}, {}};
  for (std::size_t begin = 0; begin < values.size(); begin += cells.size) {
    std::vector<double> inside;
    for (std::size_t i = begin; i < std::min(begin + cells.size, values.size()); ++i) {
      if (series.counts(i)) inside.push_back(values[i]);
    }
    if (inside.empty()) cells.empty.push_back(cells.medians.size());
    cells.medians.push_back(inside.empty() ? values[begin] : *median(inside));
  }
  return cells;
}

// Both pieces around a change-point at `at`, kinds kept; nothing where that is not possible.
std::optional<double> squares_around(const SeriesSums& series, const Piece& left, const Piece& right,
                                     std::size_t at) {
  if (at <= left.begin || at >= right.end) return std::nullopt;
  const Piece before{left.begin, at, left.line}, after{at, right.end, right.line};
  if (!series.admissible(before) || !series.admissible(after)) return std::nullopt;
  return series.squares(before) + series.squares(after);
}

void refit(const SeriesSums& series, std::vector<Piece>& pieces, std::size_t reach) {
  for (std::size_t p = 1; p < pieces.size(); ++p) {
    Piece &left = pieces[p - 1], &right = pieces[p];
    const std::size_t found = right.begin;
    std::optional<double> least;
    for (std::size_t at = found - std::min(found, reach); at <= found + reach; ++at) {
      const std::optional<double> squares = squares_around(series, left, right, at);
      if (!squares || (least && *squares >= *least)) continue;
      least = squares;
      left.end = right.begin = at;
    }
  }
}

// Line or constant, each piece anew.
void choose_kinds(const SeriesSums& series, std::vector<Piece>& pieces, const ChangeRules& rules) {
  double score = noise_around(series, pieces, rules).score;
  for (Piece& piece : pieces) {
    piece.line = !piece.line;
    const bool possible = series.admissible(piece) && affordable(series, pieces);
    const double other = possible ? noise_around(series, pieces, rules).score : score;
    if (other < score) {
      score = other;
    } else {
      piece.line = !piece.line;
    }
  }
}

std::vector<Piece> partition_by_cells(std::span<const double> values, const SeriesSums& series,
                                      const ChangeRules& rules) {
  const Cells cells = cells_of(values, series);
  std::vector<Piece> pieces = chosen_partition(SeriesSums(cells.medians, cells.empty), rules);
  for (Piece& piece : pieces) {
    piece.begin *= cells.size;
    piece.end = std::min(piece.end * cells.size, values.size());
  }
  refit(series, pieces, kRefitCells * cells.size);
  choose_kinds(series, pieces, rules);
  refit(series, pieces, kRefitCells * cells.size);
  return pieces;
}

// --- How surely ---

ChangeSet set_around(const SeriesSums& series, const Piece& left, const Piece& right,
                     const PieceNoise& noise) {
  const double rise = kSetHeight * noise.variance / square(1 - noise.correlation);
  const double highest = series.squares(left) + series.squares(right) + rise;
  ChangeSet set{right.begin, right.begin};
  for (std::size_t at = left.begin + 1; at < right.end; ++at) {
    const std::optional<double> squares = squares_around(series, left, right, at);
    if (!squares || *squares > highest) continue;
    set.low = std::min(set.low, at);
    set.high = std::max(set.high, at);
  }
  return set;
}

}  // namespace

PieceNoise noise_around(const SeriesSums& series, std::span<const Piece> pieces, const ChangeRules& rules) {
  const std::vector<double> e = series.residuals(pieces);
  double squares = e.empty() ? 0 : square(e[0]), products = 0;
  for (std::size_t t = 1; t < e.size(); ++t) {
    squares += square(e[t]);
    products += e[t] * e[t - 1];
  }
  const double phi = squares > 0 ? std::clamp(products / squares, 0.0, kMostCorrelation) : 0;
  double innovations = e.empty() ? 0 : (1 - phi * phi) * square(e[0]);
  for (std::size_t t = 1; t < e.size(); ++t) innovations += square(e[t] - phi * e[t - 1]);
  const double n = count_of(series);
  const double variance = std::max(innovations / n, square(rules.noise_floor));
  const double price = (kParameterPrice + kParameterPriceShort / n) * std::log(n);
  const double score =
      n * std::log(variance) - std::log(1 - phi * phi) + price * static_cast<double>(parameters(pieces));
  return {variance, phi, score};
}

std::optional<ChangePoints> change_points(std::span<const double> values,
                                          std::span<const std::size_t> left_out, const ChangeRules& rules) {
  const SeriesSums series(values, left_out);
  if (count_of(series) < 1) return std::nullopt;
  ChangePoints result;
  result.pieces = values.size() > kMostCells ? partition_by_cells(values, series, rules)
                                             : chosen_partition(series, rules);
  result.noise = noise_around(series, result.pieces, rules);
  result.changes.push_back({0, 0});
  for (std::size_t p = 1; p < result.pieces.size(); ++p) {
    result.changes.push_back(set_around(series, result.pieces[p - 1], result.pieces[p], result.noise));
  }
  return result;
}

}  // namespace ssdetect
