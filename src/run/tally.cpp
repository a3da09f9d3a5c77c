// Tests: tests/run/tally_test.cpp.

#include "run/tally.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "run/run.h"

namespace ssdetect {

namespace {

Nanos last_event_of(const Run& run, const Request& request) {
  Nanos last = std::max(request.issued, run.started(request));
  if (request.has_first_token) last = std::max(last, request.first_token);
  if (request.has_left()) last = std::max(last, request.completed);
  if (request.is_cut_off) last = std::max(last, run.last_token(request));
  return last;
}

constexpr Ratio kOneChunk = 0.001;  // of the latency: the end of the stream, after its only chunk
constexpr Ratio kBuffered = 0.05;   // of the latency
constexpr double kFlushedTpotNs =
    1e6;  // a queue, too, makes the latency long: but does not quicken the stream
constexpr double kLeastTpotNs = 1e5;
constexpr Ratio kServerTpot = 0.20;  // off the stamps

std::optional<Nanos> first_response_of(const Request& request) {
  if (request.has_first_token && request.has_completion)
    return std::min(request.first_token, request.completed);
  if (request.has_first_token) return request.first_token;
  return request.has_completion ? std::optional(request.completed) : std::nullopt;
}

}  // namespace

void StreamCounts::add(const Run& run, const Request& request) {
  if (request.state == RequestState::failed) return;
  const Nanos started = run.started(request);
  ttfts += request.has_first_token;
  negative_ttfts += request.has_first_token && request.first_token < started;
  with_gaps += request.has_gaps;
  late_first_gaps += request.first_gap_is_late;
  const auto tpot = run.tpot_ns(request);
  too_fast += tpot && *tpot < kLeastTpotNs;
  if (tpot && (request.has_server_tpot || request.has_server_decode)) return compare(*tpot, request);
  if (!tpot) return;
  const auto latency = static_cast<double>(elapsed(started, request.completed));
  const auto decode = static_cast<double>(elapsed(request.first_token, request.completed));
  if (latency <= 0 || decode < 0) return;
  ++stamped;
  in_one_chunk += decode <= kOneChunk * latency;
  buffered += decode < kBuffered * latency && *tpot < kFlushedTpotNs;
}

void StreamCounts::compare(double of_server_ns, const Request& request) {
  if (!request.has_first_token || request.completed < request.first_token) return;
  const double stamped_ns = static_cast<double>(elapsed(request.first_token, request.completed)) /
                            static_cast<double>(request.tokens_after_first);
  ++served;
  served_otherwise += std::abs(of_server_ns - stamped_ns) > kServerTpot * stamped_ns;
  server_tpot_ns += of_server_ns;
  stamped_tpot_ns += stamped_ns;
}

void StreamCounts::merge(const StreamCounts& other) {
  ttfts += other.ttfts;
  negative_ttfts += other.negative_ttfts;
  with_gaps += other.with_gaps;
  late_first_gaps += other.late_first_gaps;
  stamped += other.stamped;
  in_one_chunk += other.in_one_chunk;
  buffered += other.buffered;
  too_fast += other.too_fast;
  served += other.served;
  served_otherwise += other.served_otherwise;
  server_tpot_ns += other.server_tpot_ns;
  stamped_tpot_ns += other.stamped_tpot_ns;
}

void RunTimes::add(const Run& run, const Request& request) {
  const auto response = first_response_of(request);
  merge({.requests = 1,
         .ended = request.has_left(),
         .first_issue = request.issued,
         .last_issue = request.issued,
         .last_completion = request.completed,
         .last_event = last_event_of(run, request),
         .responded = response.has_value(),
         .first_response = response.value_or(0)});
}

void RunTimes::merge(const RunTimes& other) {
  if (other.requests == 0) return;
  first_issue = requests == 0 ? other.first_issue : std::min(first_issue, other.first_issue);
  last_issue = requests == 0 ? other.last_issue : std::max(last_issue, other.last_issue);
  last_event = requests == 0 ? other.last_event : std::max(last_event, other.last_event);
  if (other.ended > 0)
    last_completion = ended == 0 ? other.last_completion : std::max(last_completion, other.last_completion);
  if (other.responded > 0)
    first_response = responded == 0 ? other.first_response : std::min(first_response, other.first_response);
  requests += other.requests;
  ended += other.ended;
  responded += other.responded;
}

void Tally::add(const Run& run, const Request& request) {
  RunTimes::add(run, request);
  failed += request.state == RequestState::failed;
  in_flight += request.state == RequestState::in_flight;
  streams.add(run, request);
  samples += request.has_first_token || request.has_completion;
  for (const Measure measure : kMeasures) invalid_durations += run.is_invalid(measure, request);
  if (request.is_cut_off) ++cut_off, cut_off_tokens += request.tokens_out;
  if (request.state == RequestState::completed) add_completed(run, request);
}

void Tally::add_completed(const Run& run, const Request& request) {
  ++completed;
  with_first_token += request.has_first_token;
  streamed += request.tokens_after_first > 0;
  if (request.tokens_out >= 0) {
    ++counted;
    empty += request.tokens_out == 0;
    tokens_out += request.tokens_out;
  }
  if (run.tpot_ns(request)) {
    ++timed;
    tokens_after_first += request.tokens_after_first;
  }
}

void Tally::merge(const Tally& other) {
  RunTimes::merge(other);
  completed += other.completed;
  failed += other.failed;
  in_flight += other.in_flight;
  samples += other.samples;
  cut_off += other.cut_off;
  cut_off_tokens += other.cut_off_tokens;
  with_first_token += other.with_first_token;
  counted += other.counted;
  empty += other.empty;
  streamed += other.streamed;
  timed += other.timed;
  tokens_out += other.tokens_out;
  tokens_after_first += other.tokens_after_first;
  streams.merge(other.streams);
  invalid_durations += other.invalid_durations;
}

}  // namespace ssdetect
