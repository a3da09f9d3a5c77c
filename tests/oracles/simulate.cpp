// Walks through the requests in issue order. First-in-first-out queues make that enough: when a request is
// issued, the end of every earlier one is already known, so heaps of those ends say when a client or a decode
// slot is free. O(n log concurrency). Test: generator_test.cpp.
#include "tests/oracles/simulate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

#include "tests/oracles/planted_tpot.h"
#include "tests/oracles/random.h"

namespace ssdetect::oracle {
namespace {

constexpr Nanos kErrorLag = 100;  // a failed request's completion is stamped this long before its error

template <class Value>
using EarliestFirst = std::priority_queue<Value, std::vector<Value>, std::greater<>>;

Nanos rounded(double ns) { return static_cast<Nanos>(std::llround(ns)); }

std::int64_t draw_length(const OutputLength& length, Random random) {
  switch (length.kind) {
    case OutputLength::Kind::fixed:
      return length.median;
    case OutputLength::Kind::uniform:
      return length.min + random.below(length.max - length.min + 1);
    case OutputLength::Kind::lognormal: {
      const double tokens = std::min(random.lognormal(static_cast<double>(length.median), length.sigma), 1e9);
      return std::clamp<std::int64_t>(std::llround(tokens), length.min, length.max);
    }
  }
  return length.median;
}

// The prompt of the next request: each pass over the dataset is a permutation of it.
class Dataset {
 public:
  explicit Dataset(const Plan& plan) : seed_(mix(plan.seed, 0xda7a)), size_(plan.dataset_size) {}

  std::int32_t prompt_of(std::int64_t request) {
    if (size_ <= 0) return static_cast<std::int32_t>(request);
    const std::int64_t pass = request / size_;
    if (pass != pass_) order_ = permutation(size_, Random(mix(seed_, static_cast<std::uint64_t>(pass))));
    pass_ = pass;
    return order_[static_cast<std::size_t>(request % size_)];
  }

 private:
  std::uint64_t seed_;
  std::int64_t size_, pass_ = -1;
  std::vector<std::int32_t> order_;
};

// When is the next request issued, and by which client?
class Clients {
 public:
  explicit Clients(const Plan& plan) : plan_(plan), random_(mix(plan.seed, 0x1550e)) {}

  // Returns the client; call once a request, in order.
  std::int64_t issue(SimRequest& request) {
    const std::int64_t index = issued_++;
    std::int64_t client = index;
    switch (plan_.load) {
      case Load::offline:
        now_ns_ = index * plan_.fill_gap_ns;
        break;
      case Load::poisson:
        if (index > 0) now_ns_ += std::max<Nanos>(1, rounded(random_.exponential(1e9 / plan_.offered_per_s)));
        break;
      case Load::closed_loop:
        if (index < plan_.concurrency) {
          now_ns_ = index * plan_.fill_gap_ns;
        } else {
          std::tie(now_ns_, client) = busy_.top();
          busy_.pop();
        }
    }
    request.issued_ns = request.last_issued_ns = now_ns_;
    return client;
  }

  void ended(std::int64_t client, Nanos end_ns) {
    if (plan_.load == Load::closed_loop) busy_.emplace(end_ns, client);
  }

 private:
  const Plan& plan_;
  Random random_;
  std::int64_t issued_ = 0;
  Nanos now_ns_ = 0;
  EarliestFirst<std::pair<Nanos, std::int64_t>> busy_;
};

// The prefill queue and the decode slots.
class ServerModel {
 public:
  explicit ServerModel(const Plan& plan) : server_(plan.server), random_(mix(plan.seed, 0x9e4f)) {
    for (std::int64_t slot = 0; slot < server_.decode_slots; ++slot) slot_free_ns_.push(0);
  }

  // When the first token comes; takes a slot, which `leave` gives back.
  Nanos admit(Nanos issued_ns) {
    double service_ns = static_cast<double>(server_.prefill_service_ns);
    if (server_.prefill_cov > 0) service_ns *= std::max(0.1, 1 + server_.prefill_cov * random_.normal());
    prefill_free_ns_ = std::max(issued_ns, prefill_free_ns_) + rounded(service_ns);
    const Nanos ready_ns = prefill_free_ns_ + server_.ttft_base_ns;
    if (slot_free_ns_.empty()) return ready_ns;
    slot_ns_ = slot_free_ns_.top();
    slot_free_ns_.pop();
    return std::max(ready_ns, slot_ns_);
  }

  void leave(Nanos end_ns) {
    if (server_.decode_slots > 0) slot_free_ns_.push(std::max(end_ns, slot_ns_));
  }

