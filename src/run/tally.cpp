// Tests: tests/run/tally_test.cpp.

#include "run/tally.h"

#include "run/run.h"

namespace ssdetect {

void Tally::add(const Run& run, const Request& request) {
  RunTimes::add(run, request);
  failed += request.state == RequestState::failed;
  in_flight += request.state == RequestState::in_flight;
  samples += request.has_first_token || request.has_completion;
  for (const Measure measure : kMeasures) invalid_durations += run.is_invalid(measure, request);
  if (request.state == RequestState::completed) add_completed(run, request);
}

void Tally::add_completed(const Run& run, const Request& request) {
  ++completed;
  with_first_token += request.has_first_token;
  streamed += request.tokens_after_first > 0;
  if (request.tokens_out >= 0) {
    ++counted;
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
  with_first_token += other.with_first_token;
  counted += other.counted;
  streamed += other.streamed;
  timed += other.timed;
  tokens_out += other.tokens_out;
  tokens_after_first += other.tokens_after_first;
  invalid_durations += other.invalid_durations;
}

}  // namespace ssdetect
