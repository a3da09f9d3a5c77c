// SPEC 7.4: examples by hand, and a slow twin that recomputes every window and every split from scratch.
#include "steady/plateau.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>

#include "tests/oracles/random.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

using Ranges = std::vector<PassRange>;
using PassGates = Gates<SuperPass>;

Ranges plateaus_of(const Values& p50, const GatePolicy& policy = {}) {
  const auto series = series_of(p50);
  return find_plateaus<SuperPass>({{&series, 1.0}, {&series, policy.p90_bound_factor}}, series.blocks(),
                                  policy);
}

std::vector<double> all_of(const Values& values) {
  const auto series = series_of(values);
  return {series.all().begin(), series.all().end()};
}

// --- The twin ---

double residuals(const std::vector<double>& v, std::size_t from, std::size_t to, double level) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum += (v[i] - level) * (v[i] - level);
  return sum;
}

double average(const std::vector<double>& v, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum += v[i];
  return sum / static_cast<double>(to - from);
}

double line_residuals(const std::vector<double>& v) {
  const double n = static_cast<double>(v.size()), centre = (n - 1) / 2, level = average(v, 0, v.size());
  double joint = 0, square = 0, sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    joint += (static_cast<double>(i) - centre) * (v[i] - level);
    square += (static_cast<double>(i) - centre) * (static_cast<double>(i) - centre);
  }
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double off = v[i] - level - joint / square * (static_cast<double>(i) - centre);
    sum += off * off;
  }
  return sum;
}

double bic(double rss, double n, double k) { return n * std::log(rss / n) + k * std::log(n); }

std::optional<std::size_t> slow_step(const std::vector<double>& v) {
  std::size_t best = 0;
  double least = 0;
  for (std::size_t k = 1; k < v.size(); ++k) {
    const double rss =
        residuals(v, 0, k, average(v, 0, k)) + residuals(v, k, v.size(), average(v, k, v.size()));
    if (best == 0 || rss < least) best = k, least = rss;
  }
  const double n = static_cast<double>(v.size());
  const double left = average(v, 0, best), right = average(v, best, v.size());
  const double constant = residuals(v, 0, v.size(), average(v, 0, v.size()));
  const bool wins = bic(least, n, 3) < bic(constant, n, 1) && bic(least, n, 3) < bic(line_residuals(v), n, 2);
  if (!wins || std::abs(right - left) <= 0.05 * left) return std::nullopt;
  return best;
}

// The kept part of a grown window, and where to resume.
std::pair<PassRange, std::size_t> slow_split(const PassGates& gates, PassRange part,
                                             const GatePolicy& policy) {
  for (;;) {
    const auto values = gates[0].values->in(part);
    const auto step = slow_step({values.begin(), values.end()});
    if (!step) break;
    const std::size_t cut = part.begin + *step;
    if (cut - part.begin >= 4) {
      part.end = cut;
    } else if (part.end - cut >= 4) {
      part.begin = cut;
    } else {
      return {{}, cut};
    }
  }
  return {admissible(gates, part, policy) ? part : PassRange{}, part.end};
}

Ranges slow_segment(const PassGates& gates, PassRange examined, const GatePolicy& policy) {
  Ranges found;
  std::size_t at = examined.begin;
  while (at + 4 <= examined.end) {
    std::size_t end = at + 4;
    if (!admissible<SuperPass>(gates, {at, end}, policy)) {
      ++at;
      continue;
    }
    while (end < examined.end && admissible<SuperPass>(gates, {at, end + 1}, policy)) ++end;
    const auto [plateau, resume] = policy.split_at_steps ? slow_split(gates, {at, end}, policy)
                                                         : std::pair<PassRange, std::size_t>{{at, end}, end};
    if (plateau.size() > 0) found.push_back(plateau);
    at = resume;
  }
  return found;
}

