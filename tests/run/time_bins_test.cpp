// Counts end up in the bin of their moment, however often bins were merged meanwhile.
#include "run/time_bins.h"

#include <doctest/doctest.h>

#include <limits>
#include <random>
#include <vector>

using namespace ssdetect;

TEST_CASE("twin: growing time merges bins in pairs and loses nothing") {
  std::mt19937_64 random(17);
  TimeBins bins;
  std::vector<Nanos> moments;
  Nanos last = 1000;
  for (int round = 0; round < 12; ++round) {
    last += static_cast<Nanos>(random() % 50000);
    bins.cover(1000, last, 64);
    REQUIRE(bins.size() <= 64);
    for (int i = 0; i < 100; ++i) {
      moments.push_back(1000 + static_cast<Nanos>(random() % static_cast<std::uint64_t>(last - 999)));
      ++bins.at(moments.back()).issued;
      bins.at(moments.back()).spread += 0.5;
    }
  }
  for (std::size_t i = 0; i < bins.size(); ++i) {
    std::size_t inside = 0;
    for (const Nanos moment : moments) inside += moment >= bins.span(i).begin && moment < bins.span(i).end;
    REQUIRE(bins[i].issued == inside);
    REQUIRE(bins[i].spread == static_cast<double>(inside) / 2);
    CHECK(bins.rounded(bins.span(i).begin) == bins.middle(i));
    CHECK(bins.span(i).end - bins.span(i).begin == bins.width());
  }
  CHECK(bins.rounded(bins.span().end) == bins.span().end);
}

TEST_CASE("bins grow at their beginning, too") {
  TimeBins bins;
  bins.cover(1000, 2000, 64);
  ++bins.at(1500).issued;
  bins.cover(-5000, 1800, 64);
  ++bins.at(-5000).issued;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const bool holds = (bins.span(i).begin <= 1500 && 1500 < bins.span(i).end) ||
                       (bins.span(i).begin <= -5000 && -5000 < bins.span(i).end);
    CHECK(bins[i].issued == holds);
    sum += bins[i].issued;
  }
  CHECK(sum == 2);
  CHECK(bins.size() <= 64);
  CHECK(bins.span().end > 2000);
}

TEST_CASE("the example of the header: edges are multiples of the width, pairs merge on them") {
  const auto edges = [](const TimeBins& bins) {
    std::vector<Nanos> found;
    for (std::size_t i = 0; i < bins.size(); ++i) found.push_back(bins.span(i).begin);
    found.push_back(bins.span().end);
    return found;
  };
  TimeBins bins;
  bins.cover(5, 18, 4);
  CHECK(edges(bins) == std::vector<Nanos>{4, 8, 12, 16, 20});
  ++bins.at(11).issued;
  ++bins.at(12).issued;
  bins.cover(5, 20, 4);
  CHECK(edges(bins) == std::vector<Nanos>{0, 8, 16, 24});
  CHECK(bins[1].issued == 2);
  bins.cover(-1, 7, 4);
  CHECK(edges(bins) == std::vector<Nanos>{-8, 0, 8, 16, 24});
  CHECK(bins[2].issued == 2);
}

TEST_CASE("moments outside are not rounded") {
  TimeBins bins;
  bins.cover(64, 1000, 8);
  CHECK(bins.span().begin == 0);
  CHECK(bins.rounded(-1) == -1);
  CHECK(bins.rounded(0) == bins.middle(0));
  CHECK(bins.rounded(1023) == bins.middle(bins.size() - 1));
  CHECK(bins.rounded(1024) == 1024);
}

TEST_CASE("the whole clock fits into any number of bins, and its ends are in the first and last") {
  constexpr Nanos low = std::numeric_limits<Nanos>::min(), high = std::numeric_limits<Nanos>::max();
  for (const std::size_t most : {4u, 7u, 64u, 1024u}) {
    TimeBins bins;
    bins.cover(-3, 3, most);
    ++bins.at(0).issued;
    bins.cover(high, high, most);
    bins.cover(low, low, most);
    REQUIRE(bins.size() <= most);
    CHECK(bins.size() > most / 2);
    ++bins.at(low).ended;
    ++bins.at(high).ended;
    CHECK(bins[0].ended == 1);
    CHECK(bins[bins.size() - 1].ended == 1);
    CHECK(bins[bins.size() / 2].issued == 1);
    CHECK(bins.span(bins.size() / 2).begin == 0);
    CHECK(bins.span().begin == low);
    CHECK(bins.span().end == high);
  }
  for (const Nanos end : {low, high}) {
    TimeBins point;
    point.cover(end, end);
    CHECK(point.size() == 1);
    CHECK(point.rounded(end) == end);
    point.cover(end, end);
    CHECK(point.size() == 1);
  }
}
