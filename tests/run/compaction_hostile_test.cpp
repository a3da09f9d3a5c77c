// Property: on logs whose clock cannot be trusted, a compacted run gives the report of the exact one, field
// by field, each to what compaction promises of it: counts, tallies and moments the same, sums but for
// rounding, percentiles within the sketches' bound, what is about time right to the time bins. What the
// method makes of all that must agree where it looks at the same stretch, and must look at the same stretch
// nearly always.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "report/build.h"
#include "report/json.h"
#include "run/blocks.h"
#include "run/compaction.h"
#include "run/facts.h"
#include "run/in_flight.h"
#include "run/sizing.h"
#include "run/token_timeline.h"
#include "tests/run/compacted.h"
#include "tests/run/hostile_log.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLogs = 300;
constexpr std::size_t kSuperPass = 60;
constexpr TimeWindow kEver{std::numeric_limits<Nanos>::min(), std::numeric_limits<Nanos>::max()};
constexpr std::size_t kBudget = 60'000;  // bytes: some hundred requests

// --- What is promised of every field ---

enum class Promise {
  same,      // to the last digit
  sum,       // but for the order of its additions, against the largest of what is added
  sketch,    // within the bound of a percentile
  skew,      // a percentile's distance from the mean, over the mean
  quotient,  // of two percentiles or sums, in percent: less one (divergence) or not
  in_time,   // right to the time bins: within bounds that are found from the exact run
  judged,    // follows from percentiles and bins by decisions or differences that have no bound of their own
};

struct Rule {
  std::string_view fields;  // '*' stands for anything
  Promise promise;
};

// The first rule that fits counts. Lists have '#' for their size and '*' for an index.
constexpr std::array kRules{
    Rule{"/run/compacted*", Promise::judged},
    Rule{"/run/peak_in_flight", Promise::in_time},
    Rule{"/run/mean_in_flight_window", Promise::in_time},
    Rule{"/run/relative_concurrency_window_pct", Promise::judged},  // the same over the target
    Rule{"/run/active_concurrency/*", Promise::judged},  // over the stretch between first and last peak
    Rule{"/run/saturated", Promise::judged},
    Rule{"/run/*", Promise::same},
    Rule{"/input/*", Promise::same},
    Rule{"/schema", Promise::same},
    Rule{"/version", Promise::same},
    Rule{"/preset", Promise::same},
    Rule{"/official_basis", Promise::same},
    Rule{"/verdict", Promise::same},
    Rule{"/reason", Promise::judged},
    Rule{"/coverage/*", Promise::same},
    Rule{"/natl", Promise::same},
    Rule{"/warnings*", Promise::judged},

    Rule{"*/histogram/*/count", Promise::judged},  // give or take a bucket: tests/stats/sketch_test.cpp
    Rule{"*/drift/*", Promise::judged},
    Rule{"*/state/*", Promise::judged},
    Rule{"/super_passes/*_p50_ns", Promise::sketch},
    Rule{"/super_passes/*_p90_ns", Promise::sketch},
    Rule{"/super_passes/*/hairball_weight_pct", Promise::judged},  // of requests that are kept, else null
    Rule{"/super_passes*", Promise::same},
    Rule{"/divergence_pct/tps_system", Promise::judged},  // of the headline
    Rule{"/divergence_pct/*", Promise::quotient},
    Rule{"/tps_window*", Promise::judged},
    Rule{"/occupancy/peak", Promise::in_time},
    Rule{"/occupancy/ratio", Promise::same},
    Rule{"/occupancy/reason", Promise::same},
    Rule{"/occupancy/*", Promise::judged},  // of the span, which hangs on the peak
    Rule{"/anomaly/*", Promise::judged},
    Rule{"/change/*", Promise::judged},
    Rule{"/trend/*", Promise::judged},
    Rule{"/mser/*", Promise::judged},
    Rule{"/plateaus/*/tpot_p50_se_ns", Promise::judged},
    Rule{"/plateaus/*/tpot_mean_ns", Promise::sum},
    Rule{"/plateaus/*/min_duration/*", Promise::judged},
    Rule{"/plateaus*", Promise::same},
    Rule{"/tail_cut/cov", Promise::sum},
    Rule{"/tail_cut/skew", Promise::skew},
    Rule{"/tail_cut/*_median*", Promise::sketch},
    Rule{"/tail_cut/osl_mean_coverage_pct", Promise::sum},
    Rule{"/tail_cut/osl_p99_coverage_pct", Promise::quotient},
    Rule{"/tail_cut/*", Promise::same},

    // Of the window, the best effort and the whole run:
    Rule{"*/cov/*", Promise::judged},
    Rule{"*/concordance/certifying*", Promise::judged},
    Rule{"*/concordance/*", Promise::same},
    Rule{"*/min_duration/window_s", Promise::same},
    Rule{"*/min_duration/floor_s", Promise::same},
    Rule{"*/min_duration/tau_sp_s", Promise::same},
    Rule{"*/min_duration/l_p90_s", Promise::sketch},
    Rule{"*/min_duration/relaxation_s", Promise::sketch},
    Rule{"*/min_duration*", Promise::judged},
    Rule{"*/tps/token_time", Promise::in_time},
    Rule{"*/tps/headline", Promise::judged},  // system or token_time
    Rule{"*/tps/mismatch_pct", Promise::judged},
    Rule{"*/tps/per_user_ci*", Promise::sum},
    Rule{"*/tps/*", Promise::sum},
    Rule{"*/count", Promise::same},
    Rule{"*/mean*", Promise::sum},
    Rule{"*/std_dev_ns", Promise::sum},
    Rule{"*/min_ns", Promise::same},
    Rule{"*/max*", Promise::same},
    Rule{"*/histogram*", Promise::same},
    Rule{"*/p50*", Promise::sketch},
    Rule{"*/p90*", Promise::sketch},
    Rule{"*/p95_ns", Promise::sketch},
    Rule{"*/p99*", Promise::sketch},
    Rule{"*/window/*", Promise::same},
    Rule{"/steady_state/*", Promise::same},
    Rule{"/best_effort*", Promise::same},
    Rule{"/total/*", Promise::same},
};

