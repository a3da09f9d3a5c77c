// AIPerf's export and the truth as JSON. Test: generator_test.cpp.
#include <algorithm>

#include "tests/oracles/line_buffer.h"
#include "tests/oracles/write_log.h"

namespace ssdetect::oracle {
namespace {

constexpr Nanos kEpochOrigin = 1'760'000'000'000'000'000;

class AiperfWriter {
 public:
  AiperfWriter(const Simulation& run, const AiperfStyle& style, const Sink& sink)
      : run_(run), style_(style), buffer_(sink), warmups_(warmup_requests(run)) {}

  void write() {
    std::vector<std::size_t> finished;
    for (std::size_t i = 0; i < run_.requests.size() + warmups_.size(); ++i) {
      if (request(i).state != SimState::in_flight) finished.push_back(i);
    }
    std::stable_sort(finished.begin(), finished.end(), [this](std::size_t a, std::size_t b) {
      return request(a).completed_ns < request(b).completed_ns;
    });
    for (const std::size_t i : finished) render(i);
  }

 private:
  const SimRequest& request(std::size_t index) const {
    return index < run_.requests.size() ? run_.requests[index] : warmups_[index - run_.requests.size()];
  }

  void render(std::size_t index) {
    const SimRequest& about = request(index);
    metadata(index, about);
    out() += R"("metrics":{)";
    if (about.state == SimState::failed) {
      out() += R"("error_request_count":{"value":1,"unit":"requests"}},)";
      out() += R"("error":{"code":500,"type":"HTTPError","message":"HTTP 500"}})";
    } else {
      metrics(about);
      out() += "}}";
    }
    buffer_.line_ended();
  }

  void metadata(std::size_t index, const SimRequest& about) {
    out() += R"({"metadata":{"x_request_id":")";
    append_uuid(out(), run_.seed, index);
    out() += R"(","conversation_id":)";
    if (about.turn > 0) {
      out() += "\"conv-";
      append_number(out(), about.conversation);
      out() += '"';
    } else {
      out() += "null";
    }
    field("turn_index", std::max(0, about.turn - 1));
    field(style_.old_names ? "timestamp_ns" : "request_start_ns", kEpochOrigin + about.last_issued_ns);
    if (!style_.old_names) field("request_end_ns", kEpochOrigin + about.completed_ns);
    out() += style_.old_names ? R"(,"credit_phase":")" : R"(,"benchmark_phase":")";
    out() += index < run_.requests.size() ? "profiling" : "warmup";
    out() += style_.old_names ? "\"}," : R"(","was_cancelled":false},)";
  }

  void metrics(const SimRequest& about) {
    out() += R"("output_sequence_length":{"value":)";
    append_number(out(), about.tokens);
    out() += R"(,"unit":"tokens"},"input_sequence_length":{"value":)";
    append_number(out(), 100 + about.prompt % 400);
    out() += R"(,"unit":"tokens"},)";
    duration(style_.old_names ? "ttft" : "time_to_first_token", about.first_token_ns - about.last_issued_ns);
    out() += ',';
    duration("request_latency", about.completed_ns - about.last_issued_ns);
    if (style_.old_names) {
      out() += R"(,"max_response_timestamp":{"value":)";
      append_number(out(), kEpochOrigin + about.completed_ns);
      out() += R"(,"unit":"ns"})";
    }
    if (style_.inter_chunk_latency) inter_chunk_latency(about);
  }

  void inter_chunk_latency(const SimRequest& about) {
    out() += R"(,"inter_chunk_latency":{"value":[)";
    const Nanos gaps = about.tokens - 1, decode_ns = about.completed_ns - about.first_token_ns;
    for (Nanos i = 0; i < gaps; ++i) {
      if (i > 0) out() += ',';
      append_ms(out(), decode_ns / gaps + (i < decode_ns % gaps ? 1 : 0));
    }
    out() += R"(],"unit":"ms"})";
  }

  void duration(std::string_view name, Nanos duration_ns) {
    out() += '"';
    out() += name;
    out() += R"(":{"value":)";
    append_ms(out(), duration_ns);
    out() += R"(,"unit":"ms"})";
  }

  void field(std::string_view name, std::int64_t value) {
    out() += ",\"";
    out() += name;
    out() += "\":";
    append_number(out(), value);
  }

  std::string& out() { return buffer_.text; }

  const Simulation& run_;
  const AiperfStyle& style_;
  LineBuffer buffer_;
  std::vector<SimRequest> warmups_;
};

void append_real(std::string& out, double value) {
  char digits[40];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append_item(std::string& out, double value) { append_real(out, value); }
void append_item(std::string& out, bool value) { out += value ? "true" : "false"; }
void append_item(std::string& out, std::int64_t value) { append_number(out, value); }
void append_item(std::string& out, const std::optional<double>& value) {
  if (value)
    append_real(out, *value);
  else
    out += "null";
}

template <class Item>
void append_item(std::string& out, const std::vector<Item>& items) {
  out += '[';
  for (const Item& item : items) {
    if (&item != items.data()) out += ',';
    append_item(out, item);
  }
  out += ']';
}

template <class Value>
void append_key(std::string& out, std::string_view key, const Value& value) {
  out += out.empty() ? "{\"" : ",\"";
  out += key;
  out += "\":";
  append_item(out, value);
}

}  // namespace

void write_aiperf(const Simulation& run, const AiperfStyle& style, const Sink& sink) {
  AiperfWriter(run, style, sink).write();
}

std::string aiperf_text(const Simulation& run, const AiperfStyle& style) {
  std::string text;
  write_aiperf(run, style, [&text](std::string_view part) { text += part; });
  return text;
}

std::string truth_json(const Truth& truth) {
  std::string out;
  append_key(out, "superpass_size", truth.superpass_size);
  append_key(out, "steady_tpot_ns", truth.steady_tpot_ns);
  append_key(out, "tpot_ns", truth.tpot_ns);
  append_key(out, "clean_tpot_ns", truth.clean_tpot_ns);
  append_key(out, "ramp_end_request", truth.ramp_end_request);
  append_key(out, "ramp_end_superpass", truth.ramp_end_superpass);
  append_key(out, "step_requests", truth.step_requests);
  append_key(out, "step_superpasses", truth.step_superpasses);
  append_key(out, "issued", truth.issued);
  append_key(out, "completed", truth.completed);
  append_key(out, "failed", truth.failed);
  append_key(out, "in_flight", truth.in_flight);
  append_key(out, "retried", truth.retried);
  append_key(out, "offered_span_ns", truth.offered_span_ns);
  append_key(out, "last_event_ns", truth.last_event_ns);
  append_key(out, "interrupted", truth.interrupted);
  append_key(out, "held_tokens_per_s", truth.held_tokens_per_s);
  append_key(out, "held_requests_per_s", truth.held_requests_per_s);
  append_key(out, "hold_start_ns", truth.hold_start_ns);
  append_key(out, "hold_end_ns", truth.hold_end_ns);
  return out + "}\n";
}

}  // namespace ssdetect::oracle
