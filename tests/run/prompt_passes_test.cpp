// SPEC 5: the length of a pass by the first repeated prompt, against a set and a vector as the obvious twin.
#include "run/sizing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "tests/support.h"

using namespace ssdetect;

namespace {

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
