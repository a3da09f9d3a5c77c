// Tests: tests/run/sizing_test.cpp.

#include "run/sizing.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace ssdetect {

namespace {

// SPEC 5: about 40 super-passes, and enough samples in each for a p90.
constexpr std::uint64_t kAutomaticLeast = 50;
constexpr std::uint64_t kAutomaticCount = 40;

std::uint64_t automatic_size(std::size_t issued) {
  return std::max<std::uint64_t>(kAutomaticLeast, (issued + kAutomaticCount - 1) / kAutomaticCount);
}

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

void choose_dataset_size(Sizing& sizing, const SizeOptions& options, const Sidecars& sidecars,
                         std::span<const std::uint64_t> prompt_hashes) {
  if (options.dataset_size) {
    sizing.dataset_size = options.dataset_size;
    sizing.dataset_size_source = "option";
  } else if (sidecars.dataset_size) {
    sizing.dataset_size = sidecars.dataset_size;
    sizing.dataset_size_source = sidecars.dataset_size_source;
  } else if (const auto length = pass_length(prompt_hashes)) {
    sizing.dataset_size = length;
    sizing.dataset_size_source = "prompts";
  }
}

}  // namespace

Sizing choose_sizing(const SizeOptions& options, const Sidecars& sidecars,
                     std::span<const std::uint64_t> prompt_hashes, std::size_t issued) {
  Sizing sizing;
  choose_dataset_size(sizing, options, sidecars, prompt_hashes);
  if (options.superpass_size) {
    sizing.superpass_size = *options.superpass_size;
    sizing.superpass_size_source = "option";
  } else if (sizing.dataset_size) {
    sizing.superpass_size = saturated_product(*sizing.dataset_size, options.superpass_passes);
    sizing.superpass_size_source = "dataset";
  } else {
    sizing.superpass_size = automatic_size(issued);
    sizing.superpass_size_source = "automatic";
  }
  return sizing;
}

std::optional<std::uint64_t> pass_length(std::span<const std::uint64_t> hashes) {
  std::unordered_set<std::uint64_t> pass;
  std::size_t length = 0;
  while (length < hashes.size() && pass.insert(hashes[length]).second) ++length;
  if (length < 2 || hashes.size() < 2 * length) return std::nullopt;
  const auto rest = hashes.subspan(length);
  const bool closed =
      std::all_of(rest.begin(), rest.end(), [&](std::uint64_t hash) { return pass.contains(hash); });
  if (!closed) return std::nullopt;
  return length;
}

}  // namespace ssdetect
