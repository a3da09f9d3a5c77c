// SPEC 5: where the sizes come from, in order.
#include "run/sizing.h"

#include <doctest/doctest.h>

#include <limits>

#include "tests/support.h"

using namespace ssdetect;

namespace {

using Hashes = std::vector<std::uint64_t>;
const Hashes kTwoPasses{1, 2, 3, 3, 1, 2};

Sidecars with_dataset(std::uint64_t size) {
  Sidecars sidecars;
  sidecars.dataset_size = size;
  sidecars.dataset_size_source = "run_meta.json";
  return sidecars;
}

}  // namespace

TEST_CASE("the first repeated prompt marks the length of a pass") {
  CHECK(pass_length(kTwoPasses) == 3);
  CHECK(pass_length(Hashes{1, 2, 3, 1, 2, 3, 2, 1}) == 3);
  CHECK(pass_length(Hashes{1, 2, 2, 1}) == 2);
}

TEST_CASE("the inference needs two whole passes") {
  CHECK_FALSE(pass_length(Hashes{1, 2, 3, 1, 2}));
  CHECK_FALSE(pass_length(Hashes{1, 2, 3}));
  CHECK_FALSE(pass_length(Hashes{}));
}

TEST_CASE("a new prompt after the first repeat drops it") {
  CHECK_FALSE(pass_length(Hashes{1, 2, 3, 1, 2, 4}));
  CHECK_FALSE(pass_length(Hashes{1, 2, 3, 1, 2, 3, 1, 2, 9}));
}

TEST_CASE("one prompt over and over is no pass") { CHECK_FALSE(pass_length(Hashes{1, 1, 1, 1})); }

TEST_CASE("the dataset size: option, then run directory, then prompts") {
  SizeOptions options;
  CHECK(choose_sizing(options, {}, kTwoPasses, 6).dataset_size == 3);
  CHECK(choose_sizing(options, {}, kTwoPasses, 6).dataset_size_source == "prompts");
  CHECK(choose_sizing(options, with_dataset(5), kTwoPasses, 6).dataset_size == 5);
  CHECK(choose_sizing(options, with_dataset(5), kTwoPasses, 6).dataset_size_source == "run_meta.json");
  options.dataset_size = 7;
  const Sizing sizing = choose_sizing(options, with_dataset(5), kTwoPasses, 6);
  CHECK(sizing.dataset_size == 7);
  CHECK(sizing.superpass_size == 7);
  CHECK(sizing.superpass_size_source == "dataset");
}

TEST_CASE("the super-pass size: option, then passes of the dataset, then automatic") {
  SizeOptions options;
  options.superpass_passes = 4;
  CHECK(choose_sizing(options, {}, kTwoPasses, 6).superpass_size == 12);
  options.superpass_size = 9;
  const Sizing sizing = choose_sizing(options, {}, kTwoPasses, 6);
  CHECK(sizing.superpass_size == 9);
  CHECK(sizing.superpass_size_source == "option");
  CHECK(sizing.dataset_size == 3);
}

TEST_CASE("automatic: max(50, ceil(n / 40))") {
  const auto automatic = [](std::size_t n) { return choose_sizing({}, {}, {}, n); };
  CHECK(automatic(10).superpass_size == 50);
  CHECK(automatic(2000).superpass_size == 50);
  CHECK(automatic(2001).superpass_size == 51);
  CHECK(automatic(4000).superpass_size == 100);
  CHECK(automatic(10).superpass_size_source == "automatic");
  CHECK_FALSE(automatic(10).dataset_size);
  SizeOptions doubled;
  doubled.superpass_passes = 2;
  CHECK(choose_sizing(doubled, {}, {}, 10).superpass_size == 50);
}

TEST_CASE("an absurd product saturates") {
  SizeOptions options;
  options.superpass_passes = std::numeric_limits<std::uint64_t>::max();
  options.dataset_size = 3;
  CHECK(choose_sizing(options, {}, {}, 10).superpass_size == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("the generator's dataset is found from its prompts") {
  oracle::Plan plan;
  plan.n_requests = 110;
  plan.dataset_size = 50;
  CHECK(pass_length(testing::run_of(oracle::simulate(plan)).prompt_hashes) == 50);
  plan.n_requests = 99;
  CHECK_FALSE(pass_length(testing::run_of(oracle::simulate(plan)).prompt_hashes));
}