bool fits(std::string_view pattern, std::string_view field) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == field;
  if (field.substr(0, star) != pattern.substr(0, star)) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t i = star; i <= field.size(); ++i)
    if (fits(rest, field.substr(i))) return true;
  return false;
}

Promise promise_of(const std::string& field) {
  static std::map<std::string, Promise> known;
  if (const auto found = known.find(field); found != known.end()) return found->second;
  const auto rule =
      std::find_if(kRules.begin(), kRules.end(), [&](const Rule& each) { return fits(each.fields, field); });
  REQUIRE_MESSAGE(rule != kRules.end(), "nothing is said of ", field);
  return known[field] = rule->promise;
}

// --- Two reports beside each other ---

struct Bounds {
  double least, most;
};

// Of the values that a block has a mean of, where it says so.
double largest_of(const Json& block) {
  const auto size = [&](const char* key) {
    return block.contains(key) && block[key].is_number() ? std::abs(block[key].get<double>()) : 0;
  };
  return std::max({size("min_ns"), size("max_ns"), size("max")});
}

bool is_near(double found, double exact, double relative) {
  return std::abs(found - exact) <= relative * std::abs(exact) * (1 + 1e-9);
}

bool keeps(Promise promise, double found, double exact, double largest, const Bounds* bounds) {
  switch (promise) {
    case Promise::same:
      return found == exact;
    case Promise::sum:
      return is_near(found, exact, 1e-9) || std::abs(found - exact) <= 1e-12 * largest;
    case Promise::sketch:
      return is_near(found, exact, kSketchError) || (found == 0 && std::abs(exact) < kSketchZero);
    case Promise::skew:
      return std::abs(found - exact) <= kSketchError * (1 + exact) * (1 + 1e-6);
    case Promise::quotient:
      return is_near(100 + found, 100 + exact, 2.01 * kSketchError) ||
             is_near(found, exact, 2.01 * kSketchError);
    case Promise::in_time:
      REQUIRE(bounds);
      return found >= bounds->least && found <= bounds->most;
    case Promise::judged:
      return true;
  }
  return false;
}