// Levels that step, drift, scatter and miss a value now and then.
Values random_series(oracle::Random& random, double noise) {
  Values series;
  double level = 100, slope = 0;
  const std::int64_t n = 8 + random.below(60);
  for (std::int64_t i = 0; i < n; ++i) {
    if (random.below(9) == 0) level *= 1 + 0.15 * random.normal();
    if (random.below(12) == 0) slope = random.below(2) == 0 ? 0 : 0.01 * random.normal();
    level *= 1 + slope;
    series.push_back(level * (1 + noise * random.normal()));
    if (random.below(60) == 0) series.back() = std::nullopt;
  }
  return series;
}

}  // namespace

TEST_CASE("one level is one plateau, two levels are two, cut at the exact super-pass") {
  Values series;
  add_level(series, 1, 10);
  CHECK(plateaus_of(series) == Ranges{{0, 10}});
  add_level(series, 1.1, 10);
  CHECK(plateaus_of(series) == Ranges{{0, 10}, {10, 20}});
  add_level(series, 0.9, 5);
  CHECK(plateaus_of(series) == Ranges{{0, 10}, {10, 20}, {20, 25}});
}

TEST_CASE("a step of no more than 5 % is no cut") {
  Values four;
  add_level(four, 1, 10);
  add_level(four, 1.049, 10);
  CHECK_FALSE(inner_step(all_of(four), {}));
  Values six;
  add_level(six, 1, 10);
  add_level(six, 1.051, 10);
  CHECK(inner_step(all_of(six), {}) == 10);
  // Of the left level: 1 is 4.9 % below 1.0515, but the step down from it is measured there.
  Values down;
  add_level(down, 1.0515, 10);
  add_level(down, 1, 10);
  CHECK_FALSE(inner_step(all_of(down), {}));
}

TEST_CASE("a line beats a step on a line, a constant on noise without a jump") {
  std::vector<double> line, calm;
  for (int i = 0; i < 20; ++i) {
    line.push_back(100 + i);
    calm.push_back(100 + (i % 2 == 0 ? 0.5 : -0.5));
  }
  CHECK_FALSE(inner_step(line, {}));
  CHECK_FALSE(inner_step(calm, {}));
  CHECK_FALSE(inner_step(std::vector<double>(10, 7.0), {}));
}

TEST_CASE("the left part is kept when it has four super-passes, else the right one") {
  Values left;
  add_level(left, 1, 4);
  add_level(left, 1.08, 2);
  CHECK(plateaus_of(left) == Ranges{{0, 4}});
  Values right;
  add_level(right, 1, 1);
  add_level(right, 1.08, 5);
  CHECK(plateaus_of(right) == Ranges{{1, 6}});
}

TEST_CASE("a step with fewer than four on either side leaves no plateau") {
  const Values values{1.0001, 1, 1.0802, 1.0801, 1.08};
  const auto series = series_of(values);
  REQUIRE(admissible<SuperPass>({{&series, 1.0}}, {0, 5}, {}));
  CHECK(plateaus_of(values).empty());
}

TEST_CASE("a blip parts two plateaus, and is in neither") {
  Values series;
  add_level(series, 1, 6);
  add_level(series, 1.5, 1);
  add_level(series, 1, 6);
  CHECK(plateaus_of(series) == Ranges{{0, 6}, {7, 13}});
}

TEST_CASE("a super-pass without a value ends a plateau") {
  Values series;
  add_level(series, 1, 5);
  series.push_back(std::nullopt);
  add_level(series, 1, 5);
  CHECK(plateaus_of(series) == Ranges{{0, 5}, {6, 11}});
}

TEST_CASE("5 % a super-pass is never a plateau") {
  Values up, down;
  for (int i = 0; i < 40; ++i) {
    up.push_back(100 * std::pow(1.05, i));
    down.push_back(100 * std::pow(0.95, i));
  }
  CHECK(plateaus_of(up).empty());
  CHECK(plateaus_of(down).empty());
}

TEST_CASE("reference keeps plateaus as they grew") {
  Values series;
  add_level(series, 1, 12);
  add_level(series, 1.06, 2);
  const GatePolicy reference = reference_policy().gate;
  const auto whole = series_of(series);
  REQUIRE(admissible<SuperPass>({{&whole, 1.0}}, {0, 14}, reference));
  CHECK(plateaus_of(series, reference) == Ranges{{0, 14}});
  CHECK(plateaus_of(series) == Ranges{{0, 12}});
}

