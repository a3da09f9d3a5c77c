// Every event becomes a (time of its line, request, kind) triple; a stable sort by time gives the order of
// lines, since triples are made in issue order. Then each is rendered into one buffer. Test:
// generator_test.cpp.
#include "tests/oracles/write_log.h"

#include <algorithm>

#include "tests/oracles/line_buffer.h"
#include "tests/oracles/text_blocks.h"

namespace ssdetect::oracle {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr std::int64_t kWorkers = 8;
constexpr std::int64_t kPromptWords = 24;

enum class Kind : std::uint8_t {
  session_started,
  start_tracking,
  stop_loadgen,
  stop_tracking,
  session_ended,
  issued,
  issued_again,
  lost_first_token,
  first_token,
  error,
  complete,
};

struct Line {
  Nanos key_ns;
  std::uint32_t request;
  Kind kind;
};

class EventWriter {
 public:
  EventWriter(const Simulation& run, const Sink& sink)
      : run_(run),
        style_(run.log),
        buffer_(sink),
        blocks_(run.seed),
        delay_(mix(run.seed, 0xde1a)),
        extra_(warmup_requests(run)) {}

  void write() {
    collect();
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const Line& a, const Line& b) { return a.key_ns < b.key_ns; });
    for (const Line& line : lines_) render(line);
    if (run_.truth.interrupted) tear();
  }

 private:
  // Warm-up requests and orphans are numbered behind the tracked ones.
  const SimRequest& request(std::uint32_t index) const {
    return index < run_.requests.size() ? run_.requests[index] : extra_[index - run_.requests.size()];
  }

  void collect() {
    add_marker(-10 * kSecond, Kind::session_started);
    const auto n_warmups = static_cast<std::uint32_t>(extra_.size()),
               n = static_cast<std::uint32_t>(run_.requests.size());
    for (std::uint32_t i = n; i < n + n_warmups; ++i) add_request(i);
    add_marker(0, Kind::start_tracking);
    lines_.reserve(run_.requests.size() * 3 + extra_.size() * 3 + 16);
    for (std::uint32_t i = 0; i < n; ++i) add_request(i);
    add_orphans(n + n_warmups);
    if (run_.truth.interrupted) return;
    const Nanos last_issue_ns = run_.requests.empty() ? 0 : run_.requests.back().issued_ns;
    const Nanos end_ns = std::max(run_.truth.last_event_ns, 2 * kSecond) + style_.line_delay_ns;
    add_marker(last_issue_ns, Kind::stop_loadgen);
    add_marker(end_ns, Kind::stop_tracking);
    add_marker(end_ns + kSecond, Kind::session_ended);
  }

  void add_marker(Nanos key_ns, Kind kind) { lines_.push_back({key_ns, 0, kind}); }

  void add_request(std::uint32_t index) {
    const SimRequest& request = this->request(index);
    Nanos key_ns = request.issued_ns;
    lines_.push_back({key_ns, index, Kind::issued});
    const bool retried = request.last_issued_ns != request.issued_ns;
    add_event(key_ns, request.lost_first_token_ns, index, Kind::lost_first_token);
    add_event(key_ns, retried ? request.last_issued_ns : kNever, index, Kind::issued_again);
    add_event(key_ns, request.first_token_ns, index, Kind::first_token);
    add_event(key_ns, request.error_ns, index, Kind::error);
    add_event(key_ns, request.completed_ns, index, Kind::complete);
  }

  // `key_ns` is where the request's previous line is, and moves on.
  void add_event(Nanos& key_ns, Nanos at_ns, std::uint32_t index, Kind kind) {
    if (at_ns == kNever) return;
    if (style_.line_delay_ns > 0) at_ns += delay_.below(style_.line_delay_ns);
    key_ns = std::max(key_ns, at_ns);
    lines_.push_back({key_ns, index, kind});
  }

  void add_orphans(std::uint32_t first_index) {
    constexpr Kind kKinds[] = {Kind::first_token, Kind::complete, Kind::error};
    for (std::int64_t j = 0; j < style_.orphans; ++j) {
      const Nanos at_ns = delay_.below(std::max<Nanos>(1, run_.truth.last_event_ns / 1000)) * 1000;
      SimRequest orphan;
      orphan.issued_ns = orphan.first_token_ns = orphan.error_ns = orphan.completed_ns = at_ns;
      orphan.tokens = 10;
      extra_.push_back(orphan);
      lines_.push_back({at_ns, first_index + static_cast<std::uint32_t>(j), kKinds[j % 3]});
    }
  }

  void render(const Line& line) {
    const SimRequest& about = request(line.request);
    switch (line.kind) {
      case Kind::session_started:
        marker("session.started", line.key_ns);
        break;
      case Kind::start_tracking:
        marker("session.start_performance_tracking", line.key_ns);
        break;
      case Kind::stop_loadgen:
        marker("session.stop_loadgen", line.key_ns);
        break;
      case Kind::stop_tracking:
        marker("session.stop_performance_tracking", line.key_ns);
        break;
      case Kind::session_ended:
        marker("session.ended", line.key_ns);
        break;
      case Kind::issued:
        issued(line.request, about.issued_ns);
        break;
      case Kind::issued_again:
        issued(line.request, about.last_issued_ns);
        break;
      case Kind::lost_first_token:
        first_token(line.request, about.lost_first_token_ns);
        break;
      case Kind::first_token:
        first_token(line.request, about.first_token_ns);
        break;
      case Kind::error:
        error(line.request);
        break;
      case Kind::complete:
        complete(line.request);
        break;
    }
  }

  void marker(std::string_view type, Nanos at_ns) {
    begin(type, at_ns);
    if (style_.conversation_keys)
      out() += R"(","conversation_id":"","turn":null,"data":null})";
    else
      out() += R"(","data":null})";
    buffer_.line_ended();
  }

  void issued(std::uint32_t index, Nanos at_ns) {
    begin("sample.issued", at_ns, index);
    const bool tracked = index < run_.requests.size();
    if (style_.prompt_text && tracked) {
      const auto prompt = static_cast<std::uint64_t>(request(index).prompt);
      out() += R"(["PromptData","Question )";
      append_number(out(), static_cast<std::int64_t>(prompt));
      out() += ':';
      blocks_.append_words(out(), mix(run_.seed ^ 0x9a, prompt), kPromptWords);
      out() += "\"]}";
    } else {
      out() += "null}";
    }
    buffer_.line_ended();
  }

  void first_token(std::uint32_t index, Nanos at_ns) {
    begin("sample.recv_first", at_ns, index);
    out() += "null}";
    buffer_.line_ended();
  }

  void error(std::uint32_t index) {
    begin("error.generic", request(index).error_ns, index);
    out() += R"(["ErrorData","ClientError","HTTP 500"]})";
    buffer_.line_ended();
  }

  void complete(std::uint32_t index) {
    completion(index, request(index).completed_ns);
    buffer_.line_ended();
  }

  void completion(std::uint32_t index, Nanos at_ns) {
    const SimRequest& about = request(index);
    const bool failed = about.state == SimState::failed;
    begin("sample.complete", at_ns, index);
    if (failed) {
      out() += "null";
    } else {
      output(about.tokens, mix(run_.seed ^ 0x0a, index));
      out() += R"(,"finish_reason":"stop")";
    }
    out() += R"(,"worker_id":)";
    append_number(out(), index % kWorkers);
    if (!failed && (style_.output == OutputText::recorded || style_.output == OutputText::counted)) {
      out() += R"(,"output_tokens":)";
      append_number(out(), about.tokens);
    }
    out() += '}';
  }

  void output(std::int64_t tokens, std::uint64_t start) {
    switch (style_.output) {
      case OutputText::none:
      case OutputText::recorded:
        out() += "null";
        return;
      case OutputText::plain:
        out() += R"(["TextModelOutput",")";
        blocks_.append_words(out(), start, tokens);
        out() += "\"]";
        return;
      case OutputText::chunks:
        out() += R"(["TextModelOutput",[)";
        blocks_.append_chunks(out(), start, tokens);
        out() += "]]";
        return;
      case OutputText::counted:
      case OutputText::first_rest:
        out() += R"(["TextModelOutput",)";
        first_and_rest(start, tokens);
        out() += ']';
        return;
      case OutputText::reasoning: {
        const std::int64_t answer = tokens / 4;
        out() += R"(["TextModelOutput",")";
        blocks_.append_words(out(), start / 2, answer);
        out() += "\",";
        first_and_rest(start, tokens - answer);
        out() += ']';
      }
    }
  }

  void first_and_rest(std::uint64_t start, std::int64_t tokens) {
    out() += "[\"";
    blocks_.append_words(out(), start, 1);
    if (tokens > 1) out() += "\",\"";
    blocks_.append_words(out(), start + 1, tokens - 1);
    out() += "\"]";
  }

  // Up to and with the opening quote of the uuid.
  void begin(std::string_view type, Nanos at_ns) {
    out() += R"({"event_type":")";
    out() += type;
    out() += R"(","timestamp_ns":)";
    append_number(out(), style_.clock_origin_ns + at_ns);
    out() += R"(,"sample_uuid":")";
  }

  // Up to and with the colon of "data".
  void begin(std::string_view type, Nanos at_ns, std::uint32_t index) {
    begin(type, at_ns);
    append_uuid(out(), run_.seed, index);
    if (style_.conversation_keys) conversation(request(index));
    out() += style_.conversation_keys ? R"("data":)" : R"(","data":)";
  }

  void conversation(const SimRequest& about) {
    out() += R"(","conversation_id":")";
    if (about.turn > 0) {
      out() += "conv-";
      append_number(out(), about.conversation);
      out() += R"(","turn":)";
      append_number(out(), about.turn);
      out() += ',';
    } else {
      out() += R"(","turn":null,)";
    }
  }

  // The log stops inside the completion line of the oldest request in flight.
  void tear() {
    std::uint32_t index = 0;
    while (index + 1 < run_.requests.size() && request(index).state != SimState::in_flight) ++index;
    const std::size_t before = out().size();
    completion(index, run_.truth.last_event_ns + 1);
    out().resize(before + std::min<std::size_t>(95, out().size() - before));
  }

  std::string& out() { return buffer_.text; }

  const Simulation& run_;
  const LogStyle& style_;
  LineBuffer buffer_;
  TextBlocks blocks_;
  Random delay_;
  std::vector<SimRequest> extra_;
  std::vector<Line> lines_;
};

}  // namespace

void write_events(const Simulation& run, const Sink& sink) { EventWriter(run, sink).write(); }

void write_events(const Simulation& run, std::FILE* file) {
  write_events(run, [file](std::string_view text) { std::fwrite(text.data(), 1, text.size(), file); });
}

std::string events_text(const Simulation& run) {
  std::string text;
  write_events(run, [&text](std::string_view part) { text += part; });
  return text;
}

std::string sample_uuid(const Simulation& run, std::size_t index) {
  std::string uuid;
  append_uuid(uuid, run.seed, index);
  return uuid;
}

std::vector<SimRequest> warmup_requests(const Simulation& run) {
  std::vector<SimRequest> warmups;
  for (std::int64_t j = 0; j < run.log.warmup_requests; ++j) {
    SimRequest request;
    request.issued_ns = request.last_issued_ns = -5 * kSecond + j * 1000;
    request.first_token_ns = -3 * kSecond + j * 1000;
    request.completed_ns = (j % 2 == 0 ? -2 : 1) * kSecond + j * 1000;
    request.tokens = 20;
    request.prompt = static_cast<std::int32_t>(j);
    warmups.push_back(request);
  }
  return warmups;
}

}  // namespace ssdetect::oracle
