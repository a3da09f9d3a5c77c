// Which source a count comes from, and how the texts of a log find their way into the table.
#include "run/output_counter.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "tests/support.h"
#include "tests/tokens/synthetic.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

// Bytes as tokens.
CountingOptions by_tokenizer(std::optional<std::size_t> sample = std::nullopt) {
  CountingOptions options;
  options.tokenizer = synthetic::load({});
  options.sample = sample;
  return options;
}

class Log {
 public:
  explicit Log(const CountingOptions& options, std::optional<std::uint64_t> superpass_size = std::nullopt)
      : counter_(options, superpass_size, pool_) {}

  Log& put(const Event& event) {
    if (const auto request = table_.on_event(event)) counter_.on_event(event, *request, table_);
    return *this;
  }
  Log& issue(std::uint64_t id, std::string_view prompt = "", std::optional<double> input = std::nullopt) {
    Event event = event_of(EventKind::issued, id, 0);
    event.prompt_text = prompt;
    event.input_tokens = input;
    return put(event);
  }
  Log& complete(std::uint64_t id, std::string_view first, std::string_view rest, bool streamed = true,
                std::optional<Tokens> recorded = std::nullopt) {
    Event event = event_of(EventKind::completed, id, 9);
    event.output = OutputText{first, rest, rest.empty() ? 1u : 2u, streamed};
    event.output_tokens = recorded;
    return put(event);
  }
  Run finish() {
    counter_.settle(table_);
    counter_.start_run();
    Run run = table_.finish();
    table_ = RequestTable({}, true);
    return run;
  }
  void settle() { counter_.settle(table_); }
  RequestTable& table() { return table_; }

 private:
  TaskPool pool_{2};
  OutputCounter counter_;
  RequestTable table_{{}, true};
};

std::size_t sources_in(const Run& run, RequestRange requests, TokenSource source) {
  std::size_t count = 0;
  run.requests.for_each(
      requests, [&](std::size_t, const Request& request) { count += request.token_source == source; });
  return count;
}

struct Found {
  Tokens out, after_first;
  TokenSource source;
  bool operator==(const Found&) const = default;
};
Found found(const Run& run, std::size_t i) {
  return {run.requests[i].tokens_out, run.requests[i].tokens_after_first, run.requests[i].token_source};
}

}  // namespace

TEST_CASE("output counter: the first chunk and the rest, counted apart") {
  const Run run = Log(by_tokenizer()).issue(1).complete(1, "abc", "de").finish();
  CHECK(found(run, 0) == Found{5, 2, TokenSource::tokenizer});
}

TEST_CASE("output counter: what was not streamed has tokens, but none after the first") {
  const Run run = Log(by_tokenizer()).issue(1).complete(1, "abcde", "", false).finish();
  CHECK(found(run, 0) == Found{5, 0, TokenSource::tokenizer});
}

TEST_CASE("output counter: recorded before tokenizer before estimate") {
  CountingOptions options = by_tokenizer();
  options.estimate = TokenSource::words;
  const Run run =
      Log(options).issue(1).complete(1, "a b", "c", true, 42).issue(2).complete(2, "a b", "c").finish();
  CHECK(found(run, 0) == Found{42, 41, TokenSource::recorded});
  CHECK(found(run, 1) == Found{4, 1, TokenSource::tokenizer});
}

TEST_CASE("output counter: estimates by request") {
  CountingOptions options;
  options.estimate = TokenSource::words;
  CHECK(found(Log(options).issue(1).complete(1, "a b", " c d e").finish(), 0) ==
        Found{5, 3, TokenSource::words});
  options.estimate = TokenSource::none;
  CHECK(Log(options).issue(1).complete(1, "a b", " c").finish().requests[0].tokens_out < 0);
}

TEST_CASE("output counter: failed outputs are not counted") {
  const Run run =
      Log(by_tokenizer()).issue(1).put(event_of(EventKind::failed, 1, 5)).complete(1, "ab", "c").finish();
  CHECK(run.requests[0].tokens_out < 0);
  CHECK(run.output_notes.empty());
}