TEST_CASE("only the examined super-passes are looked at") {
  Values values;
  add_level(values, 1, 20);
  const auto series = series_of(values);
  const PassGates gates{{&series, 1.0}};
  CHECK(find_plateaus<SuperPass>(gates, {5, 12}, {}) == Ranges{{5, 12}});
  CHECK(find_plateaus<SuperPass>(gates, {5, 8}, {}).empty());
  CHECK(find_plateaus<SuperPass>(gates, {5, 5}, {}).empty());
}

TEST_CASE("twin: every window recomputed") {
  oracle::Random random(2026);
  std::size_t plateaus = 0, cut = 0;
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const double noise = 0.005 * static_cast<double>(1 + round % 12);
    const Values p50_values = random_series(random, noise);
    Values p90_values = p50_values;
    for (auto& value : p90_values)
      if (value) *value *= 1.2 * (1 + noise * random.normal());
    const auto p50 = series_of(p50_values), p90 = series_of(p90_values);
    for (const GatePolicy& policy : {GatePolicy{}, reference_policy().gate}) {
      const PassGates gates{{&p50, 1.0}, {&p90, policy.p90_bound_factor}};
      const PassRange examined{1, p50.size()};
      const Ranges fast = find_plateaus(gates, examined, policy);
      REQUIRE(fast == slow_segment(gates, examined, policy));
      plateaus += fast.size();
      GatePolicy uncut = policy;
      uncut.split_at_steps = false;
      cut += fast != find_plateaus(gates, examined, uncut);
    }
  }
  CHECK(plateaus > 500);
  CHECK(cut > 50);
}

TEST_CASE("twin: long windows with small steps, whose trend is ruled out without the test") {
  oracle::Random random(7);
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    Values series;
    for (int i = 0; i < 400; ++i) {
      const double level = i < 200 ? 100 : i < 330 ? 106 + round : 112;
      series.push_back(level * (1 + 0.005 * (1 + round) * random.normal()));
    }
    for (const GatePolicy& policy : {GatePolicy{}, reference_policy().gate}) {
      const auto whole = series_of(series);
      const PassGates gates{{&whole, 1.0}, {&whole, policy.p90_bound_factor}};
      REQUIRE(find_plateaus<SuperPass>(gates, {0, 400}, policy) == slow_segment(gates, {0, 400}, policy));
    }
  }
}

TEST_CASE("10,000 super-passes, calm or creeping, cost no more than the specification says") {
  Values calm, creeping;
  oracle::Random random(3);
  for (int i = 0; i < 10'000; ++i) {
    calm.push_back(100 * (1 + 0.01 * random.normal()));
    creeping.push_back((100 + 0.004 * i) * (1 + 0.01 * random.normal()));
  }
  const auto begin = std::chrono::steady_clock::now();
  CHECK(plateaus_of(calm).size() == 1);
  CHECK(plateaus_of(creeping).size() > 1);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  MESSAGE("two segmentations of 10,000 super-passes: " << took.count() << " s");
  CHECK(took.count() < 10);  // a quadratic walk takes minutes
}

TEST_CASE("the kind of a change: one step, or a line up or down") {
  std::vector<double> step, up, down;
  for (int i = 0; i < 20; ++i) {
    const double wiggle = 0.01 * ((i * 7) % 5);
    step.push_back((i < 9 ? 10 : 12) + wiggle);
    up.push_back(10 + 0.1 * i + wiggle);
    down.push_back(10 - 0.1 * i + wiggle);
  }
  CHECK(kind_of_change(step) == ChangeKind::step);
  CHECK(kind_of_change(up) == ChangeKind::line_up);
  CHECK(kind_of_change(down) == ChangeKind::line_down);
  CHECK_FALSE(kind_of_change(std::vector<double>{1}));
}