 private:
  Server server_;
  Random random_;
  Nanos prefill_free_ns_ = 0, slot_ns_ = 0;
  EarliestFirst<Nanos> slot_free_ns_;
};

// The first attempt is given up after some part of its first token's time, or of its decoding; the second one
// is the first, shifted.
void retry(SimRequest& request, Random& random) {
  const bool before_first = random.uniform() < 0.5;
  const Nanos ttft_ns = request.first_token_ns - request.issued_ns;
  const Nanos decode_ns = request.completed_ns - request.first_token_ns;
  const double share = 0.1 + 0.8 * random.uniform();
  const double delay_ns = share * static_cast<double>(before_first ? ttft_ns : decode_ns);
  const Nanos shift_ns = rounded(delay_ns) + (before_first ? 0 : ttft_ns);
  if (!before_first) request.lost_first_token_ns = request.first_token_ns;
  request.last_issued_ns += shift_ns;
  request.first_token_ns += shift_ns;
  request.completed_ns += shift_ns;
}

void fail(SimRequest& request, Random& random) {
  const bool before_first = random.uniform() < 0.5;
  const Nanos from_ns = before_first ? request.last_issued_ns : request.first_token_ns;
  const Nanos to_ns = before_first ? request.first_token_ns : request.completed_ns;
  const double share = 0.1 + 0.8 * random.uniform();
  request.completed_ns = from_ns + rounded(share * static_cast<double>(to_ns - from_ns));
  request.error_ns = request.completed_ns + kErrorLag;
  request.state = SimState::failed;
  if (before_first) request.first_token_ns = kNever;
}

// Numbers each client's requests into conversations.
class Conversations {
 public:
  explicit Conversations(const Plan& plan)
      : turns_(plan.turns), at_(static_cast<std::size_t>(plan.turns > 0 ? plan.n_requests : 0)) {}

  void place(SimRequest& request, std::int64_t client) {
    if (turns_ <= 0) return;
    Place& place = at_[static_cast<std::size_t>(client)];
    if (place.turn % turns_ == 0) place = {next_++, 0};
    request.conversation = place.conversation;
    request.turn = ++place.turn;
  }

 private:
  struct Place {
    std::int32_t conversation = -1, turn = 0;
  };
  std::int64_t turns_;
  std::int32_t next_ = 0;
  std::vector<Place> at_;  // by client
};

std::vector<SimRequest> run_requests(const Plan& plan) {
  std::vector<SimRequest> requests(static_cast<std::size_t>(plan.n_requests));
  PlantedTpot tpot(plan);
  Dataset dataset(plan);
  Clients clients(plan);
  ServerModel server(plan);
  Conversations conversations(plan);
  Random fate(mix(plan.seed, 0xfa7e));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    SimRequest& request = requests[i];
    request.prompt = dataset.prompt_of(static_cast<std::int64_t>(i));
    request.tokens =
        draw_length(plan.length, Random(mix(plan.seed ^ 0x1e17, static_cast<std::uint64_t>(request.prompt))));
    const std::int64_t client = clients.issue(request);
    request.first_token_ns = server.admit(request.issued_ns);
    const double decode_ns =
        tpot.draw_ns(static_cast<std::int64_t>(i)) * static_cast<double>(request.tokens - 1);
    request.completed_ns = request.first_token_ns + rounded(decode_ns);
    const double retry_draw = fate.uniform(), fail_draw = fate.uniform();
    if (retry_draw < plan.retried_share) retry(request, fate);
    if (fail_draw < plan.failed_share) fail(request, fate);
    conversations.place(request, client);
    server.leave(request.completed_ns);
    clients.ended(client, request.completed_ns);
  }
  return requests;
}

// Forgets what happened after `cut_ns`.
void cut(std::vector<SimRequest>& requests, Nanos cut_ns) {
  while (!requests.empty() && requests.back().issued_ns > cut_ns) requests.pop_back();
  for (SimRequest& request : requests) {
    if (request.last_issued_ns > cut_ns) {  // the retry never came: the first attempt is the last
      request.last_issued_ns = request.issued_ns;
      request.first_token_ns = std::exchange(request.lost_first_token_ns, kNever);
    }
    if (request.error_ns > cut_ns) request.error_ns = request.completed_ns = kNever;
    for (Nanos* at : {&request.lost_first_token_ns, &request.first_token_ns, &request.completed_ns}) {
      if (*at > cut_ns) *at = kNever;
    }
    if (request.completed_ns == kNever) request.state = SimState::in_flight;
  }
}

void count(const std::vector<SimRequest>& requests, Truth& truth) {
  for (const SimRequest& request : requests) {
    ++truth.issued;
    truth.completed += request.state == SimState::completed;
    truth.failed += request.state == SimState::failed;
    truth.in_flight += request.state == SimState::in_flight;
    truth.retried += request.last_issued_ns != request.issued_ns;
    for (const Nanos at :
         {request.last_issued_ns, request.first_token_ns, request.completed_ns, request.error_ns}) {
      truth.last_event_ns = std::max(truth.last_event_ns, at);
    }
  }
  if (!requests.empty()) truth.offered_span_ns = requests.back().issued_ns - requests.front().issued_ns;
}

// Full slots give slots × Σ tokens / Σ decode time: every slot is one request after another. The token a
// request enters with counts, as in a consumer that spreads all its tokens over its decoding.
void hold(const Plan& plan, const std::vector<SimRequest>& requests, std::int64_t change, Truth& truth) {
  const std::int64_t slots = plan.server.decode_slots;
  const auto n = static_cast<std::int64_t>(requests.size());
  const std::int64_t begin = truth.ramp_end_request, end = std::min(change, n);
  if (slots <= 0 || slots > n || begin >= end) return;
  double tokens = 0, decode_s = 0;
  for (std::int64_t i = begin; i < end; ++i) {
    const SimRequest& request = requests[static_cast<std::size_t>(i)];
    tokens += static_cast<double>(request.tokens);
    decode_s += plan.tpot.steady_ns / 1e9 * static_cast<double>(request.tokens - 1);
  }
  truth.held_tokens_per_s = static_cast<double>(slots) * tokens / decode_s;
  truth.held_requests_per_s = static_cast<double>(slots * (end - begin)) / decode_s;
  const std::int64_t full = std::max(slots - 1, begin), over = std::max(full, std::min(end, n - 1));
  truth.hold_start_ns = requests[static_cast<std::size_t>(std::min(full, n - 1))].first_token_ns;
  truth.hold_end_ns = requests[static_cast<std::size_t>(std::min(over, n - 1))].first_token_ns;
}

void plant(const Plan& plan, const std::vector<SimRequest>& requests, Truth& truth) {
  const PlantedTpot tpot(plan);
  const std::int64_t size = plan.planted_superpass_size();
  truth.superpass_size = size;
  truth.steady_tpot_ns = plan.tpot.steady_ns;
  truth.tpot_ns = tpot.levels_ns(true);
  truth.clean_tpot_ns = tpot.levels_ns(false);
  truth.ramp_end_request = plan.tpot.ramp_requests;
  while ((2 * truth.ramp_end_superpass + 1) * size < 2 * plan.tpot.ramp_requests) ++truth.ramp_end_superpass;
  for (const Step& step : plan.tpot.steps) {
    truth.step_requests.push_back(tpot.step_request(step));
    truth.step_superpasses.push_back(tpot.step_request(step) / size);
  }
  hold(plan, requests, tpot.first_change(), truth);
}

}  // namespace