TEST_CASE("output counter: prompts; a repeated one is the same, a recorded length wins") {
  const Run run = Log(by_tokenizer())
                      .issue(1, "hello")
                      .issue(2, "hello")
                      .issue(3, "hello there", 99)
                      .issue(4, "hi")
                      .issue(5)
                      .finish();
  std::vector<double> lengths;
  for (const Request& request : run.requests) lengths.push_back(static_cast<double>(request.input_tokens));
  CHECK(lengths == std::vector<double>{5, 5, 99, 2, -1});
}

TEST_CASE("output counter: a prompt length recorded with the completion wins, too") {
  Event done = event_of(EventKind::completed, 1, 9);
  done.input_tokens = 70;
  const Run run = Log(by_tokenizer()).issue(1, "hello").put(done).finish();
  CHECK(static_cast<double>(run.requests[0].input_tokens) == 70);
}

TEST_CASE("output counter: the user's program counts prompts, too") {
  CountingOptions options;
  options.command = "awk '{ print length($0) - 2 }'";  // without the quotes
  const Run run = Log(options).issue(1, "hello").complete(1, "abc", "de").finish();
  CHECK(found(run, 0) == Found{5, 2, TokenSource::command});
  CHECK(static_cast<double>(run.requests[0].input_tokens) == 5);
}

TEST_CASE("output counter: a sample is drawn from each super-pass, anew in each run") {
  Log log(by_tokenizer(3), 10);
  std::vector<std::vector<Tokens>> counted;
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (std::uint64_t id = 1; id <= 40; ++id) log.issue(id);
    for (std::uint64_t id = 40; id >= 1; --id) log.complete(id, "abc", "de");
    Run run = log.finish();
    apply_token_sample(run, 10, 3);
    counted.emplace_back();
    for (std::size_t pass = 0; pass < 4; ++pass)
      counted.back().push_back(
          static_cast<Tokens>(sources_in(run, {10 * pass, 10 * pass + 10}, TokenSource::tokenizer)));
  }
  CHECK(counted == std::vector<std::vector<Tokens>>(2, {3, 3, 3, 3}));
}

TEST_CASE("output counter: counts that are settled while the log is read are the same") {
  Log at_once(by_tokenizer()), in_parts(by_tokenizer());
  for (Log* log : {&at_once, &in_parts}) {
    for (std::uint64_t id = 1; id <= 30; ++id) {
      log->issue(id, id % 3 ? "abc" : "a longer prompt").complete(id, "abc", "de");
      if (log == &in_parts && id % 7 == 0) log->settle();
    }
  }
  const Run one = at_once.finish(), other = in_parts.finish();
  for (std::size_t i = 0; i < 30; ++i) {
    CHECK(found(one, i) == found(other, i));
    CHECK(one.requests[i].input_tokens == other.requests[i].input_tokens);
    CHECK(one.requests[i].input_tokens > 0);
  }
}

TEST_CASE("output counter: more texts than may wait for their counts all have them in the end") {
  Log log(by_tokenizer());
  const std::uint64_t requests = 150'000;
  for (std::uint64_t id = 1; id <= requests; ++id)
    log.issue(id, std::to_string(id)).complete(id, "abc", id % 2 ? "de" : "d");
  const Run run = log.finish();
  std::size_t wrong = 0;
  run.requests.for_each({0, requests}, [&](std::size_t number, const Request& request) {
    wrong += request.tokens_after_first != (number % 2 ? 1 : 2) || request.input_tokens <= 0;
  });
  CHECK(wrong == 0);
}

TEST_CASE("output counter: what the reader has to deliver") {
  const auto wanted = [](const CountingOptions& options) {
    WantedPayload wanted;
    TaskPool pool(1);
    OutputCounter(options, std::nullopt, pool).ask_for(wanted);
    return std::array{wanted.output_text, wanted.chunk_count, wanted.prompt_text};
  };
  CountingOptions words, chunks, command;
  words.estimate = TokenSource::words;
  chunks.estimate = TokenSource::chunks;
  command.command = "cat";
  CHECK(wanted({}) == std::array{false, false, false});
  CHECK(wanted(words) == std::array{true, false, false});
  CHECK(wanted(chunks) == std::array{false, true, false});
  CHECK(wanted(by_tokenizer()) == std::array{true, false, true});
  CHECK(wanted(command) == std::array{true, false, true});
}
