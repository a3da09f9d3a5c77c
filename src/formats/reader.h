// Which dialect is this input, and what events does it hold?
//
// One file a dialect; each gives a `Reader`. A reader delivers events in the order in which requests are to
// be numbered (the order of their first `issued`), reports what it could not use, and throws
// Failure(unreadable) when the input as a whole cannot be placed in time (no start times) or holds no request
// list.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input/byte_source.h"
#include "input/diagnostics.h"
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
};

class Reader {
 public:
  virtual ~Reader() = default;
  // Work may be given to these helpers from now on; they must outlive the reader. Events are delivered by the
  // thread that calls `read`, whoever made them.
  virtual void share_work(TaskPool&) {}
  // Reads to the end. `diagnostics` is filled in as it goes.
  virtual void read(ByteSource& source, EventSink& sink, Diagnostics& diagnostics) = 0;
};

struct Format {
  std::string_view name;  // for --input-format and the JSON: "events", "aiperf", ...
  std::string_view description;
  // Do the input's first bytes (a prefix, possibly cut inside a line) look like this dialect?
  bool (*recognises)(std::string_view prefix);
  std::unique_ptr<Reader> (*make_reader)(const WantedPayload& wanted);
};

const std::vector<Format>& formats();

// By name, or by the first bytes when `name` is "auto". Throws Failure(usage) for an unknown name,
// Failure(unreadable) with the list of formats when nothing is recognised (`input_name` is for the message).
const Format& choose_format(std::string_view name, ByteSource& source, const std::string& input_name);

}  // namespace ssdetect
