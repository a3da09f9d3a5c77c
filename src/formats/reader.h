// Which dialect is this input, and what events does it hold?
//
// One file a dialect (vLLM and SGLang share theirs); each gives a `Reader`. A reader delivers events in the
// order in which requests are to be numbered (the order of their first `issued`), reports what it could not
// use, and throws Failure(unreadable) when the input as a whole cannot be placed in time (no start times) or
// holds no request list.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input/byte_source.h"
#include "input/client_settings.h"
#include "input/event.h"
#include "input/task_pool.h"

namespace ssdetect {

// What the later stages need of each line; everything else is skipped (though still checked to be JSON).
struct WantedPayload {
  bool output_text = false;
  bool chunk_count = false;  // Event::output with the number of chunks alone; its texts stay empty
  bool prompt_text = false;
  bool prompt_hash = false;
  std::string token_field;  // JSON Pointer to a recorded output token count; empty = the usual names (SPEC 4)
};

class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void on_event(const Event& event) = 0;
  // Events from here on belong to another run of the same input (a GuideLLM benchmark, a second vLLM object).
  // Not called before the first run unless it has a label of its own.
  virtual void on_run(std::string_view label) = 0;
  // What the client was told to do, of the run whose events follow; at most once a run, before its events.
  virtual void on_settings(const ClientSettings&) {}
};

// What a reader works with. All of it must outlive the reader.
struct Reading {
  ByteSource& source;
  EventSink& sink;           // called by the thread that reads, whoever made the events
  Diagnostics& diagnostics;  // filled in as it goes
  TaskPool* helpers = nullptr;
  std::string path{};  // of the file, beside which others of the client may lie; empty: there is none
};

// Between two calls the reader may be left alone or destroyed, and what the sink has made of the events may
// be looked at: they and the diagnostics are those of a beginning of the input.
class Reader {
 public:
  virtual ~Reader() = default;
  // Delivers what has arrived, or a batch of it, having waited for one line at least; a dialect of whole
  // documents has to wait for the end. False: all is delivered. After a throw there is nothing more to ask.
  virtual bool read_some() = 0;
};

struct Format {
  std::string_view name;  // for --input-format and the JSON: "events", "aiperf", ...
  std::string_view description;
  // Do the input's first bytes (a prefix, possibly cut inside a line) look like this dialect?
  bool (*recognises)(std::string_view prefix);
  std::unique_ptr<Reader> (*make_reader)(const Reading& reading, const WantedPayload& wanted);
};

// All there are; the first that recognises an input has it.
const std::vector<Format>& formats();

// The one that recognises the first bytes; null when none does.
const Format* recognised_format(ByteSource& source);

// By name, or by the first bytes when `name` is "auto". Throws Failure(usage) for an unknown name,
// Failure(unreadable) with the list of formats when nothing is recognised (`input_name` is for the message).
const Format& choose_format(std::string_view name, ByteSource& source, const std::string& input_name);

Format events_format();          // endpoints.cpp
Format aiperf_format();          // aiperf.cpp
Format vllm_format();            // serve_arrays.cpp
Format guidellm_format();        // guidellm.cpp
Format sglang_format();          // serve_arrays.cpp
Format inference_perf_format();  // inference_perf.cpp
Format trtllm_bench_format();    // listed_clients.cpp
Format llm_load_test_format();   // listed_clients.cpp
Format genai_perf_format();      // genai_perf.cpp
Format evalscope_format();       // evalscope.cpp
Format requests_format();        // plain.cpp

}  // namespace ssdetect
