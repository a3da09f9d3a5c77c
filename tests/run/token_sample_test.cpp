// --token-sample: which outputs are picked, and what the others get. All by hand.
#include "run/token_sample.h"

#include <doctest/doctest.h>

#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

struct Output {
  std::uint64_t key;
  std::size_t bytes;
  Tokens tokens = -1;  // -1: not counted
};

Run sampled(const std::vector<Output>& outputs, std::size_t superpass_size, std::size_t sample) {
  RequestTable table({}, true);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::uint64_t id = i + 1;
    table.on_event(event_of(EventKind::issued, id, 0));
    table.on_event(event_of(EventKind::first_token, id, 1));
    const auto request = table.on_event(event_of(EventKind::completed, id, 9));
    table.note_output({*request, outputs[i].key, outputs[i].bytes});
    if (outputs[i].tokens >= 0)
      table.set_tokens(*request, outputs[i].tokens, outputs[i].tokens - 1, TokenSource::tokenizer);
  }
  Run run = table.finish();
  apply_token_sample(run, superpass_size, sample);
  return run;
}

std::vector<Tokens> tokens_of(const Run& run) {
  std::vector<Tokens> tokens;
  for (const Request& request : run.requests) tokens.push_back(request.tokens_out);
  return tokens;
}

}  // namespace

TEST_CASE("token sample: the draw takes all that may be among the smallest") {
  SampleDraw draw(2, 4);
  CHECK(draw.takes(0, 50));
  CHECK(draw.takes(1, 90));
  CHECK(draw.takes(2, 70));        // pushes 90 out
  CHECK_FALSE(draw.takes(3, 80));  // 50 and 70 are smaller
  CHECK(draw.takes(4, 99));        // the next block
  CHECK_FALSE(draw.takes(0, 70));
  CHECK(draw.takes(0, 10));
}

TEST_CASE("token sample: the others get the sample's tokens per byte, super-pass by super-pass") {
  // First: 10 tokens in 40 bytes and 5 in 20: a quarter a byte. Second: one a byte.
  const Run run = sampled(
      {{1, 40, 10}, {9, 100, 77}, {2, 20, 5}, {8, 12}, {3, 7, 7}, {9, 30}, {4, 5, 5}, {5, 10, 3}}, 4, 2);
  CHECK(tokens_of(run) == std::vector<Tokens>{10, 25, 5, 3, 7, 30, 5, 10});
  CHECK(run.requests[1].token_source == TokenSource::scaled);
  CHECK(run.requests[2].token_source == TokenSource::tokenizer);
}

TEST_CASE("token sample: percentiles come from the sample alone") {
  const Run run = sampled({{1, 40, 10}, {9, 100, 77}}, 2, 1);
  CHECK(run.tpot_ns(run.requests[0]).has_value());
  CHECK_FALSE(run.tpot_ns(run.requests[1]).has_value());
}

TEST_CASE("token sample: a sample as large as the super-pass changes nothing") {
  CHECK(tokens_of(sampled({{3, 40, 10}, {9, 100, 77}, {5, 1, 2}}, 2, 2)) == std::vector<Tokens>{10, 77, 2});
}

TEST_CASE("token sample: a super-pass without a counted output takes the whole run's tokens per byte") {
  CHECK(tokens_of(sampled({{1, 40, 10}, {2, 60, 40}, {9, 100}, {8, 30}}, 2, 2)) ==
        std::vector<Tokens>{10, 40, 50, 15});
}

TEST_CASE("token sample: empty outputs have no tokens, and nothing at all stays uncounted") {
  CHECK(tokens_of(sampled({{1, 40, 10}, {2, 0}, {3, 0}, {4, 0, 0}}, 2, 1)) ==
        std::vector<Tokens>{10, 0, 0, 0});
  CHECK(tokens_of(sampled({{1, 40}, {2, 10}}, 2, 1)) == std::vector<Tokens>{-1, -1});
}
