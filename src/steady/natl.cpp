// Tests: tests/steady/natl_test.cpp.

#include "steady/natl.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "stats/moments.h"

namespace ssdetect {

namespace {

struct Conversation {
  double tokens = 0;
  double latency_s = 0;
  Nanos completed = 0;
  std::size_t first_request = 0;  // breaks ties of completion
};

std::vector<Conversation> conversations_of(const Run& run) {
  std::unordered_map<std::uint64_t, std::size_t> index;
  std::vector<Conversation> all;
  run.requests.for_each({0, run.conversations.size()}, [&](std::size_t number, const Request& request) {
    const std::uint64_t name = run.conversations[number];
    const auto latency = run.latency_ns(request);
    if (name == 0 || !latency || request.tokens_out < 0) return;
    const auto [entry, is_new] = index.emplace(name, all.size());
    if (is_new) all.push_back({0, 0, request.completed, number});
    Conversation& conversation = all[entry->second];
    conversation.tokens += request.tokens_out;
    conversation.latency_s += *latency / 1e9;
    conversation.completed = std::max(conversation.completed, request.completed);
  });
  return all;
}

bool completes_before(const Conversation& a, const Conversation& b) {
  return a.completed != b.completed ? a.completed < b.completed : a.first_request < b.first_request;
}

}  // namespace

std::optional<Natl> natl(const Run& run) {
  auto all = conversations_of(run);
  std::sort(all.begin(), all.end(), completes_before);
  Natl found;
  for (const Conversation& conversation : all)
    if (conversation.latency_s > 0)
      found.tokens_per_s.push_back(conversation.tokens / conversation.latency_s);
  if (found.tokens_per_s.empty()) return std::nullopt;
  const std::span<const double> rates = found.tokens_per_s;
  for (std::size_t i = 0; i + kConversationsPerBlock <= rates.size(); i += kConversationsPerBlock)
    found.block_medians.push_back(*median(rates.subspan(i, kConversationsPerBlock)));
  if (found.block_medians.size() >= 2) found.cov_of_medians = coefficient_of_variation(found.block_medians);
  return found;
}

}  // namespace ssdetect
