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
  constexpr Nanos low = std::numeric_limits<Nanos>::min();
  bins.cover(low, 0, 64);
  ++bins.at(low).ended;
  CHECK(bins[0].ended == 1);
  CHECK(bins.size() <= 65);
}

TEST_CASE("what is earlier than the origin counts in the first bin; clocks at the ends of int64 do no harm") {
  constexpr Nanos low = std::numeric_limits<Nanos>::min(), high = std::numeric_limits<Nanos>::max();
  TimeBins bins;
  bins.cover(0, high);
  CHECK(bins.size() <= TimeBins::kMostBins);
  ++bins.at(low).ended;
  ++bins.at(high).ended;
  CHECK(bins[0].ended == 1);
  CHECK(bins[bins.size() - 1].ended == 1);
  TimeBins point;
  point.cover(low, low);
  CHECK(point.size() == 1);
}