class Comparison {
 public:
  // `skipped`: blocks that are about another stretch of the run, and say so.
  Comparison(std::map<std::string, Bounds> bounds, std::vector<std::string> skipped)
      : bounds_(std::move(bounds)), skipped_(std::move(skipped)) {}

  void walk(const std::string& field, const Json& found, const Json& exact, double largest = 0) {
    if (std::find(skipped_.begin(), skipped_.end(), field) != skipped_.end()) return;
    if (exact.is_object() && found.is_object()) {
      REQUIRE_MESSAGE(found.size() == exact.size(), field);
      for (const auto& [key, value] : exact.items())
        walk(field + "/" + key, found.at(key), value, largest_of(exact));
    } else if (exact.is_array() && found.is_array()) {
      compare(field + "#", found.size(), exact.size());
      for (std::size_t i = 0; i < std::min(found.size(), exact.size()); ++i)
        walk(field + "/*", found[i], exact[i]);
    } else {
      compare(field, found, exact, largest);
    }
  }

 private:
  void compare(const std::string& field, const Json& found, const Json& exact, double largest = 0) {
    const Promise promise = promise_of(field);
    if (promise == Promise::judged) return;
    const auto bounds = bounds_.find(field);
    const bool kept =
        found.is_number() && exact.is_number()
            ? keeps(promise, found, exact, largest, bounds == bounds_.end() ? nullptr : &bounds->second)
            : found == exact;
    CHECK_MESSAGE(kept, field, ": ", found.dump(), " of ", exact.dump());
  }

  std::map<std::string, Bounds> bounds_;
  std::vector<std::string> skipped_;
};

// --- Bounds in time, from the exact run ---

// What is at the end of some time bin, or outside of them, and everything there is.
Bounds peak_bounds(const InFlight& exact, const TimeBins& bins) {
  std::size_t least = 0;
  for (std::size_t i = 0; i < bins.size(); ++i) least = std::max(least, exact.at(last_moment(bins, i)));
  exact.for_each_stretch([&](Nanos begin, Nanos, std::size_t count) {
    if (begin < bins.span().begin || begin >= bins.span().end) least = std::max(least, count);
  });
  return {static_cast<double>(least), static_cast<double>(exact.peak())};
}

// Every start and end is moved by half a bin at most.
Bounds mean_bounds(const InFlight& exact, const TimeBins& bins, TimeWindow span) {
  const Nanos low = later(span.begin, -bins.width()), high = later(span.end, bins.width());
  const auto since = [&](std::size_t by_high, std::size_t by_low) {
    return static_cast<double>(by_high - by_low);
  };
  const double moved =
      since(exact.started_by(high), exact.started_by(low)) + since(exact.ended_by(high), exact.ended_by(low));
  const double slack = moved * static_cast<double>(bins.width()) / 2 / distance_ns(span.begin, span.end);
  const double mean = *exact.mean_over(span.begin, span.end);
  return {(mean - slack) * (1 - 1e-9), (mean + slack) * (1 + 1e-9)};
}

// Two bins more or less at either end: one that is cut, one for tokens on an edge.
Bounds token_bounds(const Run& exact, const TimeBins& bins, TimeWindow span, TokenTimes times) {
  const Nanos two = 2 * bins.width();
  const TimeWindow narrow{later(span.begin, two), later(span.end, -two)};
  const TimeWindow wide{later(span.begin, -two), later(span.end, two)};
  const Tokens least = narrow.end > narrow.begin ? tokens_in(exact, narrow, times) : 0;
  // The tokens of all bins went through one running sum.
  const Tokens rounding = 1e-12 * tokens_in(exact, kEver, times);
  return {least * (1 - 1e-9) - rounding, tokens_in(exact, wide, times) * (1 + 1e-9) + rounding};
}

