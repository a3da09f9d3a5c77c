// An infinite rate is a string in vLLM's results and a bare Infinity in SGLang's. A result without the keys
// says nothing: the old clients and the forks that lack them are not guessed at. Tests:
// tests/formats/serve_arrays_test.cpp.

#include "formats/serve_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace ssdetect {

namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_infinite(JsonValue rate) {
  if (!rate.exists()) return false;
  const std::string said = lower(rate.is_string() ? rate.text() : std::string(rate.raw()));
  return said == "inf" || said == "infinity";
}

std::optional<double> positive(JsonValue value) {
  const auto number = value.number();
  return number && *number > 0 ? number : std::nullopt;
}

std::optional<LoadRamp> ramp_of(JsonValue root) {
  const LoadRamp ramp{root.member("ramp_up_start_rps").number(), root.member("ramp_up_end_rps").number(), {}};
  const bool named = !root.member("ramp_up_strategy").text().empty();
  return named || ramp.from || ramp.to ? std::optional(ramp) : std::nullopt;
}

bool is_switched_on(JsonValue value) {
  if (!value.is_something() || value.raw() == "false" || value.raw() == "0") return false;
  if (value.is_string()) return !value.quoted().empty();
  return !((value.is_array() || value.is_object()) && value.raw().size() <= 2);
}

bool names_a_replay(std::string_view name) {
  constexpr std::array<std::string_view, 4> kWords{"trace", "mooncake", "multi_turn", "multiturn"};
  const std::string said = lower(std::string(name));
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return said.find(word) != std::string::npos; });
}

// The setting that makes the requests follow a recording or a conversation; empty: none does.
std::string replay_setting(JsonValue root) {
  std::string found;
  root.each_field([&](std::string_view key, JsonValue value) {
    const bool by_name = names_a_replay(key) && is_switched_on(value);
    const bool by_dataset = (key == "dataset_name" || key == "dataset") && names_a_replay(value.quoted());
    if (found.empty() && (by_name || by_dataset)) found = key;
  });
  return found;
}

bool says_no_limit(JsonValue concurrency) { return concurrency.is_null(); }

}  // namespace

ClientSettings serve_settings(JsonValue root, std::size_t requests) {
  ClientSettings settings;
  settings.duration_s = positive(root.member("duration"));
  settings.burstiness = positive(root.member("burstiness"));
  settings.ramp = ramp_of(root);
  const JsonValue rate = root.member("request_rate"), limit = root.member("max_concurrency");
  const auto concurrency = positive(limit);
  if (!replay_setting(root).empty()) return settings;
  settings.offered_rate = settings.ramp ? std::nullopt : positive(rate);
  if (settings.ramp || settings.offered_rate) {
    settings.load = OfferedLoad::open_loop;
    settings.concurrency_cap = concurrency;
  } else if (is_infinite(rate) && (concurrency || says_no_limit(limit))) {
    const bool all_fit = !concurrency || *concurrency >= static_cast<double>(requests);
    settings.load = all_fit ? OfferedLoad::at_once : OfferedLoad::closed_loop;
    settings.target_concurrency = concurrency;
  }
  return settings;
}

std::string not_a_closed_loop(JsonValue root) {
  const JsonValue rate = root.member("request_rate"), limit = root.member("max_concurrency");
  if (ramp_of(root)) return "its request rate was ramped up";
  if (const std::string setting = replay_setting(root); !setting.empty())
    return fmt::format("its requests follow a recording or conversations ({})", setting);
  if (const auto finite = rate.number())
    return fmt::format("its request rate is finite ({} requests/s)", *finite);
  if (!is_infinite(rate)) return "it does not say its request_rate";
  if (!limit.exists()) return "it does not say its max_concurrency";
  if (!says_no_limit(limit) && limit.whole().value_or(0) < 1) return "its max_concurrency is no count";
  return "";
}

}  // namespace ssdetect
