// An even spread is a constant rate over an interval: whole bins get it through a difference array, the two
// cut bins directly, so the cost is O(requests + bins) however long the requests are. Tests:
// tests/run/token_timeline_test.cpp.

#include "run/token_timeline.h"

#include <algorithm>
#include <cmath>

namespace ssdetect {

namespace {

// Over which of a request's tokens are spread; empty: all at its end.
TimeWindow spread_of(const Run& run, const Request& request) {
  const Nanos last = request.is_cut_off ? run.last_token(request) : request.completed;
  const bool has_span = request.has_first_token && request.first_token < last;
  return {has_span ? request.first_token : last, last};
}

bool has_tokens(const Run& run, const Request& request, TokenTimes times) {
  if (request.tokens_out <= 0) return false;
  if (times == TokenTimes::recorded_if_any) return run.succeeded(request);
  return request.is_cut_off || request.state == RequestState::completed;
}

const std::vector<Nanos>* times_of(const Run& run, std::size_t request, TokenTimes times) {
  if (times == TokenTimes::spread || request >= run.token_times.size()) return nullptr;
  return run.token_times[request].empty() ? nullptr : &run.token_times[request];
}

bool inside(Nanos at, TimeWindow window) { return at >= window.begin && at <= window.end; }

Tokens share_in(TimeWindow spread, Tokens tokens, TimeWindow window) {
  const TimeWindow common{std::max(spread.begin, window.begin), std::min(spread.end, window.end)};
  if (common.end <= common.begin) return 0;
  return tokens * distance_ns(common.begin, common.end) / distance_ns(spread.begin, spread.end);
}

Tokens tokens_of(const Run& run, std::size_t number, const Request& request, TimeWindow window,
                 TokenTimes times) {
  if (!has_tokens(run, request, times)) return 0;
  if (const auto* recorded = times_of(run, number, times)) {
    const auto hits =
        std::count_if(recorded->begin(), recorded->end(), [&](Nanos at) { return inside(at, window); });
    return request.tokens_out * static_cast<double>(hits) / static_cast<double>(recorded->size());
  }
  const TimeWindow spread = spread_of(run, request);
  if (spread.begin == spread.end) return inside(spread.end, window) ? request.tokens_out : 0;
  return share_in(spread, request.tokens_out, window);
}

Tokens tokens_of(const TimeBin& bin, TokenTimes times) {
  return times == TokenTimes::spread ? bin.spread : bin.recorded;
}

void add_kept(TokenBins& bins, const Run& run, TokenTimes times) {
  run.requests.for_each({0, run.requests.size()}, [&](std::size_t number, const Request& request) {
    bins.add(run, number, request, times);
  });
}

// By way of the time bins as far as they reach, also the kept requests: next to what was spread over a whole
// bin, tokens at their own times would make a peak that never was.
void add_rounded(TokenBins& bins, const Run& run, TokenTimes times) {
  const TimeBins& fine = run.compacted.times;
  TokenBins rounded(fine.span(), static_cast<double>(fine.width()));
  add_kept(rounded, run, times);
  const auto tokens = rounded.take();
  for (std::size_t i = 0; i < fine.size(); ++i) {
    const Tokens all = tokens[i] + tokens_of(fine[i], times);
    if (all > 0) bins.add_evenly(fine.span(i), all);
  }
}

// A window that was divided into n bins has n of them, also where the quotient comes out a rounding above.
std::size_t bins_in(double quotient) {
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  return static_cast<std::size_t>(std::ceil(quotient * (1 - kRounding)));
}

}  // namespace

TokenBins::TokenBins(TimeWindow window, double bin_ns, std::optional<TimeWindow> without)
    : window_(window),
      bin_ns_(bin_ns),
      without_(without),
      count_(bins_in(distance_ns(window.begin, window.end) / bin_ns)),
      bins_(count_),
      rate_steps_(count_ + 1) {}

std::size_t TokenBins::bin_ending_at_or_after(double position) const {
  const double bin = std::max(0.0, std::ceil(position) - 1);
  return std::min(count_ - 1, static_cast<std::size_t>(bin));
}

void TokenBins::add_at(Nanos when, Tokens tokens) {
  if (count_ == 0 || !inside(when, window_) || (without_ && inside(when, *without_))) return;
  bins_[bin_ending_at_or_after(position(when))] += tokens;
}

void TokenBins::add_evenly(TimeWindow span, Tokens tokens) {
  if (count_ == 0 || span.end <= window_.begin || span.begin >= window_.end) return;
  add_between(position(std::max(span.begin, window_.begin)), position(std::min(span.end, window_.end)),
              share_in(span, tokens, window_));
}

void TokenBins::add_between(double from, double to, Tokens tokens) {
  const std::size_t first = std::min(count_ - 1, static_cast<std::size_t>(from));
  const std::size_t last = std::min(count_ - 1, static_cast<std::size_t>(to));
  if (first == last) {
    bins_[first] += tokens;
    return;
  }
  const double rate = tokens / (to - from);
  bins_[first] += rate * (static_cast<double>(first + 1) - from);
  bins_[last] += rate * (to - static_cast<double>(last));
  if (last == first + 1)
    return;  // else a short spread across an edge, at its great rate, costs others digits
  rate_steps_[first + 1] += rate;
  rate_steps_[last] -= rate;
}

void TokenBins::add(const Run& run, std::size_t number, const Request& request, TokenTimes times) {
  if (!has_tokens(run, request, times)) return;
  const TimeWindow spread = spread_of(run, request);
  if (const auto* recorded = times_of(run, number, times)) {
    for (Nanos at : *recorded) add_at(at, request.tokens_out / static_cast<double>(recorded->size()));
  } else if (spread.begin == spread.end) {
    add_at(spread.end, request.tokens_out);
  } else if (!without_) {
    add_evenly(spread, request.tokens_out);
  } else {
    add_share({spread.begin, std::min(spread.end, without_->begin)}, spread, request.tokens_out);
    add_share({std::max(spread.begin, without_->end), spread.end}, spread, request.tokens_out);
  }
}

void TokenBins::add_share(TimeWindow part, TimeWindow whole, Tokens tokens) {
  if (part.end > part.begin) add_evenly(part, share_in(whole, tokens, part));
}

std::vector<Tokens> TokenBins::take() {
  double rate = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    rate += rate_steps_[i];
    bins_[i] += rate;
  }
  return std::move(bins_);
}

Tokens tokens_in(const Run& run, TimeWindow window, TokenTimes times) {
  Tokens sum = 0;
  run.requests.for_each({0, run.requests.size()}, [&](std::size_t number, const Request& request) {
    sum += tokens_of(run, number, request, window, times);
  });
  const TimeBins& bins = run.compacted.times;
  for (std::size_t i = 0; i < bins.size(); ++i)
    sum += share_in(bins.span(i), tokens_of(bins[i], times), window);
  return sum;
}

std::optional<std::vector<Tokens>> token_bins(const Run& run, TimeWindow window, double bin_ns,
                                              TokenTimes times) {
  if (window.length_ns() / bin_ns > static_cast<double>(kMostTokenBins)) return std::nullopt;
  window.end = later(window.begin, elapsed(window.begin, window.end));  // no longer than a duration can be
  const TimeBins& fine = run.compacted.times;
  TokenBins bins(window, bin_ns, fine.empty() ? std::nullopt : std::optional(fine.span()));
  add_kept(bins, run, times);
  if (!fine.empty()) add_rounded(bins, run, times);
  return bins.take();
}

}  // namespace ssdetect
