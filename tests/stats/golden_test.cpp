// Agreement with established packages to 1e-9 relative: once with the committed copy, once with the whole
// file where it is at hand.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <numeric>
#include <span>

#include "stats/interval.h"
#include "stats/level_shift.h"
#include "stats/mann_kendall.h"
#include "stats/moments.h"
#include "stats/trend.h"
#include "tests/stats/vectors.h"
#include "tests/stats/whole_series.h"

using namespace ssdetect;
using testing::Vector;

namespace {

constexpr double kAgreement = 1e-9;
constexpr double kTiny = 1e-300;  // a p-value below this is as good as 0
// On a perfect line the packages report the rounding of their own arithmetic: anything at the last digit of
// the values.
constexpr double kLineRounding = 1e-14;

using Values = std::map<std::string, std::optional<double>>;

constexpr TrendRule kFloored{.average_ranks = true,
                             .floor_correction_at_one = true,
                             .exact_when_small = false,
                             .flat_is_significant = false};
constexpr TrendRule kEndpoints{.average_ranks = false,
                               .floor_correction_at_one = false,
                               .exact_when_small = false,
                               .flat_is_significant = true};

// Batch means less the first value, so that an offset of 1e9 does not round them before they are compared.
std::vector<double> batches_of(std::span<const double> x, std::size_t size) {
  std::vector<double> level(x.begin(), x.end()), means;
  for (double& value : level) value -= x.front();
  for (std::size_t begin = 0; begin + size <= x.size(); begin += size) {
    means.push_back(*mean(std::span(level).subspan(begin, size)));
  }
  return means;
}

void add_moments(Values& ours, std::span<const double> x) {
  const double n = static_cast<double>(x.size());
  ours["mean"] = mean(x);
  ours["sd"] = *standard_deviation(x) * std::sqrt(n / (n - 1));
  ours["cov.population"] = coefficient_of_variation(x);
}

void add_mann_kendall(Values& ours, std::span<const double> x) {
  const RankTrend plain = *mann_kendall(x);
  ours["mk.S"] = plain.s;
  ours["mk.var_S"] = plain.variance;
  const bool flat = plain.variance == 0;  // the packages have no z there; ours is a convention of its own
  ours["mk.z"] = flat ? std::nullopt : std::optional(plain.z);
  ours["mk.p"] = flat ? std::nullopt : std::optional(plain.p);
  const std::set<double> distinct(x.begin(), x.end());
  if (distinct.size() == x.size() && x.size() <= 30) {
    ours["mk.p_exact"] = mann_kendall_exact_p(plain.s, static_cast<int>(x.size()));
  }
}

void add_corrected(Values& ours, std::span<const double> x, const std::string& prefix,
                   const TrendRule& rule) {
  const RankTrend trend = *corrected_mann_kendall(x, rule);
  const bool flat = trend.variance == 0;
  const auto unless_flat = [&](double value) { return flat ? std::nullopt : std::optional(value); };
  ours[prefix + ".correction"] = unless_flat(trend.correction);
  ours[prefix + ".z"] = unless_flat(trend.z);
  ours[prefix + ".p"] = unless_flat(trend.p);
  ours[prefix + ".n_sig"] = unless_flat(trend.significant_lags);
}

void add_fits(Values& ours, std::span<const double> x) {
  const LinearFit line = *linear_fit(x);
  const double n = static_cast<double>(x.size());
  ours["ols.slope"] = line.slope;
  ours["ols.intercept"] = line.intercept;
  // The classic error of the slope prices the residuals.
  const double spread = n * (n * n - 1) / 12;
  ours["ols.se_classic"] = std::sqrt(line.residual_sum_of_squares / (n - 2) / spread);
  ours["sen.slope"] = theil_sen_slope(x);
}

void add_newey_west(Values& ours, const Vector& vector) {
  const auto robust = newey_west(vector.x);
  const std::string lag = std::to_string(static_cast<int>(*vector.expect.at("nw.lag")));
  if (robust) ours["nw.lag"] = robust->lag;
  ours["nw.se.L" + lag] = robust ? robust->standard_error : 0;
  ours["nw.t"] = robust ? std::optional(robust->t) : std::nullopt;
  ours["nw.p_normal"] = robust ? std::optional(robust->p_normal) : std::nullopt;
  ours["nw.p_t"] = robust ? std::optional(robust->p_student) : std::nullopt;
}

void add_level_shift(Values& ours, std::span<const double> x) {
  const Pettitt shift = *testing::pettitt(x);
  ours["pettitt.K"] = shift.statistic;
  ours["pettitt.k_first"] = static_cast<double>(shift.before);
  ours["pettitt.p"] = shift.p_approximate;
}

void add_intervals(Values& ours, const Vector& vector) {
  for (const std::size_t count : {5, 10, 20, 30}) {
    const std::string key = ".nb" + std::to_string(count);
    if (!vector.expects("bm.se" + key)) continue;
    auto batches = batches_of(vector.x, vector.x.size() / count);
    batches.resize(count);
    const BatchMeans interval = *batch_means(batches, TQuantile::exact);
    ours["bm.mean" + key] = interval.mean + vector.x.front();
    ours["bm.se" + key] = interval.standard_error;
    ours["bm.half95" + key] = interval.half_width_95;
  }
  const Mser cut = *mser(vector.x);
  ours["mser.d_half"] = static_cast<double>(cut.truncate);
  ours["mser.val_half"] = cut.value;
  if (!vector.expects("mser5.d_half")) return;
  const Mser coarse = *mser(batches_of(vector.x, 5));
  ours["mser5.d_half"] = static_cast<double>(5 * coarse.truncate);
  ours["mser5.val_half"] = coarse.value;
}

Values values_of(const Vector& vector) {
  Values ours;
  add_moments(ours, vector.x);
  add_mann_kendall(ours, vector.x);
  add_corrected(ours, vector.x, "hr_undetrended_floor1", kFloored);
  add_corrected(ours, vector.x, "hr_endpoints", kEndpoints);
  add_fits(ours, vector.x);
  add_newey_west(ours, vector);
  add_level_shift(ours, vector.x);
  add_intervals(ours, vector);
  return ours;
}

double slack(const Vector& vector) {
  if (!vector.has_tag("zero_residual")) return kTiny;
  return kLineRounding * largest_magnitude(vector.x);
}

bool agrees(std::optional<double> ours, std::optional<double> theirs, double slack) {
  if (!ours || !theirs) return ours.has_value() == theirs.has_value();
  return std::abs(*ours - *theirs) <= kAgreement * std::abs(*theirs) + slack;
}

std::string shown(std::optional<double> value) { return value ? std::to_string(*value) : "null"; }

// Values that are in the file but are no measure of ours.
bool no_measure(const Vector& vector, const std::string& key) {
  // Squares of the smallest series are below the range of a double.
  if (vector.has_tag("underflow")) return key == "ols.se_classic";
  // Recorded with the cancellation in it, 1.4e-4 off the exact rational; the file's own t * error has the
  // exact one, and is compared in the next test.
  return vector.has_tag("cancellation") && key == "ols.slope";
}

void compare_one(const Vector& vector, const std::string& key, std::optional<double> ours) {
  std::optional<double> theirs = vector.expect.at(key);
  if (key == "cov.population" && theirs) theirs = std::abs(*theirs);  // SPEC 5 divides by |mean|
  CHECK_MESSAGE(agrees(ours, theirs, slack(vector)), vector.name, " ", key, ": ours ", shown(ours),
                ", theirs ", shown(theirs));
}

int compare(const Vector& vector) {
  int compared = 0;
  for (const auto& [key, ours] : values_of(vector)) {
    if (!vector.expects(key) || no_measure(vector, key)) continue;
    compare_one(vector, key, ours);
    ++compared;
  }
  return compared;
}

int compare_all(const std::vector<Vector>& all) {
  int compared = 0;
  for (const Vector& vector : all) compared += compare(vector);
  return compared;
}

}  // namespace

TEST_CASE("stats agree with the committed vectors") {
  CHECK(testing::vectors().size() == 39);
  // A renamed key must not pass as agreement: at least 25 values a series are compared.
  CHECK(compare_all(testing::vectors()) >= 39 * 25);
}

TEST_CASE("a slope under an offset of 1e9 agrees with Newey-West's t times its error") {
  for (const Vector& vector : testing::vectors()) {
    if (!vector.has_tag("cancellation")) continue;
    const double theirs = *vector.expect.at("nw.t") * *vector.expect.at("nw.se.L3");
    CHECK(linear_fit(vector.x)->slope == doctest::Approx(theirs).scale(0).epsilon(kAgreement));
  }
}

TEST_CASE("stats agree with the shared golden file") {
#ifdef SSDETECT_SHARED
  const std::string path = SSDETECT_SHARED "/golden/stats.json";
#else
  const std::string path;
#endif
  if (!std::filesystem::exists(path)) {
    MESSAGE("skipped: no shared golden file at '", path, "'");
    return;
  }
  const std::vector<Vector> shared = testing::read_vectors(path);
  CHECK(compare_all(shared) == compare_all(testing::vectors()));
}
