// What did a reader deliver? Copies of the events, with the texts they pointed to.
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "formats/reader.h"

namespace ssdetect::testing {

// Texts and hashes.
inline const WantedPayload kAll = [] {
  WantedPayload wanted;
  wanted.output_text = wanted.prompt_text = wanted.prompt_hash = true;
  return wanted;
}();

struct RecordedEvent {
  Event event;  // its views are dangling; use the copies
  std::string prompt_text, first_chunk, rest;
  std::vector<Nanos> token_times;

  explicit RecordedEvent(const Event& e)
      : event(e), prompt_text(e.prompt_text), token_times(e.token_times.begin(), e.token_times.end()) {
    if (e.output) first_chunk = e.output->first_chunk, rest = e.output->rest;
  }

  bool operator==(const RecordedEvent& o) const {
    const auto facts = [](const RecordedEvent& r) {
      const Event& e = r.event;
      return std::tuple(e.kind, e.at, e.request.high, e.request.low, e.conversation, e.turn, e.prompt_hash,
                        e.input_tokens, e.output_tokens, e.server_tpot_ns, e.server_decode_ns,
                        e.has_tool_calls, e.output.has_value(), e.output ? e.output->chunks : 0,
                        e.output && e.output->streamed, r.prompt_text, r.first_chunk, r.rest, r.token_times);
    };
    return facts(*this) == facts(o);
  }
};

struct Recorded : EventSink {
  std::vector<RecordedEvent> events;
  std::vector<std::string> runs;
  std::vector<ClientSettings> settings;
  Diagnostics diagnostics;

  void on_event(const Event& event) override { events.emplace_back(event); }
  void on_run(std::string_view label) override { runs.emplace_back(label); }
  void on_settings(const ClientSettings& client) override { settings.push_back(client); }

  std::vector<RecordedEvent> of(EventKind kind) const {
    std::vector<RecordedEvent> found;
    for (const auto& e : events) {
      if (e.event.kind == kind) found.push_back(e);
    }
    return found;
  }
  const std::string& reason(std::size_t index = 0) const {
    return diagnostics.first_malformed.at(index).reason;
  }
};

inline void read_all(const Reading& reading, const WantedPayload& wanted = {},
                     std::string_view format = "auto") {
  const auto reader = choose_format(format, reading.source, "test").make_reader(reading, wanted);
  while (reader->read_some()) continue;
}

inline Recorded record(ByteSource& source, const WantedPayload& wanted = {},
                       std::string_view format = "auto") {
  Recorded recorded;
  read_all({source, recorded, recorded.diagnostics}, wanted, format);
  return recorded;
}

inline Recorded record(std::string_view bytes, const WantedPayload& wanted = {},
                       std::string_view format = "events", std::size_t most_at_once = SIZE_MAX) {
  const auto source = memory_source(bytes, most_at_once);
  return record(*source, wanted, format);
}

// Empty, with a message, when the shared samples are absent.
inline std::string shared_file(const std::string& name) {
  const std::string path = std::string(SSDETECT_SHARED) + "/" + name;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    MESSAGE("skipped: absent: " << path);
    return {};
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

// The same for a zstd-compressed one.
inline std::string shared_zstd_file(const std::string& name) {
  if (shared_file(name).empty()) return {};
  const std::string command = "zstd -dcq '" + std::string(SSDETECT_SHARED) + "/" + name + "'";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string bytes;
  char block[65536];
  for (std::size_t got; (got = std::fread(block, 1, sizeof block, pipe)) > 0;) bytes.append(block, got);
  ::pclose(pipe);
  return bytes;
}

}  // namespace ssdetect::testing