Simulation simulate(const Plan& plan) {
  Simulation run{plan.seed, plan.log, run_requests(plan), {}};
  plant(plan, run.requests, run.truth);
  if (plan.cut_share > 0 && !run.requests.empty()) {
    const auto last = static_cast<std::size_t>(plan.cut_share * static_cast<double>(plan.n_requests - 1));
    cut(run.requests, run.requests[std::min(last, run.requests.size() - 1)].issued_ns);
    run.truth.interrupted = true;
  }
  count(run.requests, run.truth);
  const auto kept =
      static_cast<std::size_t>((run.truth.issued + run.truth.superpass_size - 1) / run.truth.superpass_size);
  run.truth.tpot_ns.resize(kept);
  run.truth.clean_tpot_ns.resize(kept);
  return run;
}

Simulation simulate(const Series& series, const LogStyle& log, std::uint64_t seed) {
  Simulation run{seed, log, {}, {}};
  const std::int64_t size = series.superpass_size;
  const std::int64_t slow_from = (size - 1) * 9 / 10;  // lower nearest rank of p90
  run.requests.reserve(series.tpot_p50_ns.size() * static_cast<std::size_t>(size));
  for (std::size_t k = 0; k < series.tpot_p50_ns.size(); ++k) {
    const double p50_ns = series.tpot_p50_ns[k],
                 p90_ns = series.tpot_p90_ns.empty() ? p50_ns : series.tpot_p90_ns[k];
    for (std::int64_t j = 0; j < size; ++j) {
      SimRequest request;
      const auto offset_ns =
          static_cast<double>(series.superpass_span_ns) * static_cast<double>(j) / static_cast<double>(size);
      request.issued_ns = request.last_issued_ns =
          static_cast<Nanos>(k) * series.superpass_span_ns + rounded(offset_ns);
      request.first_token_ns = request.issued_ns + series.ttft_ns;
      const double tpot_ns = j >= slow_from ? p90_ns : p50_ns;
      request.completed_ns =
          request.first_token_ns + rounded(tpot_ns * static_cast<double>(series.tokens - 1));
      request.tokens = series.tokens;
      request.prompt = static_cast<std::int32_t>(j);
      run.requests.push_back(request);
    }
  }
  run.truth.superpass_size = size;
  run.truth.tpot_ns = run.truth.clean_tpot_ns = series.tpot_p50_ns;
  count(run.requests, run.truth);
  return run;
}

}  // namespace ssdetect::oracle
