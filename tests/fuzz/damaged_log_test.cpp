// A good log is cut at every byte, fed in small pieces, and damaged at random: whatever comes out is an
// answer or a Failure(unreadable), every rendering works, and no request appears that the good log does not
// have.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "src/failure.h"
#include "src/pipeline.h"
#include "src/report/json.h"
#include "src/report/text.h"
#include "src/report/tsv.h"
#include "tests/oracles/generator.h"
#include "tests/oracles/random.h"

using namespace ssdetect;

namespace {

// Ten requests, each a super-pass of its own; text, failures and retries in it.
std::string small_log() {
  oracle::Plan plan = *oracle::scenario("steady");
  plan.n_requests = 10;
  plan.concurrency = 3;
  plan.length = {.median = 3};
  plan.failed_share = 0.1;
  plan.retried_share = 0.1;
  plan.log.output = oracle::OutputText::counted;
  plan.log.warmup_requests = 1;
  return oracle::events_text(oracle::simulate(plan));
}

Options options_for_tiny_runs(const Policy& policy) {
  Options options;
  options.policy = policy;
  options.policy.duration.enforced = false;
  options.policy.shift.draws = 99;
  options.sizes.superpass_size = 1;
  return options;
}

std::size_t issued = 0;  // of the last answer

// The JSON answer; empty when there is none.
std::string answer(std::string_view log, const Options& options, std::size_t most_at_once = 1 << 20) {
  std::string text;
  issued = 0;
  try {
    for (ReadRun& read : read_runs({memory_source(log, most_at_once), "log", ""}, options, {})) {
      const Report report = report_on(read, options);
      CHECK(report.counts.issued == report.counts.completed + report.counts.failed + report.counts.in_flight);
      issued = report.counts.issued;
      CHECK(exit_code(report, {}) != ExitCode::usage);
      // In turns: under the sanitizers rendering is what takes the time.
      if (log.size() % 3 == 0)
        CHECK_FALSE(render_text(report, {.colour = true, .verbose = true, .quiet = false}).empty());
      if (log.size() % 3 == 1) CHECK_FALSE(render_tsv(report).empty());
      text += render_json(report, JsonLayout::one_line);
    }
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::unreadable);
    CHECK(std::string(failure.what()).starts_with("log: "));
  }
  return text;
}

// One of: other bytes, a stretch gone, a stretch twice, two lines swapped.
void damage(std::string& log, oracle::Random& random) {
  const auto anywhere = [&] {
    return static_cast<std::size_t>(random.below(static_cast<std::int64_t>(log.size())));
  };
  const std::size_t at = anywhere(), size = 1 + anywhere() % 200;
  switch (anywhere() % 4) {
    case 0:
      for (int i = 0; i < 4; ++i) log[anywhere()] = static_cast<char>(anywhere() % 256);
      break;
    case 1:
      log.erase(at, size);
      break;
    case 2:
      log.insert(anywhere(), log.substr(at, size));
      break;
    default: {
      const std::size_t a = log.rfind('\n', at), b = log.find('\n', at);
      if (a == std::string::npos || b == std::string::npos || a == b) break;
      const std::string line = log.substr(a + 1, b - a);
      log.erase(a + 1, b - a);
      log.insert(log.find('\n', anywhere() % log.size()) + 1, line);
    }
  }
}

}  // namespace

TEST_CASE("a log cut at every byte is an answer or a refusal") {
  const std::string log = small_log();
  const Options options = options_for_tiny_runs(default_policy());
  const Options reference = options_for_tiny_runs(reference_policy());
  const std::string whole = answer(log, options);
  REQUIRE(whole.find("\"partial\":false") != std::string::npos);
  CHECK(answer(log.substr(0, log.size() - 1), options).find("\"partial\":false") != std::string::npos);
  for (std::size_t size = 0; size + 1 < log.size(); ++size) {
    CAPTURE(size);
    const std::string cut = answer(std::string_view(log).substr(0, size), options);
    CHECK(issued <= 10);
    if (!cut.empty()) CHECK(cut.find("\"partial\":true") != std::string::npos);
    if (size % 16 == 0) answer(std::string_view(log).substr(0, size), reference);
  }
}

TEST_CASE("a log that arrives in pieces is the same log") {
  const std::string log = small_log();
  const Options options = options_for_tiny_runs(default_policy());
  const std::string whole = answer(log, options);
  for (std::size_t piece : {1, 2, 3, 7, 64, 1000}) CHECK(answer(log, options, piece) == whole);
}

TEST_CASE("a log damaged at random is an answer or a refusal") {
  const std::string log = small_log();
  Options options = options_for_tiny_runs(default_policy());
  oracle::Random random(20261129);
  for (int round = 0; round < 600; ++round) {
    CAPTURE(round);
    std::string damaged = log;
    for (int i = 0; i <= round % 4; ++i) damage(damaged, random);
    options.estimate = round % 3 ? TokenSource::none : TokenSource::words;
    options.all_samples = false;
    answer(damaged, options);
  }
}
