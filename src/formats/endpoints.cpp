// events.jsonl, one JSON object a line (SPEC 2). The calling thread reads batches of lines, some ahead of
// their turn, and delivers their events in order; in between, the batches are made into events by whoever has
// time, the calling thread included. Memory: at most kBatchesAThread batches a thread, or one long line.
// Tests: tests/formats/endpoints_test.cpp, endpoints_lines_test.cpp, endpoints_threads_test.cpp.
#include <deque>
#include <memory>
#include <vector>

#include "formats/event_lines.h"
#include "formats/reader.h"
#include "input/lines.h"
#include "input/task_pool.h"
#include "json/text.h"

namespace ssdetect {
namespace {

constexpr std::size_t kBatchesAThread = 2;                            // one is worked on, one waits
constexpr std::uint64_t kBytesAheadAThread = std::uint64_t{1} << 20;  // more only for a line that is longer

class Batch final : public Task {
 public:
  Batch(const WantedPayload& wanted, const JsonPointer& token_field) : events(wanted, token_field) {}

  LineBatch lines;
  EventLines events;

 private:
  void run(unsigned) override { events.read(lines); }
};

class EventsReader final : public Reader {
 public:
  EventsReader(const Reading& reading, const WantedPayload& wanted)
      : wanted_(wanted),
        token_field_(wanted.token_field),
        alone_(1),
        pool_(reading.helpers ? *reading.helpers : alone_),
        batches_(reading.source),
        sink_(reading.sink),
        diagnostics_(reading.diagnostics) {
    diagnostics_.session_ended_missing = true;
  }
  ~EventsReader() override {
    for (const auto& batch : ahead_) pool_.drop(*batch);
  }

  bool read_some() override;

 private:
  bool may_read_ahead();
  bool read_ahead();
  void deliver_oldest();

  const WantedPayload wanted_;
  const JsonPointer token_field_;
  TaskPool alone_;
  TaskPool& pool_;
  BatchReader batches_;
  EventSink& sink_;
  Diagnostics& diagnostics_;
  std::deque<std::unique_ptr<Batch>> ahead_;  // read and not delivered, in order
  std::vector<std::unique_ptr<Batch>> spare_;
  std::uint64_t bytes_ahead_ = 0;
  bool more_ = true;  // may come from the source
};

bool EventsReader::read_some() {
  while (more_ && may_read_ahead()) more_ = read_ahead();
  if (!ahead_.empty()) deliver_oldest();
  return more_ || !ahead_.empty();
}

// What has arrived is not kept waiting for what may be long in coming.
bool EventsReader::may_read_ahead() {
  if (ahead_.empty()) return true;
  if (pool_.threads() == 1) return false;
  return ahead_.size() < kBatchesAThread * pool_.started() &&
         bytes_ahead_ < kBytesAheadAThread * pool_.started() && batches_.ready();
}

bool EventsReader::read_ahead() {
  if (spare_.empty()) spare_.push_back(std::make_unique<Batch>(wanted_, token_field_));
  if (!batches_.read(spare_.back()->lines)) return false;
  ahead_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  bytes_ahead_ += ahead_.back()->lines.bytes();
  pool_.submit(*ahead_.back());
  return true;
}

void EventsReader::deliver_oldest() {
  Batch& batch = *ahead_.front();
  pool_.finish(batch);
  diagnostics_.append(batch.events.diagnostics());
  for (const Event& event : batch.events.events()) sink_.on_event(event);
  bytes_ahead_ -= batch.lines.bytes();
  spare_.push_back(std::move(ahead_.front()));
  ahead_.pop_front();
}

bool recognises(std::string_view prefix) { return some_line_has(prefix, {"event_type"}); }

std::unique_ptr<Reader> make_reader(const Reading& reading, const WantedPayload& wanted) {
  return std::make_unique<EventsReader>(reading, wanted);
}

}  // namespace

Format events_format() {
  return {"events", "events.jsonl, the event log of an endpoint benchmark", recognises, make_reader};
}

}  // namespace ssdetect
