// Test: generator_test.cpp, on the generator's logs.
#include "tests/oracles/log_replay.h"

#include <simdjson.h>

#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace ssdetect::oracle {
namespace {

std::int64_t words_in(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::int64_t n = 0;
  for (std::string word; stream >> word;) ++n;
  return n;
}

// Strings and arrays of strings behind the tag: output, reasoning.
void read_output(simdjson::dom::array data, LogEvent& event) {
  event.words = event.chunks = 0;
  std::size_t place = 0;
  for (const simdjson::dom::element part : data) {
    if (place++ == 0) continue;
    std::vector<std::string_view> pieces;
    if (part.is_string()) pieces.push_back(part.get_string().value());
    if (part.is_array()) {
      const simdjson::dom::array array = part.get_array();
      for (const simdjson::dom::element piece : array) pieces.push_back(piece.get_string().value());
    }
    for (const std::string_view piece : pieces) event.words += words_in(piece), ++event.chunks;
  }
}

LogEvent read_event(simdjson::dom::element line) {
  LogEvent event;
  event.type = std::string(line["event_type"].get_string().value());
  event.at_ns = line["timestamp_ns"].get_int64().value();
  event.uuid = std::string(line["sample_uuid"].get_string().value());
  std::string_view conversation;
  if (line["conversation_id"].get(conversation) == simdjson::SUCCESS)
    event.conversation = std::string(conversation);
  if (line["turn"].get(event.turn) != simdjson::SUCCESS) event.turn = 0;
  if (line["output_tokens"].get(event.tokens) != simdjson::SUCCESS) event.tokens = -1;
  simdjson::dom::array data;
  if (line["data"].get(data) != simdjson::SUCCESS) return event;
  if (event.type == "sample.complete") read_output(data, event);
  if (event.type == "sample.issued") event.prompt = std::string(data.at(1).get_string().value());
  return event;
}

}  // namespace

EventLog read_log(const std::string& text) {
  EventLog log;
  simdjson::dom::parser parser;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) {
      log.torn = true;
      break;
    }
    simdjson::dom::element line;
    if (parser.parse(text.data() + at, end - at).get(line) == simdjson::SUCCESS)
      log.events.push_back(read_event(line));
    else
      ++log.malformed;
    at = end + 1;
  }
  return log;
}

namespace {

void apply(ReplayedRequest& outcome, const LogEvent& event, Replay& replay) {
  if (event.type == "sample.recv_first") {
    replay.illegal += outcome.done || outcome.first_ns != -1 || event.at_ns < outcome.issued_ns;
    outcome.first_ns = event.at_ns;
  } else if (event.type == "error.generic") {
    replay.illegal += outcome.done || outcome.error;
    outcome.error = true;
  } else {
    replay.illegal += outcome.done || (!outcome.error && event.at_ns < outcome.first_ns);
    outcome.done = true;
    outcome.complete_ns = event.at_ns;
    outcome.tokens = event.tokens;
    outcome.words = event.words;
  }
}

}  // namespace

Replay replay(const EventLog& log) {
  Replay result;
  std::map<std::string, std::size_t> index;
  std::set<std::string> untracked;
  bool tracking = false;
  for (const LogEvent& event : log.events) {
    if (event.type == "session.started") ++result.started;
    if (event.type == "session.ended") ++result.ended;
    if (event.type == "session.stop_performance_tracking") ++result.tracking_stops;
    if (event.type == "session.start_performance_tracking") tracking = true;
    if (event.uuid.empty() || untracked.count(event.uuid) > 0) continue;
    if (event.type != "sample.issued") {
      const auto known = index.find(event.uuid);
      if (known == index.end())
        ++result.orphans;
      else
        apply(result.tracked[known->second], event, result);
      continue;
    }
    if (!tracking) {
      untracked.insert(event.uuid);
      continue;
    }
    const auto [place, fresh] = index.emplace(event.uuid, result.tracked.size());
    if (fresh) result.tracked.emplace_back().first_issue_ns = event.at_ns;
    ReplayedRequest& outcome = result.tracked[place->second];
    result.illegal += outcome.done || outcome.error;
    outcome.issued_ns = event.at_ns;
    outcome.first_ns = -1;
    ++outcome.attempts;
  }
  result.untracked = static_cast<std::int64_t>(untracked.size());
  for (const ReplayedRequest& outcome : result.tracked) {
    result.failed += outcome.error;
    result.completed += outcome.done && !outcome.error;
    result.in_flight += !outcome.done && !outcome.error;
    result.retried += outcome.attempts > 1;
  }
  return result;
}

}  // namespace ssdetect::oracle
