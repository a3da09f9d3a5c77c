// Which pieces, each constant or a line, describe a series with the least squares plus a price for each
// parameter?
//
// METHOD.md section D.3. Exact; PELT pruning (Killick, Fearnhead & Eckley 2012). Values left out (blips) lie
// within pieces, without weight. O(n^2) at worst, O(n) when change-points are many.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ssdetect {

struct Piece {
  std::size_t begin;
  std::size_t end;
  bool line;
};

// Fits of any piece in constant time. Units are those of the values; slopes are per position.
class SeriesSums {
 public:
  SeriesSums(std::span<const double> values, std::span<const std::size_t> left_out);  // ascending

  std::size_t size() const { return sums_.size() - 1; }
  bool counts(std::size_t position) const { return weight(position, position + 1) > 0; }
  double weight(std::size_t begin, std::size_t end) const { return sums_[end].w - sums_[begin].w; }

  // Of the values that count; at least 1 of them.
  double mean(std::size_t begin, std::size_t end) const;
  // Least squares; 0 when fewer than 2 values count.
  double slope(std::size_t begin, std::size_t end) const;

  // What a constant and a line leave; 0 when nothing is left to explain.
  double squares_of_constant(std::size_t begin, std::size_t end) const {
    return squares_of_both(begin, end).constant;
  }
  double squares_of_line(std::size_t begin, std::size_t end) const {
    return squares_of_both(begin, end).line;
  }
  double squares(const Piece& piece) const {
    return piece.line ? squares_of_line(piece.begin, piece.end) : squares_of_constant(piece.begin, piece.end);
  }

  // Both at once, for the inner loop of the search.
  struct Squares {
    double weight;
    double constant;
    double line;
  };
  Squares squares_of_both(std::size_t begin, std::size_t end) const;

  // At least 2 positions, 1 at either end of the series; at least 1 value that counts, 4 for a line.
  bool admissible(const Piece& piece) const;

  // Value less fit, of every value that counts, in order.
  std::vector<double> residuals(std::span<const Piece> pieces) const;

 private:
  struct Sums {
    double w, t, tt, y, ty, yy;
  };
  Sums between(std::size_t begin, std::size_t end) const;

  double level_;   // taken away before anything is squared
  double middle_;  // of the positions
  std::vector<double> values_;
  std::vector<Sums> sums_;  // of the first 0, 1 .. n values
};

inline constexpr double kConstantPrice = 2;  // level and change-point
inline constexpr double kLinePrice = 3;      // slope, too
inline constexpr double kLeastOnLine = 4;
inline constexpr std::size_t kLeastPositions = 2;

// `penalty` per parameter. The series has at least one value that counts. Of equal partitions the one with
// the longer last piece, a constant before a line.
std::vector<Piece> optimal_partition(const SeriesSums& series, double penalty);

}  // namespace ssdetect