// The offered-load span of a block of the report; nullopt: it has no window in issue order.
std::optional<TimeWindow> span_of(const Run& exact, const Json& block, std::size_t superpass_size) {
  if (block.is_null() || !block["window"]["sp_start"].is_number()) return std::nullopt;
  std::optional<TimeWindow> span;
  const std::size_t first = block["window"]["sp_start"], last = block["window"]["sp_end"];
  exact.requests.for_each(
      {first * superpass_size, last * superpass_size}, [&](std::size_t, const Request& request) {
        if (!span) span = {request.issued, request.issued};
        span = {std::min(span->begin, request.issued), std::max(span->end, request.issued)};
      });
  return span;
}

// --- The logs ---

struct Pair {
  Run exact, compacted;
  std::size_t superpass_size;
  const TimeBins& bins() const { return compacted.compacted.times; }
};

Pair read_pair(std::uint64_t seed, const HostileLog& log) {
  const bool automatic = seed % 4 == 0;
  const auto wanted = automatic ? std::nullopt : std::optional(kSuperPass);
  Pair pair{read(log.events(), kAll, wanted, log.policy()), read(log.events(), kBudget, wanted, log.policy()),
            kSuperPass};
  if (automatic)
    pair.superpass_size =
        choose_sizing({}, {}, std::nullopt, pair.exact.requests.size(), pair.compacted.compacted.cell_size)
            .superpass_size;
  return pair;
}

Mode mode_of(const Run& run) { return facts_of(run, {}, {}, {}).load.mode.mode; }

Json report_on(const Run& run, const Pair& pair, Mode mode, const RequestPolicy& rules) {
  Policy policy = without_duration_gate();
  policy.request = rules;
  RunOrigin origin;
  origin.sidecars.target_concurrency = 16;
  const Sizing sizing = sizing_of(pair.superpass_size);
  const Facts facts = facts_of(run, mode, origin.sidecars, policy.load);
  const Partitions blocks = partition(run, facts, sizing, policy);
  const Report report =
      build_report(facts, blocks, analyse(facts, blocks, sizing, false, policy), origin, policy);
  return Json::parse(render_json(report, JsonLayout::one_line));
}

std::map<std::string, Bounds> bounds_of(const Pair& pair, const Json& exact) {
  const InFlight all = InFlight::of_all(pair.exact), successful = InFlight::of_successful(pair.exact);
  std::map<std::string, Bounds> bounds{{"/run/peak_in_flight", peak_bounds(all, pair.bins())},
                                       {"/occupancy/peak", peak_bounds(successful, pair.bins())}};
  for (const std::string block : {"steady_state", "best_effort"}) {
    const auto span = span_of(pair.exact, exact[block], pair.superpass_size);
    if (!span || span->end <= span->begin) continue;
    const auto [least, most] = token_bounds(pair.exact, pair.bins(), *span, TokenTimes::spread);
    bounds["/" + block + "/tps/token_time"] = {least / span->length_s(), most / span->length_s()};
    if (block == "steady_state") bounds["/run/mean_in_flight_window"] = mean_bounds(all, pair.bins(), *span);
  }
  return bounds;
}

bool looks_at_the_same(const Json& found, const Json& exact) {
  for (const char* block : {"verdict", "coverage", "plateaus"}) {
    const Json &a = found[block], &b = exact[block];
    if (std::string_view(block) != "plateaus" && a != b) return false;
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; b.is_array() && i < b.size(); ++i)
      if (a[i]["sp_start"] != b[i]["sp_start"] || a[i]["sp_end"] != b[i]["sp_end"]) return false;
  }
  return found["run"]["saturated"] == exact["run"]["saturated"] &&
         found["tail_cut"]["applied"] == exact["tail_cut"]["applied"] &&
         found["steady_state"]["window"] == exact["steady_state"]["window"];
}

// --- What is checked of each ---

