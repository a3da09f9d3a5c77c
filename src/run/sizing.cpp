// Tests: tests/run/sizing_test.cpp.

#include "run/sizing.h"

#include <algorithm>
#include <limits>

#include "policy.h"

namespace ssdetect {

namespace {

std::uint64_t automatic_size(std::size_t issued) {
  constexpr SizingPolicy policy;
  return std::max<std::uint64_t>(policy.least, (issued + policy.count - 1) / policy.count);
}

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

void choose_dataset_size(Sizing& sizing, const SizeOptions& options, const Sidecars& sidecars,
                         std::optional<std::uint64_t> pass_length) {
  if (options.dataset_size) {
    sizing.dataset_size = options.dataset_size;
    sizing.dataset_size_source = "option";
  } else if (sidecars.dataset_size) {
    sizing.dataset_size = sidecars.dataset_size;
    sizing.dataset_size_source = sidecars.dataset_size_source;
  } else if (pass_length) {
    sizing.dataset_size = pass_length;
    sizing.dataset_size_source = "prompts";
  }
}

}  // namespace

Sizing choose_sizing(const SizeOptions& options, const Sidecars& sidecars,
                     std::optional<std::uint64_t> pass_length, std::size_t issued, std::size_t cell_size) {
  Sizing sizing;
  choose_dataset_size(sizing, options, sidecars, pass_length);
  std::uint64_t wanted = 0;
  if (options.superpass_size) {
    wanted = *options.superpass_size;
    sizing.superpass_size_source = "option";
  } else if (sizing.dataset_size) {
    wanted = saturated_product(*sizing.dataset_size, options.superpass_passes.value_or(1));
    sizing.superpass_size_source = "dataset";
  } else {
    wanted = automatic_size(issued);
    sizing.superpass_size_source = "automatic";
    sizing.passes_are_unused = options.superpass_passes.has_value();
  }
  sizing.superpass_size = saturated_product(wanted / cell_size + (wanted % cell_size > 0), cell_size);
  sizing.is_rounded = sizing.superpass_size != wanted;
  return sizing;
}

void PromptPasses::give_up() {
  if (!looking_) return;
  looking_ = false;
  first_pass_ = {};
}

void PromptPasses::add(std::uint64_t hash) {
  if (!looking_) return;
  ++prompts_;
  if (!repeated_)
    repeated_ = !first_pass_.insert(hash).second;
  else if (!first_pass_.contains(hash))
    give_up();
}

std::optional<std::uint64_t> PromptPasses::length() const {
  const std::size_t distinct = first_pass_.size();
  if (!looking_ || !repeated_ || distinct < 2 || prompts_ < 2 * distinct) return std::nullopt;
  return distinct;
}

}  // namespace ssdetect
