// Tests: tests/run/request_table_test.cpp.

#include "run/run.h"

#include <algorithm>

namespace ssdetect {

namespace {

double duration(Nanos from, Nanos to) { return static_cast<double>(elapsed(from, to)); }

}  // namespace

Nanos Run::started(const Request& request) const {
  return request.extra == Request::kNoExtra ? request.issued : extras[request.extra].started;
}

Nanos Run::latency_origin(const Request& request) const {
  return policy.retry == RetryRule::moves_the_issue ? request.issued : started(request);
}

std::optional<double> Run::raw_ttft(const Request& request) const {
  if (!request.has_first_token) return std::nullopt;
  return duration(started(request), request.first_token);
}

std::optional<double> Run::raw_latency(const Request& request) const {
  if (request.state != RequestState::completed) return std::nullopt;
  return duration(latency_origin(request), request.completed);
}

std::optional<double> Run::raw_tpot(const Request& request) const {
  if (request.state != RequestState::completed || request.tokens_after_first <= 0) return std::nullopt;
  const double tokens = request.tokens_after_first;
  if (request.has_server_tpot) return extras[request.extra].server_ns;
  if (request.has_server_decode) return extras[request.extra].server_ns / tokens;
  if (!request.has_first_token) return std::nullopt;
  return duration(request.first_token, request.completed) / tokens;
}

std::optional<double> Run::raw(Measure measure, const Request& request) const {
  if (request.state == RequestState::failed) return std::nullopt;
  switch (measure) {
    case Measure::ttft:
      return raw_ttft(request);
    case Measure::tpot:
      return raw_tpot(request);
    case Measure::latency:
      return raw_latency(request);
  }
  return std::nullopt;
}

std::optional<double> Run::value(Measure measure, const Request& request) const {
  if (plausibility.withholds(quantity_of(measure))) return std::nullopt;
  const auto found = raw(measure, request);
  if (found && *found < 0 && !policy.keep_negative_durations) return std::nullopt;
  return found;
}

std::optional<double> Run::ttft_ns(const Request& request) const { return value(Measure::ttft, request); }
std::optional<double> Run::tpot_ns(const Request& request) const { return value(Measure::tpot, request); }
std::optional<double> Run::latency_ns(const Request& request) const {
  return value(Measure::latency, request);
}

std::optional<double> Run::decode_ns(const Request& request) const {
  if (request.state != RequestState::completed || !request.has_first_token) return std::nullopt;
  return duration(request.first_token, request.completed);
}

std::optional<double> Run::value(Quantity quantity, const Request& request) const {
  switch (quantity) {
    case Quantity::ttft:
    case Quantity::tpot:
    case Quantity::latency:
      return value(static_cast<Measure>(quantity), request);
    case Quantity::decode:
      return decode_ns(request);
    case Quantity::output_tokens:
      if (request.state != RequestState::completed || request.tokens_out < 0 ||
          request.token_source == TokenSource::scaled)
        return std::nullopt;
      return request.tokens_out;
    case Quantity::input_tokens:
      if (request.input_tokens < 0) return std::nullopt;
      return request.input_tokens;
  }
  return std::nullopt;
}

bool Run::is_invalid(Measure measure, const Request& request) const {
  const auto found = raw(measure, request);
  return found && *found < 0 && !policy.keep_negative_durations;
}

bool Run::has(Quantity quantity) const {
  const auto& cells = compacted.cells;
  return std::any_of(cells.begin(), cells.end(),
                     [&](const Cell& cell) { return cell.of(quantity).moments.count > 0; }) ||
         std::any_of(requests.begin(), requests.end(),
                     [&](const Request& request) { return value(quantity, request).has_value(); });
}

bool Run::succeeded(const Request& request) const {
  return request.state == RequestState::completed && request.completed > latency_origin(request);
}

}  // namespace ssdetect
