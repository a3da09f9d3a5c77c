// Which dialect an input is, and reading that stops and looks: every dialect, in pieces of all kinds.
#include "formats/reader.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <random>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

TEST_CASE("recognising an events log") {
  const auto name = [](std::string_view bytes) {
    const auto source = memory_source(bytes);
    return choose_format("auto", *source, "run.log").name;
  };
  const std::string line = R"({"event_type":"session.started","timestamp_ns":1})";
  CHECK(name(line) == "events");
  CHECK(name("\xEF\xBB\xBF\r\n" + line) == "events");
  CHECK(name("warning: no GPU\n{broken\n" + line + "\n") == "events");
  CHECK(name(R"({"timestamp_ns":1,"event_type)"
             "\":") == "events");
  CHECK(name(R"({"event_type":"sample.issued","data":["PromptData",")" + std::string(100'000, 'x')) ==
        "events");
}

TEST_CASE("what is not recognised is refused with the list of formats") {
  const auto message = [](std::string_view bytes, std::string_view format = "auto") {
    const auto source = memory_source(bytes);
    try {
      choose_format(format, *source, "run.log");
    } catch (const Failure& failure) {
      return std::pair(failure.code(), std::string(failure.what()));
    }
    return std::pair(ExitCode::steady, std::string());
  };
  CHECK(message("").second == "run.log: the input is empty");
  const auto unknown = message("hello\n");
  CHECK(unknown.first == ExitCode::unreadable);
  CHECK(unknown.second.starts_with("run.log: this is none of the known formats"));
  for (const Format& format : formats()) CHECK(unknown.second.find(format.description) != std::string::npos);
  CHECK(message("\x28\xB5\x2F\xFD....").second ==
        "run.log: this is zstd-compressed; pipe it through zstdcat first");
  CHECK(message("\x1F\x8B....").second == "run.log: this is gzip-compressed; pipe it through zcat first");
  CHECK(message(std::string_view("\xFD\x37zXZ\0....", 10)).second ==
        "run.log: this is xz-compressed; pipe it through xzcat first");
  CHECK(message("BZh91AY").second == "run.log: this is bzip2-compressed; pipe it through bzcat first");
  CHECK(message("\x04\x22\x4D\x18....").second ==
        "run.log: this is lz4-compressed; pipe it through lz4cat first");
  CHECK(message("", "csv").first == ExitCode::usage);
  CHECK(message("", "csv").second.starts_with("--input-format: there is no format 'csv'"));
}

namespace {

// Gives what `next_size` says at a time, and has nothing ready beyond.
class InPieces final : public ByteSource {
 public:
  using NextSize = std::function<std::size_t(std::string_view left)>;
  InPieces(std::string_view bytes, NextSize next_size) : left_(bytes), next_size_(std::move(next_size)) {}

 protected:
  std::size_t read_some(std::span<char> out) override {
    const std::size_t size = left_.empty() ? 0 : std::max<std::size_t>(1, next_size_(left_));
    const std::size_t count = left_.copy(out.data(), std::min(out.size(), size));
    left_.remove_prefix(count);
    return count;
  }
  bool is_ready() override { return false; }

