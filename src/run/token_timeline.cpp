// An even spread is a constant rate over an interval: whole bins get it through a difference array, the two
// cut bins directly, so the cost is O(requests + bins) however long the requests are. Tests:
// tests/run/token_timeline_test.cpp.

#include "run/token_timeline.h"

#include <algorithm>
#include <cmath>

namespace ssdetect {

namespace {

struct Spread {
  Nanos begin, end;  // equal: all tokens at that moment
  Tokens tokens;
};

Spread spread_of(const Request& request) {
  const bool has_span = request.has_first_token && request.first_token < request.completed;
  return {has_span ? request.first_token : request.completed, request.completed, request.tokens_out};
}

bool has_tokens(const Request& request) {
  return request.state == RequestState::completed && request.tokens_out > 0;
}

const std::vector<Nanos>* times_of(const Run& run, std::size_t request, TokenTimes times) {
  if (times == TokenTimes::spread || request >= run.token_times.size()) return nullptr;
  return run.token_times[request].empty() ? nullptr : &run.token_times[request];
}

bool inside(Nanos at, TimeWindow window) { return at >= window.begin && at <= window.end; }

// Positions are in bins from the window's beginning.
class Bins {
 public:
  Bins(TimeWindow window, double bin_ns)
      : window_(window),
        bin_ns_(bin_ns),
        count_(static_cast<std::size_t>(std::ceil(window.length_ns() / bin_ns))),
        bins_(count_),
        rate_steps_(count_ + 1) {}

  void add_at(Nanos when, Tokens tokens) {
    if (inside(when, window_) && count_ > 0) bins_[bin_ending_at_or_after(position(when))] += tokens;
  }

  void add_spread(const Spread& spread) {
    if (count_ == 0 || spread.end <= window_.begin || spread.begin >= window_.end) return;
    const double rate = spread.tokens / (static_cast<double>(elapsed(spread.begin, spread.end)) / bin_ns_);
    add_rate(position(std::max(spread.begin, window_.begin)), position(std::min(spread.end, window_.end)),
             rate);
  }

  std::vector<Tokens> take() {
    double rate = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      rate += rate_steps_[i];
      bins_[i] += rate;
    }
    return std::move(bins_);
  }

 private:
  double position(Nanos when) const { return static_cast<double>(elapsed(window_.begin, when)) / bin_ns_; }

  std::size_t bin_ending_at_or_after(double at) const {
    const double bin = std::max(0.0, std::ceil(at) - 1);
    return std::min(count_ - 1, static_cast<std::size_t>(bin));
  }

  void add_rate(double from, double to, double rate) {
    const std::size_t first = std::min(count_ - 1, static_cast<std::size_t>(from));
    const std::size_t last = std::min(count_ - 1, static_cast<std::size_t>(to));
    if (first == last) {
      bins_[first] += rate * (to - from);
      return;
    }
    bins_[first] += rate * (static_cast<double>(first + 1) - from);
    bins_[last] += rate * (to - static_cast<double>(last));
    rate_steps_[first + 1] += rate;
    rate_steps_[last] -= rate;
  }

  TimeWindow window_;
  double bin_ns_;
  std::size_t count_;
  std::vector<Tokens> bins_;
  std::vector<double> rate_steps_;
};

}  // namespace

Tokens tokens_in(const Run& run, std::size_t index, TimeWindow window, TokenTimes times) {
  const Request& request = run.requests[index];
  if (!has_tokens(request)) return 0;
  if (const auto* recorded = times_of(run, index, times)) {
    const auto hits =
        std::count_if(recorded->begin(), recorded->end(), [&](Nanos at) { return inside(at, window); });
    return request.tokens_out * static_cast<double>(hits) / static_cast<double>(recorded->size());
  }
  const Spread spread = spread_of(request);
  if (spread.begin == spread.end) return inside(spread.end, window) ? spread.tokens : 0;
  const Nanos low = std::max(spread.begin, window.begin), high = std::min(spread.end, window.end);
  if (high <= low) return 0;
  return spread.tokens * static_cast<double>(elapsed(low, high)) /
         static_cast<double>(elapsed(spread.begin, spread.end));
}

Tokens tokens_in(const Run& run, TimeWindow window, TokenTimes times) {
  Tokens sum = 0;
  for (std::size_t i = 0; i < run.requests.size(); ++i) sum += tokens_in(run, i, window, times);
  return sum;
}

std::optional<std::vector<Tokens>> token_bins(const Run& run, TimeWindow window, double bin_ns,
                                              TokenTimes times, bool (*counts)(const Run&, const Request&)) {
  if (window.length_ns() / bin_ns > static_cast<double>(kMostBins)) return std::nullopt;
  Bins bins(window, bin_ns);
  for (std::size_t i = 0; i < run.requests.size(); ++i) {
    const Request& request = run.requests[i];
    if (!has_tokens(request) || !counts(run, request)) continue;
    const Spread spread = spread_of(request);
    if (const auto* recorded = times_of(run, i, times)) {
      for (Nanos at : *recorded) bins.add_at(at, request.tokens_out / static_cast<double>(recorded->size()));
    } else if (spread.begin == spread.end) {
      bins.add_at(spread.end, spread.tokens);
    } else {
      bins.add_spread(spread);
    }
  }
  return bins.take();
}

}  // namespace ssdetect
