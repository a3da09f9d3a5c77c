// SPEC 5: where the sizes come from, in order.
#include "run/sizing.h"

#include <doctest/doctest.h>

#include <limits>

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
