// The named plans. Common to the small ones: 16 clients, 200 tokens, 50 ms a token: a request takes 10 s, a
// super-pass of 50 about 31 s, so the minimum duration of 600 s is about 20 super-passes of the 40.
#include "tests/oracles/scenarios.h"

#include <algorithm>

#include "tests/oracles/random.h"
#include "tests/oracles/write_log.h"

namespace ssdetect::oracle {
namespace {

Plan steady() {
  Plan plan;
  plan.n_requests = 2000;
  plan.length = {.kind = OutputLength::Kind::uniform, .median = 200, .min = 150, .max = 250};
  plan.tpot.steady_ns = 50e6;
  plan.tpot.superpass_cov = 0.005;
  plan.tpot.request_cov = 0.02;
  return plan;
}

template <class Change>
Plan steady_but(Change change) {
  Plan plan = steady();
  change(plan);
  return plan;
}

// Plateaus of 8 super-passes, some 250 s each.
void short_plateaus(Plan& plan) {
  const double factors[] = {1.15, 1.0, 1.2, 0.95};
  for (std::int64_t k = 0; k < 4; ++k) {
    plan.tpot.steps.push_back({.superpass = 8 * (k + 1), .factor = factors[k]});
  }
}

// 30 slots of 10 s: 3 requests a second, 600 tokens a second.
void overload(Plan& plan) {
  plan.load = Load::poisson;
  plan.offered_per_s = 8;
  plan.n_requests = 6000;
  plan.dataset_size = 200;
  plan.server.decode_slots = 30;
  plan.log.prompt_text = true;
}

// 32 slots fill at 5 a second, then hold some 640 tokens a second; the last fifth sags.
void offline(Plan& plan) {
  plan.load = Load::offline;
  plan.n_requests = 4000;
  plan.dataset_size = 0;
  plan.server = {.ttft_base_ns = 100'000'000, .prefill_service_ns = 200'000'000, .decode_slots = 32};
  plan.tpot.steps.push_back({.request = 3200, .factor = 1.3});
}

Plan demo() {
  Plan plan;
  plan.n_requests = 5000;
  plan.dataset_size = 250;
  plan.concurrency = 48;
  plan.length = {.kind = OutputLength::Kind::lognormal, .median = 350, .min = 16, .max = 2000, .sigma = 0.5};
  plan.tpot = {.steady_ns = 25e6, .ramp_start_factor = 0.5, .ramp_requests = 750};
  plan.tpot.superpass_cov = 0.005;
  plan.tpot.request_cov = 0.03;
  plan.server.prefill_service_ns = 120'000'000;
  plan.log.prompt_text = true;
  plan.log.warmup_requests = 4;
  return plan;
}

std::vector<Scenario> make_scenarios() {
  const auto none = [](Plan&) {};
  return {
      {"steady", "closed loop, flat", steady_but(none)},
      {"ramp", "TPOT starts at 60 % and reaches its level after 8 super-passes",
       steady_but([](Plan& p) { p.tpot.ramp_start_factor = 0.6, p.tpot.ramp_requests = 400; })},
      {"drift", "TPOT rises by 40 % over the run", steady_but([](Plan& p) { p.tpot.drift_total = 0.4; })},
      {"staircase-up", "TPOT +25 % from super-pass 26 on",
       steady_but([](Plan& p) { p.tpot.steps = {{.superpass = 26, .factor = 1.25}}; })},
      {"staircase-down", "TPOT -20 % from super-pass 26 on",
       steady_but([](Plan& p) { p.tpot.steps = {{.superpass = 26, .factor = 0.8}}; })},
      {"blip", "super-pass 30 alone at 150 %", steady_but([](Plan& p) {
         p.tpot.blips = {{30, 1.5}};
       })},
      {"bad-end", "the last four super-passes at 130 %",
       steady_but([](Plan& p) { p.tpot.last_superpasses = 4, p.tpot.last_factor = 1.3; })},
      {"short-plateaus", "five plateaus, none as long as 600 s", steady_but(short_plateaus)},
      {"failures", "3 % of the requests fail", steady_but([](Plan& p) { p.failed_share = 0.03; })},
      {"retries", "4 % of the requests are issued again in flight",
       steady_but([](Plan& p) { p.retried_share = 0.04; })},
      {"interrupted", "cut off in the middle of a line after 80 %",
       steady_but([](Plan& p) { p.cut_share = 0.8; })},
      {"poisson", "open loop the server keeps up with",
       steady_but([](Plan& p) { p.load = Load::poisson, p.offered_per_s = 1.6; })},
      {"poisson-overload", "8 requests a second offered, 3 served", steady_but(overload)},
      {"offline", "all at once: ramp, hold, sag, drain", steady_but(offline)},
      {"agentic", "conversations of 4 turns", steady_but([](Plan& p) { p.turns = 4; })},
      {"no-tokens", "neither counts nor text", steady_but([](Plan& p) { p.log.output = OutputText::none; })},
      {"demo", "20 super-passes of 250, ramp and drain, a window over 600 s", demo()},
  };
}

std::int64_t bytes_of(const Plan& plan) {
  std::int64_t bytes = 0;
  write_events(simulate(plan),
               [&bytes](std::string_view text) { bytes += static_cast<std::int64_t>(text.size()); });
  return bytes;
}

}  // namespace

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all = make_scenarios();
  return all;
}

std::optional<Plan> scenario(std::string_view name) {
  for (const Scenario& candidate : scenarios()) {
    if (candidate.name == name) return candidate.plan;
  }
  return std::nullopt;
}

Plan bench_plan(OutputText shape, std::int64_t bytes, std::uint64_t seed) {
  Plan plan;
  plan.seed = seed;
  plan.concurrency = 512;
  plan.dataset_size = 1000;
  plan.length = {.kind = OutputLength::Kind::lognormal, .median = 700, .min = 8, .max = 8000, .sigma = 0.7};
  plan.tpot = {.steady_ns = 20e6, .superpass_cov = 0.005, .request_cov = 0.02};
  plan.server.prefill_service_ns = 20'000'000;
  plan.log.output = shape;
  plan.log.prompt_text = true;
  plan.n_requests = plan.dataset_size;  // one pass has all lengths
  plan.n_requests = std::max<std::int64_t>(1, bytes * plan.dataset_size / bytes_of(plan));
  return plan;
}

std::vector<double> noisy_series(double tpot_ns, double cov, std::int64_t superpasses, std::uint64_t seed) {
  Random random(mix(seed, 0x5e71e5));
  std::vector<double> series;
  for (std::int64_t k = 0; k < superpasses; ++k)
    series.push_back(tpot_ns * std::max(0.05, 1 + cov * random.normal()));
  return series;
}

}  // namespace ssdetect::oracle
