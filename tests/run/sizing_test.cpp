// SPEC 5: where the sizes come from, in order; the length of a pass by the first repeated prompt, against a
// set and a vector as the obvious twin.
#include "run/sizing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "tests/support.h"

using namespace ssdetect;

namespace {

constexpr std::uint64_t kPass = 3;  // by the prompts

Sidecars with_dataset(std::uint64_t size) {
  Sidecars sidecars;
  sidecars.dataset_size = size;
  sidecars.dataset_size_source = "run_meta.json";
  return sidecars;
}

using Hashes = std::vector<std::uint64_t>;

std::optional<std::uint64_t> pass_length(const Hashes& hashes) {
  PromptPasses passes;
  for (const std::uint64_t hash : hashes) passes.add(hash);
  return passes.length();
}

std::optional<std::uint64_t> obvious_length(const Hashes& hashes) {
  std::set<std::uint64_t> pass;
  std::size_t length = 0;
  while (length < hashes.size() && pass.insert(hashes[length]).second) ++length;
  if (length < 2 || hashes.size() < 2 * length) return std::nullopt;
  for (std::size_t i = length; i < hashes.size(); ++i)
    if (!pass.contains(hashes[i])) return std::nullopt;
  return length;
}

}  // namespace

TEST_CASE("the dataset size: option, then run directory, then prompts") {
  SizeOptions options;
  CHECK(choose_sizing(options, {}, kPass, 6).dataset_size == 3);
  CHECK(choose_sizing(options, {}, kPass, 6).dataset_size_source == "prompts");
  CHECK(choose_sizing(options, with_dataset(5), kPass, 6).dataset_size == 5);
  CHECK(choose_sizing(options, with_dataset(5), kPass, 6).dataset_size_source == "run_meta.json");
  options.dataset_size = 7;
  const Sizing sizing = choose_sizing(options, with_dataset(5), kPass, 6);
  CHECK(sizing.dataset_size == 7);
  CHECK(sizing.superpass_size == 7);
  CHECK(sizing.superpass_size_source == "dataset");
}

TEST_CASE("the super-pass size: option, then passes of the dataset, then automatic") {
  SizeOptions options;
  options.superpass_passes = 4;
  CHECK(choose_sizing(options, {}, kPass, 6).superpass_size == 12);
  options.superpass_size = 9;
  const Sizing sizing = choose_sizing(options, {}, kPass, 6);
  CHECK(sizing.superpass_size == 9);
  CHECK(sizing.superpass_size_source == "option");
  CHECK(sizing.dataset_size == 3);
}

TEST_CASE("automatic: max(50, ceil(n / 40))") {
  const auto automatic = [](std::size_t n) { return choose_sizing({}, {}, std::nullopt, n); };
  CHECK(automatic(10).superpass_size == 50);
  CHECK(automatic(2000).superpass_size == 50);
  CHECK(automatic(2001).superpass_size == 51);
  CHECK(automatic(4000).superpass_size == 100);
  CHECK(automatic(10).superpass_size_source == "automatic");
  CHECK_FALSE(automatic(10).dataset_size);
  SizeOptions doubled;
  doubled.superpass_passes = 2;
  CHECK(choose_sizing(doubled, {}, std::nullopt, 10).superpass_size == 50);
  CHECK(choose_sizing(doubled, {}, std::nullopt, 10).passes_are_unused);
  CHECK_FALSE(automatic(10).passes_are_unused);
  CHECK_FALSE(choose_sizing(doubled, {}, kPass, 10).passes_are_unused);
}

TEST_CASE("an absurd product saturates") {
  SizeOptions options;
  options.superpass_passes = std::numeric_limits<std::uint64_t>::max();
  options.dataset_size = 3;
  CHECK(choose_sizing(options, {}, std::nullopt, 10).superpass_size ==
        std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("a super-pass of a compacted run is whole cells, and says so when that is not what was wanted") {
  SizeOptions options;
  options.superpass_size = 100;
  const Sizing whole = choose_sizing(options, {}, std::nullopt, 1000, 50);
  CHECK(whole.superpass_size == 100);
  CHECK_FALSE(whole.is_rounded);
  const Sizing up = choose_sizing(options, {}, std::nullopt, 1000, 30);
  CHECK(up.superpass_size == 120);
  CHECK(up.is_rounded);
}

TEST_CASE("the first repeated prompt marks the length of a pass") {
  CHECK(pass_length({1, 2, 3, 3, 1, 2}) == 3);
  CHECK(pass_length({1, 2, 3, 1, 2, 3, 2, 1}) == 3);
  CHECK(pass_length({1, 2, 2, 1}) == 2);
}

TEST_CASE("it takes two whole passes") {
  CHECK_FALSE(pass_length({1, 2, 3, 1, 2}));
  CHECK_FALSE(pass_length({1, 2, 3}));
  CHECK_FALSE(pass_length({}));
}

TEST_CASE("a prompt never seen before after the first repeat: no fixed set is being cycled") {
  CHECK_FALSE(pass_length({1, 2, 3, 1, 2, 4}));
  CHECK_FALSE(pass_length({1, 2, 3, 1, 2, 3, 1, 2, 9}));
}

TEST_CASE("one prompt over and over is no pass") { CHECK_FALSE(pass_length({1, 1, 1, 1})); }

TEST_CASE("a request without a prompt ends the search, and so does giving up") {
  PromptPasses unknown, given_up;
  for (const std::uint64_t hash : {1, 2, 1}) unknown.add(hash), given_up.add(hash);
  unknown.add_unknown();
  given_up.give_up();
  for (const std::uint64_t hash : {2, 1, 2}) unknown.add(hash), given_up.add(hash);
  CHECK_FALSE(unknown.length());
  CHECK_FALSE(given_up.length());
  CHECK(given_up.bytes() == 0);
}

TEST_CASE("twin: random prompts, also 0, and enough of them to make the table grow") {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t prompts = 1 + random() % 12;
    Hashes hashes;
    for (std::size_t n = random() % 60; n > 0; --n) hashes.push_back(2 * (random() % prompts));
    REQUIRE(pass_length(hashes) == obvious_length(hashes));
  }
  Hashes pass(20000);
  for (std::uint64_t& hash : pass) hash = random();
  Hashes twice = pass;
  std::reverse(pass.begin(), pass.end());
  twice.insert(twice.end(), pass.begin(), pass.end());
  CHECK(pass_length(twice) == 20000);
  PromptPasses passes;
  for (const std::uint64_t hash : twice) passes.add(hash);
  CHECK(passes.bytes() <= 20000 * 40);
}

TEST_CASE("the generator's dataset is found from its prompts") {
  oracle::Plan plan;
  plan.n_requests = 110;
  plan.dataset_size = 50;
  CHECK(testing::run_of(oracle::simulate(plan)).pass_length == 50);
  plan.n_requests = 99;
  CHECK_FALSE(testing::run_of(oracle::simulate(plan)).pass_length);
}
