// Tests: tests/steady/natl_test.cpp.

#include "steady/natl.h"

#include <span>

#include "stats/moments.h"

namespace ssdetect {

namespace {

Seconds summed_latency_s(const Blocks<Conversation>& conversations, std::size_t block) {
  Seconds sum = 0;
  conversations.for_each({block, block + 1}, [&](std::size_t, const Request& request) {
    sum += conversations.run().latency_ns(request).value_or(0) / 1e9;
  });
  return sum;
}

}  // namespace

std::optional<Natl> natl(const Blocks<Conversation>& conversations, std::size_t per_block) {
  Natl found;
  for (std::size_t i = 0; i < conversations.size(); ++i) {
    const Seconds latency_s = summed_latency_s(conversations, i);
    if (latency_s > 0) found.tokens_per_s.push_back(conversations[i].tokens_out / latency_s);
  }
  if (found.tokens_per_s.empty()) return std::nullopt;
  const std::span<const double> rates = found.tokens_per_s;
  for (std::size_t i = 0; i + per_block <= rates.size(); i += per_block)
    found.block_medians.push_back(*median(rates.subspan(i, per_block)));
  if (found.block_medians.size() >= 2) found.cov_of_medians = coefficient_of_variation(found.block_medians);
  return found;
}

}  // namespace ssdetect
