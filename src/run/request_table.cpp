// A request is opened by its first `issued` and closed by its completion; in between it lives in a hash table
// keyed by the hash of its id. Requests first issued outside tracking are followed too, so that their later
// events are not taken for orphans, but keep no record. Tests: tests/run/request_table_test.cpp.

#include "run/request_table.h"

#include <algorithm>
#include <utility>

namespace ssdetect {

namespace {

double duration(Nanos from, Nanos to) { return static_cast<double>(elapsed(from, to)); }

}  // namespace

std::optional<double> Run::raw_ttft(const Request& request) const {
  if (!request.has_first_token) return std::nullopt;
  return duration(request.started, request.first_token);
}

Nanos Run::latency_origin(const Request& request) const {
  return policy.retry == RetryRule::moves_the_issue ? request.issued : request.started;
}

std::optional<double> Run::raw_latency(const Request& request) const {
  if (request.state != RequestState::completed) return std::nullopt;
  return duration(latency_origin(request), request.completed);
}

std::optional<double> Run::raw_tpot(const Request& request) const {
  if (request.state != RequestState::completed || request.tokens_after_first <= 0) return std::nullopt;
  if (request.has_server_tpot) return request.server_ns;
  if (request.has_server_decode) return request.server_ns / request.tokens_after_first;
  if (!request.has_first_token) return std::nullopt;
  return duration(request.first_token, request.completed) / request.tokens_after_first;
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
  const auto found = raw(measure, request);
  if (found && *found < 0 && !policy.keep_negative_durations) return std::nullopt;
  return found;
}

std::optional<double> Run::ttft_ns(const Request& request) const { return value(Measure::ttft, request); }
std::optional<double> Run::tpot_ns(const Request& request) const { return value(Measure::tpot, request); }
std::optional<double> Run::latency_ns(const Request& request) const {
  return value(Measure::latency, request);
}

bool Run::is_invalid(Measure measure, const Request& request) const {
  return raw(measure, request).has_value() && !value(measure, request).has_value();
}

RequestTable::RequestTable(const RequestPolicy& policy, bool all_samples)
    : policy_(policy), all_samples_(all_samples) {
  run_.policy = policy;
}

std::optional<std::size_t> RequestTable::on_event(const Event& event) {
  run_.highest_turn = std::max(run_.highest_turn, event.turn);
  switch (event.kind) {
    case EventKind::tracking_started:
      if (!tracking_) ++run_.tracking_stretches;
      tracking_ = true;
      break;
    case EventKind::tracking_stopped:
      tracking_ = false;
      break;
    case EventKind::session_ended:
      run_.session_ended = true;
      break;
    case EventKind::issued:
      return issue(event);
    case EventKind::first_token:
      first_token(event);
      break;
    case EventKind::failed:
      fail(event);
      break;
    case EventKind::completed:
      return complete(event);
    case EventKind::session_started:
    case EventKind::load_stopped:
    case EventKind::later_token:
      break;
  }
  return std::nullopt;
}

std::optional<std::size_t> RequestTable::issue(const Event& event) {
  const auto found = in_flight_.find(event.request);
  if (found == in_flight_.end()) return open(event);
  retry(event, found->second);
  return std::nullopt;
}

std::optional<std::size_t> RequestTable::open(const Event& event) {
  if (!tracking_ && !all_samples_) {
    ++run_.untracked;
    in_flight_.emplace(event.request, InFlight{kUntracked});
    return std::nullopt;
  }
  const std::size_t index = run_.requests.size();
  in_flight_.emplace(event.request, InFlight{index});
  Request request;
  request.issued = request.started = event.at;
  if (event.input_tokens) request.input_tokens = static_cast<float>(*event.input_tokens);
  run_.requests.push_back(request);
  note_prompt(event);
  if (event.conversation != 0) {
    run_.conversations.resize(run_.requests.size());
    run_.conversations.back() = event.conversation;
  }
  return index;
}

void RequestTable::note_prompt(const Event& event) {
  if (!event.prompt_hash) prompts_complete_ = false;
  if (prompts_complete_) run_.prompt_hashes.push_back(*event.prompt_hash);
}

void RequestTable::retry(const Event& event, InFlight& entry) {
  if (entry.request == kUntracked) return;
  ++run_.retries;
  Request& request = run_.requests[entry.request];
  if (policy_.retry == RetryRule::moves_the_issue) {
    request.issued = event.at;
    if (!request.has_first_token) request.started = event.at;
    return;
  }
  request.started = event.at;
  request.has_first_token = false;
  entry.failed = false;
}

RequestTable::InFlight* RequestTable::find(const Event& event) {
  const auto found = in_flight_.find(event.request);
  if (found != in_flight_.end()) return &found->second;
  ++run_.orphan_events;
  return nullptr;
}

void RequestTable::first_token(const Event& event) {
  const InFlight* entry = find(event);
  if (!entry || entry->request == kUntracked) return;
  Request& request = run_.requests[entry->request];
  if (request.has_first_token) return;
  request.first_token = event.at;
  request.has_first_token = true;
}

void RequestTable::fail(const Event& event) {
  if (InFlight* entry = find(event)) entry->failed = policy_.errors_fail;
}

std::optional<std::size_t> RequestTable::complete(const Event& event) {
  const InFlight* entry = find(event);
  if (!entry) return std::nullopt;
  const InFlight closed = *entry;
  in_flight_.erase(event.request);
  if (closed.request == kUntracked) return std::nullopt;
  Request& request = run_.requests[closed.request];
  request.completed = event.at;
  request.has_completion = true;
  request.state = closed.failed ? RequestState::failed : RequestState::completed;
  if (closed.failed) return std::nullopt;
  record(event, closed.request);
  return closed.request;
}

void RequestTable::record(const Event& event, std::size_t index) {
  Request& request = run_.requests[index];
  if (event.output_tokens)
    set_tokens(index, *event.output_tokens, *event.output_tokens - 1, TokenSource::recorded);
  if (event.input_tokens) request.input_tokens = static_cast<float>(*event.input_tokens);
  request.has_server_tpot = event.server_tpot_ns.has_value();
  request.has_server_decode = !event.server_tpot_ns && event.server_decode_ns;
  request.server_ns = event.server_tpot_ns.value_or(event.server_decode_ns.value_or(0));
  if (event.has_tool_calls) ++run_.tool_call_outputs;
  if (event.token_times.empty()) return;
  if (run_.token_times.size() <= index) run_.token_times.resize(run_.requests.size());
  run_.token_times[index].assign(event.token_times.begin(), event.token_times.end());
}

void RequestTable::set_tokens(std::size_t index, Tokens total, std::optional<Tokens> after_first,
                              TokenSource source) {
  Request& request = run_.requests[index];
  request.tokens_out = total;
  request.tokens_after_first = after_first.value_or(0);
  request.token_source = source;
}

void RequestTable::set_input_tokens(std::size_t index, Tokens tokens) {
  run_.requests[index].input_tokens = static_cast<float>(tokens);
}

Run RequestTable::finish() {
  for (const auto& [key, entry] : in_flight_)
    if (entry.failed && entry.request != kUntracked)
      run_.requests[entry.request].state = RequestState::failed;
  in_flight_.clear();
  if (!prompts_complete_) run_.prompt_hashes.clear();
  if (!run_.token_times.empty()) run_.token_times.resize(run_.requests.size());
  if (!run_.conversations.empty()) run_.conversations.resize(run_.requests.size());
  return std::move(run_);
}

}  // namespace ssdetect
