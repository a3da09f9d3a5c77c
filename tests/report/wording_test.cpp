// Every verdict has a reason, and numbers read as people write them.
#include "report/wording.h"

#include <doctest/doctest.h>

#include "report/build.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Report report_on_levels(const std::vector<double>& tpot_ns, const Policy& policy = default_policy()) {
  oracle::Series series;
  series.tpot_p50_ns = tpot_ns;
  series.superpass_size = 20;
  const Run run = run_of(oracle::simulate(series));
  return report_as(Mode::concurrency, run, 20, policy);
}

std::vector<double> calm(std::size_t n) {
  return oracle::noisy_series(30e6, 0.002, static_cast<std::int64_t>(n), 5);
}

}  // namespace

TEST_CASE("durations, numbers and percents as people write them") {
  CHECK(duration_text(82.4e6) == "82.40 ms");
  CHECK(duration_text(1.25e9) == "1.250 s");
  CHECK(duration_text(730e3) == "730.0 us");
  CHECK(duration_text(12) == "12.00 ns");
  CHECK(duration_text(0) == "0 ns");
  CHECK(duration_text(std::nullopt) == "-");
  CHECK(number_text(1234.4) == "1,234");
  CHECK(plural(1, "super-pass") == "1 super-pass");
  CHECK(plural(0, "super-pass") == "0 super-passes");
  CHECK(plural(1234567, "request") == "1,234,567 requests");
  CHECK(number_text(1234567) == "1,234,567");
  CHECK(number_text(-1234567) == "-1,234,567");
  CHECK(number_text(-123) == "-123.0");
  CHECK(number_text(285.53) == "285.5");
  CHECK(number_text(0.012344) == "0.01234");
  CHECK(number_text(std::nullopt) == "-");
  CHECK(percent_text(0.1234) == "+12.3 %");
  CHECK(percent_text(-0.05) == "-5.0 %");
  CHECK(percent_text(10) == "+1000.0 %");
  CHECK(percent_text(217) == "×218.0");
  CHECK(percent_text(std::nullopt) == "-");
  CHECK(metric_text({Measure::tpot, Level::p90}) == "TPOT p90");
  CHECK(metric_text({Measure::latency, Level::p99}) == "latency p99");
}

TEST_CASE("why steady: the window and its length") {
  const std::string text = reason(report_on_levels(calm(20)));
  CHECK(contains(text, "super-passes 1 to 19"));
  CHECK(contains(text, "1,137 s"));
}

TEST_CASE("why anomaly: where the step is, and how large") {
  auto levels = calm(25);
  for (std::size_t k = 20; k < 25; ++k) levels[k] *= 1.2;
  const Report report = report_on_levels(levels);
  CHECK(contains(reason(report), "super-pass 20"));
  CHECK((contains(reason(report), "by +19.") || contains(reason(report), "by +20.")));
}

TEST_CASE("why not found: too short, and by which term") {
  const std::string text = reason(report_on_levels(calm(8)));
  CHECK(contains(text, "long enough"));
  CHECK(contains(text, "600.0 s"));
  CHECK(contains(text, "floor"));
}

TEST_CASE("why not found: what drifts, which way, how much, and what is stable") {
  std::vector<double> drift;
  for (int k = 0; k < 20; ++k) drift.push_back(30e6 * (1 + 0.06 * k));
  const Report report = report_on_levels(drift);
  REQUIRE(report.analysis.verdict == Verdict::not_found);
  const std::string text = reason(report);
  CHECK(contains(text, "drifting: TPOT p50 up (+"));
  CHECK(contains(text, "without a trend: TTFT p50"));
}

TEST_CASE("why not assessable: which it is, and the ways out when it is the count") {
  const auto why = [](const Run& run) {
    return reason(report_as(Mode::concurrency, run, 2, default_policy()));
  };
  CHECK(contains(why(tracked().issue(1, 0).first(1, 5).complete(1, 9).finish()), "--token-field"));
  CHECK(contains(why(tracked().issue(1, 0).complete(1, 9, 11).finish()), "first-token"));
  CHECK(contains(why(run_of({{0, 5, 9, 11, true}})), "No request completed"));
}