void check_in_flight(const Pair& pair) {
  const TimeBins& bins = pair.bins();
  for (const auto count : {&InFlight::of_all, &InFlight::of_successful}) {
    const InFlight exact = count(pair.exact), found = count(pair.compacted);
    REQUIRE(found.requests() == exact.requests());
    for (std::size_t i = 0; i < bins.size(); ++i)
      REQUIRE(found.at(bins.middle(i)) == exact.at(last_moment(bins, i)));
    for (std::size_t i = 0, step = 1 + bins.size() / 10; i + step < bins.size(); i += step) {
      const TimeWindow span{bins.middle(i), bins.middle(i + step)};
      const Bounds bounds = mean_bounds(exact, bins, span);
      const double mean = *found.mean_over(span.begin, span.end);
      REQUIRE(mean >= bounds.least);
      REQUIRE(mean <= bounds.most);
    }
  }
}

void check_tokens(const Pair& pair) {
  const TimeBins& bins = pair.bins();
  for (const TokenTimes times : {TokenTimes::spread, TokenTimes::recorded_if_any}) {
    const Tokens all = tokens_in(pair.exact, kEver, times);
    REQUIRE(tokens_in(pair.compacted, kEver, times) == doctest::Approx(all).epsilon(1e-9));
    for (std::size_t i = 0, step = 1 + bins.size() / 10; i + step < bins.size(); i += step) {
      const TimeWindow span{bins.middle(i), bins.middle(i + step)};
      const Bounds bounds = token_bounds(pair.exact, bins, span, times);
      const Tokens found = tokens_in(pair.compacted, span, times);
      REQUIRE(found >= bounds.least);
      REQUIRE(found <= bounds.most);
    }
  }
}

void check_tallies(const Pair& pair) {
  const auto exact = super_passes(pair.exact, pair.superpass_size);
  const auto found = super_passes(pair.compacted, pair.superpass_size);
  REQUIRE(found.size() == exact.size());
  for (std::size_t i = 0; i < exact.size(); ++i) check_equal(found[i], exact[i]);
}

void check_report(const Pair& pair, Mode mode, const Json& found, const Json& exact, bool is_alike) {
  std::vector<std::string> skipped;
  if (!is_alike)
    skipped = {"/steady_state", "/best_effort",    "/divergence_pct",
               "/plateaus",     "/coverage",       "/verdict",
               "/tail_cut",     "/official_basis", "/run/mean_in_flight_window"};
  // Whole cells, those with the middle of their decoding there (run/blocks).
  if (mode == Mode::offline)
    skipped.insert(skipped.end(), {"/steady_state", "/best_effort", "/divergence_pct"});
  Comparison(bounds_of(pair, exact), skipped).walk("", found, exact);
}

}  // namespace

TEST_CASE("hostile clocks: a compacted run keeps every promise, field by field") {
  std::size_t compacted = 0, alike = 0, windows = 0, fine = 0;
  for (std::uint64_t seed = 1; seed <= kLogs; ++seed) {
    CAPTURE(seed);
    const HostileLog log(seed);
    const Pair pair = read_pair(seed, log);
    if (!pair.compacted.compacted.any()) continue;
    ++compacted;
    check_in_flight(pair);
    check_tokens(pair);
    check_tallies(pair);
    const Mode mode = mode_of(pair.exact);
    if (pair.bins().width() <= log.life()) {  // finer than what it is about
      ++fine;
      CHECK(mode_of(pair.compacted) == mode);
    }
    const Json exact = report_on(pair.exact, pair, mode, log.policy());
    const Json found = report_on(pair.compacted, pair, mode, log.policy());
    const bool is_alike = looks_at_the_same(found, exact);
    alike += is_alike;
    windows += exact["steady_state"]["found"] == true;
    check_report(pair, mode, found, exact, is_alike);
  }
  CHECK(compacted >= 0.95 * kLogs);
  CHECK(alike >= 0.95 * kLogs);
  CHECK(windows >= kLogs / 4);
  CHECK(fine >= kLogs / 2);
}