 private:
  std::string_view left_;
  NextSize next_size_;
};

std::size_t one_byte(std::string_view) { return 1; }
std::size_t one_line(std::string_view left) { return std::min(left.size(), left.find('\n') + 1); }

std::string events_log(int requests) {
  std::string log = "{\"event_type\":\"session.start_performance_tracking\",\"timestamp_ns\":0}\n";
  for (int i = 0; i < requests; ++i) {
    const std::string rest =
        ",\"timestamp_ns\":" + std::to_string(i) + ",\"sample_uuid\":\"u" + std::to_string(i) + "\"";
    log += "{\"event_type\":\"sample.issued\"" + rest + ",\"data\":[\"PromptData\",\"say \\\"hi\\\"\"]}\n";
    if (i % 7 == 3) log += "rubbish\n\n";
    log += "{\"event_type\":\"sample.complete\"" + rest + ",\"data\":[\"TextModelOutput\",[\"a\",\"b\"]]}\n";
  }
  return log + "{\"event_type\":\"session.ended\",\"timestamp_ns\":99}\n";
}

std::string aiperf_export(int requests) {
  std::string lines;
  for (int i = requests; i-- > 0;)
    lines += "{\"metadata\":{\"request_start_ns\":" + std::to_string(i) + "},\"metrics\":{}}\n";
  return lines;
}

// One input a dialect.
std::vector<std::string> inputs() {
  const std::string vllm = R"({"ttfts":[0.5,0.25],"itls":[[0.25],[0.5]],"start_times":[1,0]})";
  return {
      events_log(12),
      aiperf_export(20),
      vllm + "\n" + vllm + "\n",
      R"({"benchmarks":[{"requests":{"successful":[{"start_time":2,"end_time":3},{"start_time":1,"end_time":2}]}}]})",
      R"({"server_info":{},"random_input_len":1,"start_times":[3.5],"ttfts":[1],"itls":[[1]]})",
      R"([{"start_time":2,"end_time":3,"info":{}},{"start_time":1,"end_time":2,"info":{}}])"};
}

bool is_prefix(const Recorded& beginning, const Recorded& whole) {
  return beginning.events.size() <= whole.events.size() &&
         std::equal(beginning.events.begin(), beginning.events.end(), whole.events.begin()) &&
         beginning.runs.size() <= whole.runs.size() &&
         std::equal(beginning.runs.begin(), beginning.runs.end(), whole.runs.begin());
}

// Reads on call by call; what was delivered by then is always a beginning of the whole. The number of calls.
int read_and_look(ByteSource& source, const Recorded& whole, TaskPool* helpers) {
  Recorded recorded;
  const auto reader = choose_format("auto", source, "test")
                          .make_reader({source, recorded, recorded.diagnostics, helpers}, kAll);
  int calls = 0;
  for (bool more = true; more; ++calls) {
    more = reader->read_some();
    REQUIRE(is_prefix(recorded, whole));
    REQUIRE(recorded.diagnostics.bytes <= whole.diagnostics.bytes);
    REQUIRE(recorded.diagnostics.lines <= whole.diagnostics.lines);
    REQUIRE(recorded.diagnostics.malformed_lines <= whole.diagnostics.malformed_lines);
  }
  CHECK(recorded.events == whole.events);
  CHECK(recorded.runs == whole.runs);
  CHECK(recorded.diagnostics.bytes == whole.diagnostics.bytes);
  CHECK(recorded.diagnostics.lines == whole.diagnostics.lines);
  CHECK(recorded.diagnostics.malformed_lines == whole.diagnostics.malformed_lines);
  return calls;
}

std::size_t threads_of_this_process() {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

}  // namespace

TEST_CASE("read_some: after every call a beginning of the whole, whatever arrives at a time") {
  std::mt19937 random(9);
  const std::vector<InPieces::NextSize> sizes = {
      one_byte, one_line, [](std::string_view left) { return left.size(); },
      [&](std::string_view) { return random() % 100; }, [&](std::string_view) { return random() % 1000; }};
  for (const std::string& input : inputs()) {
    const Recorded whole = record(input, kAll, "auto");
    CHECK_FALSE(whole.events.empty());
    for (const auto& size : sizes) {
      for (const unsigned threads : {0u, 1u, 3u}) {
        TaskPool pool(threads);
        InPieces source(input, size);
        read_and_look(source, whole, threads > 0 ? &pool : nullptr);
      }
    }
  }
}

TEST_CASE("read_some: a log that comes line by line is delivered line by line") {
  const std::string log = events_log(300);
  // What recognising the format looked ahead at is there at once, in one batch.
  const std::size_t looked_at = 4096;
  const auto lines = static_cast<int>(std::count(log.begin() + looked_at, log.end(), '\n'));
  for (const unsigned threads : {1u, 3u}) {
    TaskPool pool(threads);
    InPieces source(log, one_line);
    CHECK(read_and_look(source, record(log, kAll), &pool) >= lines);
  }
}

TEST_CASE("read_some: stopped after any call, nothing of the reader is left behind") {
  const std::string log = events_log(30'000);
  const Recorded whole = record(log, kAll);
  const std::size_t threads_before = threads_of_this_process();
  for (const unsigned threads : {1u, 2u, 4u}) {
    TaskPool pool(threads);
    for (int calls = 0; calls < 8; ++calls) {
      Recorded recorded;
      const auto source = memory_source(log);
      auto reader = events_format().make_reader({*source, recorded, recorded.diagnostics, &pool}, kAll);
      for (int i = 0; i < calls; ++i) REQUIRE(reader->read_some());
      reader.reset();
      const std::size_t delivered = recorded.events.size();
      CHECK((delivered > 0) == (calls > 0));
      // The pool is free for other work, and none of it belongs to that reader.
      const auto again = memory_source(log);
      Recorded second;
      read_all({*again, second, second.diagnostics, &pool}, kAll, "events");
      CHECK(second.events.size() == whole.events.size());
      CHECK(recorded.events.size() == delivered);
    }
  }
  CHECK(threads_of_this_process() == threads_before);
}
