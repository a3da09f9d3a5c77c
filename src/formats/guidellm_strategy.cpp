// `throughput` without a limit is held back by a setting of the client that the file does not have, so it
// says neither a mode nor a target. Tests: tests/formats/guidellm_test.cpp.
#include "formats/guidellm_strategy.h"

#include <fmt/format.h>

#include <optional>

namespace ssdetect {
namespace {

std::string kind_of(JsonValue strategy) {
  for (const char* key : {"type_", "kind", "mode"})
    if (auto kind = strategy.member(key).text(); !kind.empty() && kind != "generative_benchmark") return kind;
  return "";
}

std::optional<double> positive(JsonValue value) {
  const auto number = value.number();
  return number && *number > 0 ? number : std::nullopt;
}

}  // namespace

JsonValue guidellm_strategy(JsonValue benchmark) {
  for (const char* place : {"config", "args"})
    if (const JsonValue strategy = benchmark.member(place).member("strategy"); strategy.is_object())
      return strategy;
  return benchmark;
}

std::string guidellm_label(JsonValue strategy) {
  std::string text = kind_of(strategy);
  if (const auto streams = strategy.member("streams").whole()) text += fmt::format(" {}", *streams);
  if (const auto rate = strategy.member("rate").number()) text += fmt::format(" {:.6g}/s", *rate);
  return text;
}

ClientSettings guidellm_settings(JsonValue strategy) {
  ClientSettings settings;
  const std::string kind = kind_of(strategy);
  const auto limit = positive(strategy.member("max_concurrency"));
  if (kind == "synchronous") settings.target_concurrency = 1;
  if (kind == "concurrent") settings.target_concurrency = positive(strategy.member("streams"));
  if (kind == "throughput") settings.target_concurrency = limit;
  if (settings.target_concurrency) settings.load = OfferedLoad::closed_loop;
  if (kind == "constant" || kind == "poisson" || kind == "async" || kind == "asynchronous") {
    settings.load = OfferedLoad::open_loop;
    settings.offered_rate = positive(strategy.member("rate"));
    settings.concurrency_cap = limit;
  }
  if (kind == "poisson") settings.burstiness = 1;
  return settings;
}

}  // namespace ssdetect
