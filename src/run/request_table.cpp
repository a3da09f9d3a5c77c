// A request is opened by its first `issued` and closed by its completion; in between it lives in a hash table
// keyed by the hash of its id. Requests first issued outside tracking are followed too, so that their later
// events are not taken for orphans, but keep no record. Tests: tests/run/request_table_test.cpp.

#include "run/request_table.h"

#include <algorithm>
#include <utility>

#include "run/plausibility.h"

namespace ssdetect {

namespace {

// Of each kept request, beside itself: two clock readings to count requests in flight, one value and its copy
// to rank it, at the end.
constexpr std::size_t kWorkingBytes = 4 * sizeof(double);
// A budget that what cannot be compacted has used up must not be tried again at every request.
constexpr std::size_t kLeastRoom = 1000;
constexpr std::size_t kFinishedShare = 8;  // of the budget, at most one in so many bytes
constexpr float kFullest = 0.8f;           // of the table of what is in flight: 32 bytes a place

constexpr std::size_t kMostLatest = 64, kLatestShare = 16;  // of those that are kept

// The numbers of some that completed last.
std::vector<std::size_t> latest_completed(const Run& run) {
  std::vector<std::pair<Nanos, std::size_t>> completed;
  run.requests.for_each({0, run.requests.size()}, [&](std::size_t number, const Request& request) {
    if (request.state == RequestState::completed) completed.emplace_back(request.completed, number);
  });
  const std::size_t count = std::min(kMostLatest, completed.size() / kLatestShare);
  const auto first = completed.end() - static_cast<std::ptrdiff_t>(count);
  std::nth_element(completed.begin(), first, completed.end());
  std::vector<std::size_t> latest;
  for (auto it = first; it != completed.end(); ++it) latest.push_back(it->second);
  return latest;
}

}  // namespace

RequestTable::RequestTable(const RequestPolicy& policy, bool all_samples, std::size_t budget)
    : policy_(policy), all_samples_(all_samples), budget_(budget), finished_(budget / kFinishedShare) {
  run_.policy = policy;
  in_flight_.max_load_factor(kFullest);
}

std::optional<std::size_t> RequestTable::on_event(const Event& event) {
  run_.highest_turn = std::max(run_.highest_turn, event.turn);
  switch (event.kind) {
    case EventKind::tracking_started:
      start_tracking(event.at);
      break;
    case EventKind::tracking_stopped:
      tracking_ = false;
      tracked_until_ = std::max(tracked_until_, event.at);
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
    case EventKind::cut_off:
      cut_off(event);
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

void RequestTable::start_tracking(Nanos at) {
  if (run_.tracking_stretches > 0 && at < tracked_until_) run_.tracking_overlaps = true;
  if (!tracking_) ++run_.tracking_stretches;
  tracking_ = true;
}

std::optional<std::size_t> RequestTable::issue(const Event& event) {
  const auto found = in_flight_.find(event.request);
  if (found == in_flight_.end()) return open(event);
  if (found->second != kUntracked) retry(event, found->second);
  return std::nullopt;
}

std::optional<std::size_t> RequestTable::open(const Event& event) {
  if (!tracking_ && !all_samples_) {
    ++run_.untracked;
    in_flight_.insert({event.request, kUntracked});
    return std::nullopt;
  }
  const std::size_t index = run_.requests.size();
  in_flight_.insert({event.request, index});
  run_.reissued += finished_.forget(event.request);
  if (tracking_) tracked_until_ = std::max(tracked_until_, event.at);
  if (policy_.retry != RetryRule::moves_the_issue) latest_issue_ = std::max(latest_issue_, event.at);
  Request request;
  request.issued = event.at;
  if (event.input_tokens) request.input_tokens = static_cast<float>(*event.input_tokens);
  run_.requests.push_back(request);
  note_prompt(event);
  if (event.conversation != 0 && !run_.compacted.any()) {
    run_.conversations.resize(run_.requests.size());
    run_.conversations.back() = event.conversation;
  }
  return index;
}

void RequestTable::note_prompt(const Event& event) {
  if (event.prompt_hash)
    passes_.add(*event.prompt_hash);
  else
    passes_.add_unknown();
}

void RequestTable::retry(const Event& event, std::size_t index) {
  ++run_.retries;
  Request& request = run_.requests[index];
  if (policy_.retry == RetryRule::moves_the_issue) {
    if (request.has_first_token) extra_of(request);  // TTFT stays that of the first issue
    request.issued = event.at;
    return;
  }
  extra_of(request).started = event.at;
  request.has_first_token = false;
  request.has_error_time = false;
  request.is_cut_off = false;
  request.state = RequestState::in_flight;
}

Request* RequestTable::find(const Event& event) {
  const auto found = in_flight_.find(event.request);
  if (found == in_flight_.end()) {
    ++run_.orphan_events;
    return nullptr;
  }
  return found->second == kUntracked ? nullptr : &run_.requests[found->second];
}

void RequestTable::first_token(const Event& event) {
  Request* request = find(event);
  run_.late_first_tokens += !request && finished_.find(event.request);
  if (!request || request->has_first_token) return;
  request->first_token = event.at;
  request->has_first_token = true;
}

// Failed from now on, and in flight no longer; its completion comes later, or never, and a retry makes it
// good.
void RequestTable::fail(const Event& event) {
  if (policy_.errors_fail && finished_.find(event.request)) return fail_completed(event);
  Request* request = find(event);
  if (!request || !policy_.errors_fail) return;
  request->state = RequestState::failed;
  request->completed = event.at;
  request->has_error_time = true;
}

// It stays what it was, in flight or failed: what it had by then was produced, but is no answer.
void RequestTable::cut_off(const Event& event) {
  Request* request = find(event);
  if (!request || event.output_tokens.value_or(0) <= 0) return;
  request->is_cut_off = true;
  request->tokens_out = static_cast<float>(*event.output_tokens);
  request->token_source = TokenSource::recorded;
  extra_of(*request).last_token = event.at;
}

// Logs that are sorted by time have the error after the completion. What has been compacted can no longer be
// taken out of the numbers, but it counts.
void RequestTable::fail_completed(const Event& event) {
  const std::size_t number = *finished_.find(event.request);
  finished_.forget(event.request);
  if (!run_.requests.has(number)) {
    run_.compacted.fail(number);
    ++run_.late_failures;
    return;
  }
  Request& request = run_.requests[number];
  request.state = RequestState::failed;
  request.tokens_out = request.tokens_after_first = Request::kUnknown;
  request.token_source = TokenSource::none;
}

std::optional<std::size_t> RequestTable::complete(const Event& event) {
  const auto found = in_flight_.find(event.request);
  if (found == in_flight_.end()) {
    ++run_.orphan_events;
    return std::nullopt;
  }
  const std::size_t index = found->second;
  in_flight_.erase(found);
  if (index == kUntracked) return std::nullopt;
  Request& request = run_.requests[index];
  request.completed = event.at;
  request.has_completion = true;
  request.has_error_time = false;
  latest_issue_ = std::max(latest_issue_, request.issued);
  if (request.state == RequestState::failed) return std::nullopt;
  request.state = RequestState::completed;
  request.is_cut_off = false;
  finished_.add(event.request, index);
  record(event, index);
  return index;
}

void RequestTable::record(const Event& event, std::size_t index) {
  Request& request = run_.requests[index];
  if (event.output_tokens)
    set_tokens(index, *event.output_tokens, *event.output_tokens - 1, TokenSource::recorded);
  if (event.input_tokens) request.input_tokens = static_cast<float>(*event.input_tokens);
  record_server_times(event, request);
  if (event.has_tool_calls) ++run_.tool_call_outputs;
  if (event.token_times.empty()) return;
  if (run_.token_times.size() <= index) run_.token_times.resize(run_.requests.size());
  run_.token_times[index].assign(event.token_times.begin(), event.token_times.end());
  token_times_ += event.token_times.size();
  const auto late = is_first_gap_late(run_.started(request), run_.token_times[index]);
  request.has_gaps = late.has_value();
  request.first_gap_is_late = late.value_or(false);
}

void RequestTable::record_server_times(const Event& event, Request& request) {
  request.has_server_tpot = event.server_tpot_ns.has_value();
  request.has_server_decode = !event.server_tpot_ns && event.server_decode_ns;
  if (request.has_server_tpot || request.has_server_decode)
    extra_of(request).server_ns = event.server_tpot_ns ? *event.server_tpot_ns : *event.server_decode_ns;
}

RequestExtra& RequestTable::extra_of(Request& request) {
  if (request.extra == Request::kNoExtra) {
    request.extra = static_cast<std::uint32_t>(run_.extras.size());
    run_.extras.push_back({.started = request.issued});
  }
  return run_.extras[request.extra];
}

void RequestTable::set_tokens(std::size_t index, Tokens total, std::optional<Tokens> after_first,
                              TokenSource source) {
  Request& request = run_.requests[index];
  request.tokens_out = static_cast<float>(total);
  request.tokens_after_first = static_cast<float>(after_first.value_or(0));
  request.token_source = source;
}

void RequestTable::set_input_tokens(std::size_t index, Tokens tokens) {
  run_.requests[index].input_tokens = static_cast<float>(tokens);
}

std::size_t RequestTable::bytes() const {
  return compacted_bytes_ + passes_.bytes() + finished_.bytes() +
         run_.requests.kept() * (sizeof(Request) + kWorkingBytes) +
         run_.extras.size() * sizeof(RequestExtra) + token_times_ * sizeof(Nanos) +
         run_.conversations.size() * sizeof(std::uint64_t);
}

void RequestTable::compact(std::optional<std::size_t> superpass_size) {
  // A line that fails them may be about to come.
  const std::vector<std::size_t> latest = latest_completed(run_);
  for (const std::size_t number : latest) run_.requests[number].has_completion = false;
  ssdetect::compact(run_, latest_issue_, superpass_size, budget_);
  for (const std::size_t number : latest) run_.requests[number].has_completion = true;
  if (passes_.is_looking() && run_.compacted.any()) {
    run_.prompts_forgotten = true;
    passes_.give_up();
  }
  token_times_ = 0;
  compacted_bytes_ = run_.compacted.bytes();
  least_kept_ = 2 * run_.requests.kept() + kLeastRoom;
}

const Run& RequestTable::so_far() {
  run_.pass_length = passes_.length();
  run_.memory_exceeded = bytes() > budget_;
  if (!run_.token_times.empty()) run_.token_times.resize(run_.requests.size());
  if (!run_.conversations.empty()) run_.conversations.resize(run_.requests.size());
  return run_;
}

Run RequestTable::finish() {
  so_far();
  in_flight_.clear();
  return std::move(run_);
}

}  // namespace ssdetect
