// Dynamic programming over the end of the last piece. A beginning b is pruned once another one, e, is no
// worse than b with the best line through [b, e) and nothing paid for it: whatever piece begins at b later,
// the same kind beginning at e costs no more. That holds from where such a piece may begin at e, so pruning
// takes effect only there, and the result stays exact. Covered, with a twin that tries all partitions, by
// tests/stats/partition_test.cpp.
#include "stats/partition.h"

#include <algorithm>
#include <limits>

#include "stats/moments.h"

namespace ssdetect {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kLeastForLineSquares = 3;  // fewer values leave nothing

// The cheapest way to describe all up to a position: the last piece, and what all cost.
struct Best {
  double cost = kNever;
  Piece last{0, 0, false};
};

struct Beginning {
  std::size_t at;
  std::size_t pruned_from;  // the end from which it need not be tried
  double least = kNever;    // what all up to the current end cost at least, begun here
};

class Search {
 public:
  Search(const SeriesSums& series, double penalty)
      : series_(series), penalty_(penalty), best_(series.size() + 1) {
    best_[0].cost = 0;
  }

  std::vector<Piece> run() {
    for (std::size_t end = 1; end <= series_.size(); ++end) {
      beginnings_.push_back({end - 1, series_.size() + 1});
      std::erase_if(beginnings_, [&](const Beginning& b) { return b.pruned_from <= end; });
      for (Beginning& beginning : beginnings_) try_piece(beginning, end);
      prune(end);
    }
    return trace_back();
  }

 private:
  void try_piece(Beginning& beginning, std::size_t end) {
    const std::size_t begin = beginning.at;
    const double before = best_[begin].cost;
    if (before == kNever) return;
    const SeriesSums::Squares squares = series_.squares_of_both(begin, end);
    beginning.least = before + squares.line;
    if (!series_.admissible({begin, end, false})) return;
    improve({begin, end, false}, before + squares.constant + kConstantPrice * penalty_);
    if (squares.weight < kLeastOnLine) return;
    improve({begin, end, true}, before + squares.line + kLinePrice * penalty_);
  }

  void improve(const Piece& piece, double cost) {
    if (cost < best_[piece.end].cost) best_[piece.end] = {cost, piece};
  }

  void prune(std::size_t end) {
    if (best_[end].cost == kNever) return;
    const std::size_t from = any_piece_fits_from(end);
    for (Beginning& b : beginnings_) {
      if (b.least >= best_[end].cost) b.pruned_from = std::min(b.pruned_from, from);
    }
  }

  // The first end at which a piece of either kind may have begun at `begin`.
  std::size_t any_piece_fits_from(std::size_t begin) const {
    std::size_t end = begin + kLeastPositions;
    while (end <= series_.size() && series_.weight(begin, end) < kLeastOnLine) ++end;
    return end;
  }

  std::vector<Piece> trace_back() const {
    std::vector<Piece> pieces;
    for (std::size_t end = series_.size(); end > 0; end = pieces.back().begin) {
      pieces.push_back(best_[end].last);
    }
    std::reverse(pieces.begin(), pieces.end());
    return pieces;
  }

  const SeriesSums& series_;
  double penalty_;
  std::vector<Best> best_;
  std::vector<Beginning> beginnings_;
};

}  // namespace

SeriesSums::SeriesSums(std::span<const double> values, std::span<const std::size_t> left_out)
    : level_(values.empty() ? 0 : middle_value(values)),
      middle_(static_cast<double>(values.size()) / 2),
      values_(values_less(values, level_)),
      sums_(1, Sums{}) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    Sums next = sums_.back();
    if (!std::binary_search(left_out.begin(), left_out.end(), i)) {
      const double t = static_cast<double>(i) - middle_, y = values_[i];
      next = {next.w + 1, next.t + t, next.tt + t * t, next.y + y, next.ty + t * y, next.yy + y * y};
    }
    sums_.push_back(next);
  }
}

SeriesSums::Sums SeriesSums::between(std::size_t begin, std::size_t end) const {
  const Sums &a = sums_[begin], &b = sums_[end];
  return {b.w - a.w, b.t - a.t, b.tt - a.tt, b.y - a.y, b.ty - a.ty, b.yy - a.yy};
}

double SeriesSums::mean(std::size_t begin, std::size_t end) const {
  const Sums s = between(begin, end);
  return level_ + s.y / s.w;
}

double SeriesSums::slope(std::size_t begin, std::size_t end) const {
  const Sums s = between(begin, end);
  return s.w < 2 ? 0 : (s.ty - s.t * s.y / s.w) / (s.tt - s.t * s.t / s.w);
}

SeriesSums::Squares SeriesSums::squares_of_both(std::size_t begin, std::size_t end) const {
  const Sums s = between(begin, end);
  if (s.w < 2) return {s.w, 0, 0};
  const double share = 1 / s.w;
  const double constant = std::max(0.0, s.yy - s.y * s.y * share);
  if (s.w < kLeastForLineSquares) return {s.w, constant, 0};
  const double ty = s.ty - s.t * s.y * share;
  return {s.w, constant, std::max(0.0, constant - ty * ty / (s.tt - s.t * s.t * share))};
}

bool SeriesSums::admissible(const Piece& piece) const {
  const bool at_an_end = piece.begin == 0 || piece.end == size();
  if (piece.end - piece.begin < (at_an_end ? 1 : kLeastPositions)) return false;
  return weight(piece.begin, piece.end) >= (piece.line ? kLeastOnLine : 1);
}

std::vector<double> SeriesSums::residuals(std::span<const Piece> pieces) const {
  std::vector<double> result;
  for (const Piece& piece : pieces) {
    const Sums s = between(piece.begin, piece.end);
    const double rise = piece.line ? slope(piece.begin, piece.end) : 0;
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
      const double t = static_cast<double>(i) - middle_;
      if (counts(i)) result.push_back(values_[i] - s.y / s.w - rise * (t - s.t / s.w));
    }
  }
  return result;
}

std::vector<Piece> optimal_partition(const SeriesSums& series, double penalty) {
  return Search(series, penalty).run();
}

}  // namespace ssdetect
